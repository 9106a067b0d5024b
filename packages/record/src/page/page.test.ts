/** The page that an auditor opens from the disk. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished } from 'vitest';
import { COMPLETE, INTACT, KEYS, noteOf, vectors } from '../test-support/forge.js';
import { browserPage, browserTest, faultsOf } from '../test-support/browser.js';
import { verifyPage } from './page.js';

browserTest(
  'a bundle is chosen, and its verdict and decisions are shown',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'approval-verify-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const put = (name: string, text: string): string => {
      writeFileSync(join(folder, name), text);
      return join(folder, name);
    };
    const page = await browserPage();
    const asked: string[] = [];
    page.on('request', (it) => asked.push(it.url()));
    const url = pathToFileURL(put('verify.html', await verifyPage())).href;
    await page.goto(url);
    await page.fill('#keys', KEYS.join('\n'));
    await page.setInputFiles('#bundle', put('decisions.jsonl', INTACT));
    await page.waitForSelector('.result.INTACT');
    const text = await page.innerText('.result');
    for (const part of [
      'what the bundle shows is what was recorded',
      'ann@example.com approved at 2026-11-25 13:27:21.538 UTC',
      'node review of sign-off, version 1',
      'Looks fine to me',
      'an execution that was left out of it does not show',
    ])
      expect(text).toContain(part);
    expect(await faultsOf(page)).toEqual([]);
    const screenshot = process.env['RECORD_SCREENSHOT'];
    if (screenshot !== undefined) await page.screenshot({ path: screenshot, fullPage: true });

    await page.setInputFiles(
      '#anchors',
      put('anchors.jsonl', JSON.stringify({ at: 1, note: noteOf(vectors.log.leaves) })),
    );
    await page.setInputFiles('#bundle', put('complete.jsonl', COMPLETE));
    await page.getByText('complete.jsonl').waitFor();
    expect(await page.innerText('.notes')).not.toContain('signing key');

    const hostile = INTACT.replace('Looks fine to me', '<img src=x onerror=alert(1)>');
    await page.setInputFiles('#bundle', put('hostile.jsonl', hostile));
    await page.waitForSelector('.result.ALTERED');
    expect(await page.locator('.result img').count()).toBe(0);
    expect(asked).toEqual([url]);
  },
  120_000,
);
