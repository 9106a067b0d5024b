/** Chromium for the tests of a file, and findings of axe for a page. */
import axe from 'axe-core';
import type { HttpHandler } from '@org/approval-internal/http';
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Browser, type BrowserContextOptions, type Page, chromium } from 'playwright-core';
import { afterAll, beforeAll, onTestFinished, test } from 'vitest';
import { toNodeListener } from '../node.js';

const CHROMIUM = '/usr/bin/chromium';
/** CI needs the browser: its launch fails there instead of skipping. */
const isSkipped = !existsSync(CHROMIUM) && !process.env['CI'];
if (isSkipped) console.warn(`SKIPPED: packages/inspector needs ${CHROMIUM}. It was NOT tested in a browser.`);
export const browserTest = test.skipIf(isSkipped);

let browser: Browser | undefined;

/** Call once per test file. */
export function useBrowser(): void {
  beforeAll(async () => {
    if (!isSkipped)
      browser = await chromium.launch({
        executablePath: CHROMIUM,
        args: ['--headless', '--no-sandbox', '--disable-gpu'],
      });
  }, 60_000);
  afterAll(async () => browser?.close());
}

/** Opens a window on a handler below `/inspect`; `complaints` are the errors in its console. */
export async function openOn(handler: HttpHandler, options: BrowserContextOptions = {}) {
  const server = createServer(toNodeListener(handler));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const context = await browser!.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const complaints: string[] = [];
  const another = async () => {
    const page = await context.newPage();
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.setDefaultTimeout(40_000);
    return page;
  };
  onTestFinished(async () => {
    await context.close();
    server.closeAllConnections();
    server.close();
  });
  const page = await another();
  const { port } = server.address() as AddressInfo;
  const url = (path: string) => `http://127.0.0.1:${port}/inspect/${path}`;
  return { page, another, complaints, url, go: (path: string) => page.goto(url(path)) };
}

/** Injects axe like a debugger, past the Content-Security-Policy of the page. */
export async function faultsOf(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate<axe.AxeResults>('axe.run()');
  return violations.flatMap((it) =>
    it.nodes.map((node) => `${it.id}: ${node.target.join(' ')}: ${node.failureSummary ?? ''}`),
  );
}
