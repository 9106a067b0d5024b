/** Chromium for the test of the page. */
import axe from 'axe-core';
import { existsSync } from 'node:fs';
import { type Page, chromium } from 'playwright-core';
import { onTestFinished, test } from 'vitest';

const CHROMIUM = '/usr/bin/chromium';
/** CI needs the browser: its launch fails there instead of skipping. */
const isSkipped = !existsSync(CHROMIUM) && !process.env['CI'];
if (isSkipped) console.warn(`SKIPPED: packages/record needs ${CHROMIUM}. It was NOT tested in a browser.`);
export const browserTest = test.skipIf(isSkipped);

/** A page that is closed with the test; it has as much time as the machine needs. */
export async function browserPage(): Promise<Page> {
  const browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: ['--headless', '--no-sandbox', '--disable-gpu'],
  });
  onTestFinished(() => browser.close());
  return (await browser.newContext({ viewport: { width: 1_000, height: 900 } })).newPage();
}

/** Findings of axe. It is injected like a debugger, past the policy of the page. */
export async function faultsOf(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate<axe.AxeResults>('axe.run()');
  return violations.map((it) => `${it.id}: ${it.nodes.map((node) => node.html).join(' ')}`);
}
