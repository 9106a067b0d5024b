/** The page in Chromium: what one of them does shows on the other's page without a reload. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, type Page, chromium } from 'playwright-core';
import { build } from 'vite';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { faultsInEveryLook, takePicture } from '../test-support/looks.js';
import { startHost } from './host.js';

const CHROMIUM = '/usr/bin/chromium';
/** CI has to have it: there, a browser that is missing fails the launch, and with it the tests. */
const isSkipped = !existsSync(CHROMIUM) && !process.env['CI'];
if (isSkipped) console.warn(`SKIPPED: examples/host needs ${CHROMIUM}. It was NOT tested in a browser.`);

const folder = mkdtempSync(join(tmpdir(), 'approval-host-page-'));
const page = join(folder, 'page');
let browser: Browser | undefined;
beforeAll(async () => {
  if (isSkipped) return;
  const configFile = fileURLToPath(new URL('vite.config.ts', import.meta.url));
  await build({ configFile, logLevel: 'error', build: { outDir: page } });
  const args = ['--headless', '--no-sandbox', '--disable-gpu'];
  browser = await chromium.launch({ executablePath: CHROMIUM, args });
}, 120_000);
afterAll(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true });
});

const complaints: string[] = [];

async function as(origin: string, name: string): Promise<Page> {
  const context = await browser!.newContext();
  onTestFinished(() => context.close());
  const window = await context.newPage();
  window.setDefaultTimeout(40_000);
  window.on('pageerror', (error) => complaints.push(String(error)));
  await window.goto(origin);
  await window.getByRole('combobox', { name: 'Signed in as' }).selectOption({ label: name });
  await window.getByRole('heading', { name: 'Your orders' }).waitFor();
  return window;
}

test.skipIf(isSkipped)('an order, a decision, and both see it at once', { timeout: 120_000 }, async () => {
  const file = join(folder, 'orders.db');
  const { origin, stop } = await startHost({ file, port: 0, page, sessionSecret: 'a secret of the test' });
  onTestFinished(stop);
  const eve = await as(origin, 'Eve Engel');
  const max = await as(origin, 'Max Mohr');
  await max.getByText('Waiting for you: 0').waitFor();

  await eve.getByRole('textbox', { name: 'What' }).fill('a chair');
  await eve.getByRole('spinbutton', { name: 'Amount' }).fill('80');
  await eve.getByRole('button', { name: 'Order' }).click();
  await eve
    .getByRole('listitem')
    .filter({ hasText: /a chair.*80\.00.*waiting.*Max Mohr decides/ })
    .waitFor();
  await max.getByText('Waiting for you: 1').waitFor();
  await takePicture(max, new URL('images/inbox.png', import.meta.url));
  expect(await faultsInEveryLook(eve, 'host-orders')).toEqual([]);
  expect(await faultsInEveryLook(max, 'host-inbox')).toEqual([]);
  await max.getByRole('button', { name: 'Approve a chair' }).click();
  await max.getByText('Waiting for you: 0').waitFor();
  await eve
    .getByRole('listitem')
    .filter({ hasText: /a chair.*approved/ })
    .waitFor();
  expect(complaints).toEqual([]);
});
