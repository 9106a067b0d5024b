/** 100,000 runs on SQLite: the cost of pages does not depend on them, in Chromium too. */
import { createApprovalEngine } from '@org/approval-core';
import { openStore } from '@org/approval-store-sql/open';
import Database from 'libsql';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { PERMISSIONS, createInspector } from './index.js';
import { serveLocally } from './local.js';
import { copyRuns } from './test-support/many.js';
import { review } from './test-support/inspected.js';

const CHROMIUM = '/usr/bin/chromium';
const RUNS = 100_000;
const isSkipped = !existsSync(CHROMIUM) && !process.env['CI'];
if (isSkipped) console.warn(`SKIPPED: many runs need ${CHROMIUM}. They were NOT looked at in a browser.`);

test.skipIf(isSkipped)('a hundred thousand runs', { timeout: 180_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'approval-many-'));
  const file = join(folder, 'approvals.db');
  const { store, close } = await openStore(`sqlite:${file}`);
  const engine = createApprovalEngine({ store, agents: { writer: () => ({ passed: true }) } });
  await engine.definitions.create(review);
  const run = {
    definitionId: 'release-note',
    triggerContext: { url: 'x' },
    organizationId: 'acme',
    documentId: 'note',
  };
  const { executionId } = await engine.executions.dispatch(run);
  await engine.executions.wait({ executionId, until: 'waiting' });
  await engine.idle();
  const database = new Database(file);
  copyRuns(database, RUNS);
  database.close();

  const authorize = () => ({ workspaceId: 'default', subject: 'legal', permissions: PERMISSIONS });
  const { url, close: end } = await serveLocally(createInspector({ engine, store, authorize }));
  const browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: ['--headless', '--no-sandbox', '--disable-gpu'],
  });
  onTestFinished(async () => {
    await browser.close();
    await end();
    await engine.stop();
    await close();
    rmSync(folder, { recursive: true });
  });
  const page = await browser.newPage();
  for (const path of [
    'runs',
    'runs?status=running',
    'runs?person=legal',
    'runs?documentId=note&organizationId=acme',
    'runs?due=week',
    'inbox',
  ])
    expect([path, (await page.goto(`${url}/${path}`))?.status()]).toEqual([path, 200]);
  await page.goto(`${url}/runs?status=running`);
  expect(await page.getByRole('list', { name: 'How many' }).textContent()).toContain('over 1000');
  expect(await page.locator('tbody tr').count()).toBe(50);
  await page.getByRole('link', { name: 'Older' }).click();
  await page.waitForURL(/cursor=/);
  expect(await page.locator('tbody tr').count()).toBe(50);
  // Same size as for fifty runs.
  const { length } = await (await fetch(`${url}/runs`)).text();
  expect(length).toBeLessThan(60_000);
});
