/** Everything started for one test, and the page opened in Chromium. */
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContextOptions, type Page, chromium } from 'playwright-core';
import { build } from 'vite';
import { afterAll, beforeAll, onTestFinished, test } from 'vitest';
import type { ReceivedMail } from '../server/mail.js';
import { type ReviewAppOptions, startReviewApp } from '../server/start.js';
import { CHROMIUM, FLAGS, WIDE, act } from './people.js';

/** CI has to have it: there, a browser that is missing fails the launch, and with it the tests. */
const isSkipped = !existsSync(CHROMIUM) && !process.env.CI;
if (isSkipped) {
  console.warn(
    `SKIPPED: examples/review-app needs ${CHROMIUM} (apt-get install chromium). It was NOT tested.`,
  );
}

/** A test in Chromium, skipped with a warning if it is missing. */
export const browserTest = test.skipIf(isSkipped);

let browser: Browser | undefined;
let dist: string;

/** At the top of each file with browser tests: one built page and one browser for all of them. */
export function useBrowser(): void {
  beforeAll(async () => {
    if (isSkipped) return;
    dist = await mkdtemp(join(tmpdir(), 'review-app-page-'));
    const configFile = fileURLToPath(new URL('../vite.config.ts', import.meta.url));
    await build({ configFile, logLevel: 'error', build: { outDir: dist } });
    browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    if (!isSkipped) await rm(dist, { recursive: true });
  });
}

/** Starts everything. `stop` may be called before the test ends. */
export async function start(ports?: ReviewAppOptions['ports']) {
  const mails: ReceivedMail[] = [];
  const arrived: string[] = [];
  const logged: string[] = [];
  const log = (message: string, details?: unknown) =>
    void logged.push(`${message} ${JSON.stringify(details)}`);
  const app = await startReviewApp({
    page: dist,
    ...(ports && { ports }),
    logger: { warn: log, error: log },
    onMail: (mail) => mails.push(mail),
    onServiceRequest: (line) => arrived.push(line),
  });
  let stopped: Promise<void> | undefined;
  const stop = () => (stopped ??= app.stop());
  onTestFinished(stop);
  return { app, mails, arrived, logged, stop };
}

/** Another window: nothing is shared with those that are open. */
export async function visit(url: string, options: BrowserContextOptions = {}): Promise<Page> {
  if (browser === undefined) throw new Error('call useBrowser() at the top of the file');
  const page = await browser.newPage({ viewport: WIDE, ...options });
  onTestFinished(() => page.close());
  page.setDefaultTimeout(40_000);
  await page.goto(url);
  return page;
}

/** Everything started, and a window of Ada's on the page. */
export async function open(options?: BrowserContextOptions) {
  const started = await start();
  const page = await visit(started.app.pageUrl, options);
  page.on('console', (message) => message.type() === 'error' && started.logged.push(message.text()));
  page.on('pageerror', (error) => started.logged.push(String(error)));
  return { ...started, page, ...act(page) };
}
