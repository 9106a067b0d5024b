/** The whole loop as people see it, in Chromium: a mention, its mail, an approval in the thread, the end of the run. */
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, type Page, chromium } from 'playwright-core';
import { build } from 'vite';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import type { ReceivedMail } from './server/mail.js';
import { type ReviewApp, startReviewApp } from './server/start.js';
import { ORGANIZATION, PEOPLE } from './setting.js';

const CHROMIUM = '/usr/bin/chromium';
const FLAGS =
  '--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync';
/** CI has to have it: there, a browser that is missing fails the launch, and with it the tests. */
const isSkipped = !existsSync(CHROMIUM) && !process.env.CI;
if (isSkipped) {
  console.warn(
    `SKIPPED: examples/review-app needs ${CHROMIUM} (apt-get install chromium). It was NOT tested.`,
  );
}
const browserTest = test.skipIf(isSkipped);

const CANARY = 'Zinnoberkanarie';
/** Where to put pictures of the page, for whoever wants to look at it. */
const { SCREENSHOTS } = process.env;

let browser: Browser | undefined;
let dist: string;

beforeAll(async () => {
  if (isSkipped) return;
  dist = await mkdtemp(join(tmpdir(), 'review-app-page-'));
  const configFile = fileURLToPath(new URL('vite.config.ts', import.meta.url));
  await build({ configFile, logLevel: 'warn', build: { outDir: dist } });
  browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS.split(' ') });
}, 60_000);
afterAll(async () => {
  await browser?.close();
  if (!isSkipped) await rm(dist, { recursive: true });
});

async function open() {
  const mails: ReceivedMail[] = [];
  const arrived: string[] = [];
  const logged: string[] = [];
  const log = (message: string, details?: unknown) =>
    void logged.push(`${message} ${JSON.stringify(details)}`);
  const app = await startReviewApp({
    page: dist,
    logger: { warn: log, error: log },
    onMail: (mail) => mails.push(mail),
    onServiceRequest: (line) => arrived.push(line),
  });
  onTestFinished(() => app.stop());
  const page = await browser!.newPage({ viewport: { width: 1280, height: 900 } });
  onTestFinished(() => page.close());
  page.setDefaultTimeout(10_000);
  page.on('console', (message) => message.type() === 'error' && logged.push(message.text()));
  page.on('pageerror', (error) => logged.push(String(error)));
  await page.goto(app.pageUrl);
  return { app, page, mails, arrived, logged };
}

const shot = async (page: Page, name: string) => {
  if (SCREENSHOTS) await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`) });
};

const who = (page: Page) => page.getByRole('combobox', { name: 'Signed in as' });
const step = (page: Page) => page.getByRole('article', { name: 'Approval step by Approvals' });
const status = (page: Page, text: string) =>
  page.getByRole('status', { name: 'Approval' }).filter({ hasText: text }).waitFor();
const focused = (page: Page) => page.locator(':focus').innerText();

/** Everything that the service has: what arrived there, what it logged, its events, its database. */
async function atTheService({ engine, executionId, folder }: ReviewApp, seen: readonly string[]) {
  const { events } = await engine.forWorkspace(ORGANIZATION).executions.getEvents({ executionId });
  const files = await Promise.all((await readdir(folder)).map((it) => readFile(join(folder, it), 'latin1')));
  return [...seen, JSON.stringify(events), ...files].join('\n');
}

browserTest('a mention, its mail, and an approval by keyboard', { timeout: 60_000 }, async () => {
  const { app, page, mails, arrived, logged } = await open();
  await step(page).getByText('Bob Okafor decides.').waitFor();
  await status(page, 'Waiting for Bob Okafor');
  expect(await page.getByRole('button', { name: 'Approve' }).count()).toBe(0);
  await page.getByRole('article', { name: 'Supply agreement' }).waitFor();

  const field = page.getByRole('textbox', { name: 'Write a comment' });
  await field.focus();
  await page.keyboard.type('@');
  await page.getByRole('listbox', { name: 'Colleagues' }).waitFor();
  await shot(page, '1-mention');
  await page.keyboard.type('b');
  await page.getByRole('option', { name: 'Bob Okafor', selected: true }).waitFor();
  await page.keyboard.press('Enter');
  await page.keyboard.type(`is clause 4 enough? ${CANARY}`);
  expect(await field.inputValue()).toBe(`@Bob Okafor is clause 4 enough? ${CANARY}`);
  await page.keyboard.press('Tab');
  expect(await focused(page)).toBe('Comment');
  await page.keyboard.press('Enter');
  await page.getByRole('article', { name: 'Comment by Ada Lindgren' }).getByText(CANARY).waitFor();

  const aboutIt = await vi.waitFor(() => {
    const found = mails.find((it) => it.text.includes(CANARY));
    expect(found).toBeDefined();
    return found;
  });
  expect(aboutIt).toMatchObject({ to: ['bob@acme.example'], subject: 'Ada Lindgren replied in a thread' });
  await shot(page, '2-written');

  await who(page).focus();
  await page.keyboard.press('ArrowDown');
  await step(page).getByRole('button', { name: 'Approve' }).waitFor();
  await page.getByRole('article', { name: 'Comment by Ada Lindgren' }).getByText(CANARY).waitFor();
  await page.keyboard.press('Tab');
  expect(await focused(page)).toBe('Approve');
  await shot(page, '3-approval');
  await page.keyboard.press('Enter');
  await status(page, 'The approval is complete.');
  await step(page).getByText('approved', { exact: true }).waitFor();
  expect(await focused(page)).toContain('Please check the contract');
  await shot(page, '4-ended');
  const { executionId, engine } = app;
  const run = await engine.forWorkspace(ORGANIZATION).executions.get({ executionId });
  expect(run.status).toBe('completed');

  const known = await atTheService(app, [...arrived, ...logged]);
  // What was looked for could have been there: the requests were recorded, and the events.
  expect(arrived.filter((it) => it.startsWith('/comments/v2/comments/save')).length).toBeGreaterThan(2);
  expect(known).toContain('step.awaiting-approval');
  const secrets = [CANARY, 'clause 4', ...PEOPLE.flatMap(({ name, email }) => [name, email])];
  expect(secrets.filter((it) => known.includes(it))).toEqual([]);
  // What the step asks is the engine's to know; the comment service does not have it either.
  expect(known).toContain('Please check the contract');
  expect(arrived.join('\n')).not.toContain('Please check the contract');
  expect(logged).toEqual([]);
});

browserTest('what is rejected is asked anew, in the same thread', { timeout: 60_000 }, async () => {
  const { page, logged } = await open();
  await page.setViewportSize({ width: 480, height: 900 });
  await who(page).selectOption({ label: 'Bob Okafor' });
  await step(page).getByRole('button', { name: 'Reject' }).click();
  await step(page).getByText('rejected', { exact: true }).waitFor();
  const again = step(page).nth(1).getByRole('button', { name: 'Approve' });
  await again.scrollIntoViewIfNeeded();
  await shot(page, '5-rejected-narrow');
  await again.click();
  await status(page, 'The approval is complete.');
  await step(page).nth(1).getByText('approved', { exact: true }).waitFor();
  expect(logged).toEqual([]);
});
