/**
 * The hooks on a page in Chromium, against a real server: changes elsewhere appear without a
 * reload.
 */
import { existsSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { type Browser, type Page, chromium } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { LETTER, type Product, product, script } from './test-support/product.js';

const CHROMIUM = '/usr/bin/chromium';
/** CI has to have it: there, a browser that is missing fails the launch, and with it the tests. */
const isSkipped = !existsSync(CHROMIUM) && !process.env['CI'];
if (isSkipped)
  console.warn(`SKIPPED: packages/client/react needs ${CHROMIUM}. It was NOT tested in a browser.`);
const browserTest = test.skipIf(isSkipped);

let browser: Browser | undefined;
beforeAll(async () => {
  if (isSkipped) return;
  const args = ['--headless', '--no-sandbox', '--disable-gpu'];
  browser = await chromium.launch({ executablePath: CHROMIUM, args });
}, 60_000);
afterAll(async () => browser?.close());

async function open({ url }: Product, user: string): Promise<Page> {
  const context = await browser!.newContext();
  await context.addCookies([{ name: 'session', value: user, url }]);
  const page = await context.newPage();
  page.setDefaultTimeout(40_000);
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  onTestFinished(async () => {
    await context.close();
    expect(complaints).toEqual([]);
  });
  await page.goto(url);
  return page;
}

const shows = (page: Page, text: string) => page.getByText(text).first().waitFor();
const isLive = (page: Page) => page.locator('#inbox[data-live=true]').waitFor();

browserTest('an inbox and a run, of two people, without a reload', async () => {
  const it = await product();
  const { engine, asked } = it;
  await engine.definitions.create(LETTER);
  const ann = await open(it, 'ann');
  const bob = await open(it, 'bob');
  await Promise.all([shows(ann, 'Waiting for you: 0'), shows(bob, 'Waiting for you: 0')]);
  await Promise.all([isLive(ann), isLive(bob)]);
  // One stream and one read for each, although React mounts everything twice in strict mode.
  expect(asked.toSorted()).toEqual([
    ...['GET events/stream', 'GET events/stream'],
    ...['POST steps/listWaiting', 'POST steps/listWaiting'],
  ]);

  const { executionId } = await engine.executions.dispatch({ definitionId: 'letter' });
  await shows(ann, 'Waiting for you: 1');
  await ann.getByRole('button', { name: 'Is the letter right?' }).click();
  await shows(ann, 'letter: running');
  await ann.getByRole('button', { name: 'Approve' }).click();
  await shows(ann, 'Waiting for you: 0');
  // It is Bob's turn; his page had no interaction.
  await shows(bob, 'Waiting for you: 1');
  await bob.getByRole('button', { name: 'May it go out?' }).click();
  const { steps } = await engine.executions.get({ executionId });
  await engine.steps.recordReviewerDecision({
    ...{ executionId, stepId: steps[1]?.stepId ?? '', reviewerId: 'bob', decision: 'approve' },
  });
  await Promise.all([shows(ann, 'letter: completed'), shows(bob, 'letter: completed')]);
  await shows(bob, 'Waiting for you: 0');
  // Each page still has one stream, for any number of hooks.
  expect(asked.filter((path) => path === 'GET events/stream')).toHaveLength(2);
});

browserTest('through an outage: what was shown stays, what happened meanwhile comes', async () => {
  const it = await product();
  await it.engine.definitions.create(LETTER);
  await it.engine.executions.dispatch({ definitionId: 'letter' });
  const page = await open(it, 'ann');
  await shows(page, 'Waiting for you: 1');
  await isLive(page);
  it.isDown = true;
  it.cut();
  await page.locator('#inbox[data-live=false]').waitFor();
  await shows(page, 'Waiting for you: 1');
  const before = it.asked.length;
  await it.engine.executions.dispatch({ definitionId: 'letter' });
  await vi.waitFor(() => expect(it.asked.length).toBeGreaterThan(before + 3));
  it.isDown = false;
  await shows(page, 'Waiting for you: 2');
  await isLive(page);
});

browserTest('an unreadable run says so, and a run of another user does not exist', async () => {
  const it = await product();
  await it.engine.definitions.create(LETTER);
  const page = await open(it, 'zoe');
  await shows(page, 'Waiting for you: 0');
  await it.engine.executions.dispatch({ definitionId: 'letter' });
  // An event of a run that is not hers never reaches her.
  await it.engine.executions.dispatch({ definitionId: 'letter' });
  await shows(page, 'Waiting for you: 0');
  expect(it.asked.filter((path) => path === 'POST steps/listWaiting')).toHaveLength(1);
});

browserTest('eight tabs of one origin share one stream, which another tab takes over', async () => {
  const it = await product();
  await it.engine.definitions.create(LETTER);
  const first = await open(it, 'ann');
  await isLive(first);
  const pages = [first];
  for (let tab = 2; tab <= 8; tab++) {
    const page = await first.context().newPage();
    page.setDefaultTimeout(40_000);
    await page.goto(it.url);
    await isLive(page);
    pages.push(page);
  }
  const streams = () => it.asked.filter((path) => path === 'GET events/stream').length;
  expect(streams()).toBe(1);
  await it.engine.executions.dispatch({ definitionId: 'letter' });
  await Promise.all(pages.map((page) => shows(page, 'Waiting for you: 1')));
  // The tab that reads the stream is closed.
  await first.close();
  await vi.waitFor(() => expect(streams()).toBe(2));
  await it.engine.executions.dispatch({ definitionId: 'letter' });
  await Promise.all(pages.slice(1).map((page) => shows(page, 'Waiting for you: 2')));
});

browserTest('a hidden tab keeps no stream, and catches up when it is visible again', async () => {
  const it = await product();
  await it.engine.definitions.create(LETTER);
  const page = await open(it, 'ann');
  await isLive(page);
  const show = (state: 'hidden' | 'visible') =>
    page.evaluate(
      `Object.defineProperty(document, 'visibilityState', { value: '${state}', configurable: true });
       document.dispatchEvent(new Event('visibilitychange'));`,
    );
  await show('hidden');
  await page.locator('#inbox[data-live=false]').waitFor();
  await it.engine.executions.dispatch({ definitionId: 'letter' });
  const before = it.asked.length;
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(it.asked.length).toBe(before);
  await show('visible');
  await shows(page, 'Waiting for you: 1');
  await isLive(page);
});

browserTest('a part that is hydrated late fits the HTML of the server', async () => {
  const it = await product();
  await it.engine.definitions.create(LETTER);
  const page = await open(it, 'ann');
  const errors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  await page.goto(`${it.url}rendered`);
  await page.getByText('0 waiting').nth(1).waitFor();
  expect(errors).toEqual([]);
});

test('a page has nothing of the server in it', async () => {
  const text = await script('production');
  expect(text).not.toMatch(/createMemoryStore|["']node:|ZodError|createApprovalEngine/);
  // React itself is some 60 kB of it.
  expect(gzipSync(text).length).toBeLessThan(80_000);
});
