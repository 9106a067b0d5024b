/**
 * Pages in a browser: live, by keyboard alone, without JavaScript, and as a screen reader has them.
 */
import { existsSync } from 'node:fs';
import { type Browser, type BrowserContextOptions, type Page, chromium } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createDesk } from '../test-support/desk.js';

const CHROMIUM = '/usr/bin/chromium';
const isSkipped = !existsSync(CHROMIUM) && !process.env['CI'];
if (isSkipped)
  console.warn(`SKIPPED: packages/http needs ${CHROMIUM}. Its pages were NOT tested in a browser.`);
const browserTest = test.skipIf(isSkipped);
/** Far below the minute in which pages refresh without an event. */
const SOON_MS = 25_000;

let browser: Browser | undefined;
beforeAll(async () => {
  const args = ['--headless', '--no-sandbox', '--disable-gpu'];
  if (!isSkipped) browser = await chromium.launch({ executablePath: CHROMIUM, args });
}, 60_000);
afterAll(() => browser?.close());

async function desk(options: BrowserContextOptions = {}) {
  const it = await createDesk();
  const context = await browser!.newContext({ locale: 'en', ...options });
  onTestFinished(async () => {
    await context.close();
    await it.close();
  });
  await context.addCookies([{ name: 'user', value: 'maria', url: it.url }]);
  const page = await context.newPage();
  page.setDefaultTimeout(SOON_MS);
  const run = `${it.url}/runs/${it.step.executionId}?step=${it.step.stepId}`;
  const { subject } = await it.engine.executions.get({ executionId: it.step.executionId });
  const approve = (reviewerId: string) =>
    it.engine.steps.recordReviewerDecision({
      ...{ ...it.step, reviewerId, decision: 'approve', subjectDigest: subject?.digest },
      values: { 'Book on': '4400 Workplace, shared' },
    });
  return { ...it, page, run, approve };
}

const titles = (page: Page) => page.locator('.ap-item-title').allTextContents();

browserTest(
  'a decision made elsewhere shows on the request, and what was typed before stays',
  async () => {
    const { page, run, approve } = await desk();
    await page.goto(run);
    await page.locator('input[value=reject]').check();
    await page.locator('#reason').fill('too expensive');
    await approve('fay');
    await page.locator('.ap-person', { hasText: 'Fay Adler' }).getByText('approved').waitFor();
    expect(await page.locator('#reason').inputValue()).toBe('too expensive');
    await approve('gus');
    await page
      .getByRole('heading', { name: 'Already decided: approved by Fay Adler and Gus Nakamura' })
      .waitFor();
    expect(await page.locator('#answer').count()).toBe(0);
  },
  120_000,
);

browserTest(
  'in the inbox nothing moves: what is new waits behind a button, what is answered stays with a note',
  async () => {
    const { page, url, approve, start } = await desk();
    await page.goto(`${url}/`);
    const before = await titles(page);
    await start('access', { title: 'Write access for one day' });
    await page.getByRole('button', { name: 'Show new requests' }).waitFor();
    expect(await titles(page)).toEqual(before);
    await approve('fay');
    await approve('gus');
    await page.locator('.ap-item', { hasText: '48 standing desks' }).getByText('Nothing is left').waitFor();
    expect(await titles(page)).toEqual(before);
    await page.getByRole('button', { name: 'Show new requests' }).click();
    await page.getByRole('link', { name: 'Write access for one day' }).waitFor();
    expect(await titles(page)).not.toContain('48 standing desks, Leipzig office');
  },
  120_000,
);

browserTest(
  'by the keyboard alone: from the inbox to a recorded answer',
  async () => {
    const { page, url, engine, step } = await desk();
    await page.goto(`${url}/`);
    const { keyboard } = page;
    const focused = () => page.evaluate<string>(`document.activeElement?.textContent?.trim() ?? ''`);
    await keyboard.press('j');
    expect(await focused()).toBe('48 standing desks, Leipzig office');
    await keyboard.press('j');
    await keyboard.press('k');
    await keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: '48 standing desks' }).waitFor();
    await page.getByRole('radio', { name: 'Approve' }).focus();
    await keyboard.press('Space');
    await keyboard.press('Tab');
    await keyboard.press('ArrowDown');
    await keyboard.press('Tab'); // the discount
    await keyboard.press('Enter'); // sends nothing
    await keyboard.press('Tab'); // the reason
    await keyboard.press('Tab');
    await keyboard.press('Enter');
    await page.getByRole('heading', { name: 'You approved it' }).waitFor();
    const { steps } = await engine.executions.get({ executionId: step.executionId });
    expect(steps[0]?.people?.places.find(({ holder }) => holder === 'maria')?.answer?.decision).toBe(
      'approve',
    );
  },
  120_000,
);

browserTest(
  'without JavaScript: a question, its answer by the one who was asked, and handing over',
  async () => {
    const { page, run, url, engine, step } = await desk({ javaScriptEnabled: false });
    await page.goto(run);
    await page.getByText('Ask a question first').click();
    await page.locator('#question').fill('Is the offer <b>binding</b>?');
    await page.getByRole('button', { name: 'Send the question' }).click();
    await page.getByText('Is the offer <b>binding</b>?').waitFor();
    await page.context().addCookies([{ name: 'user', value: 'jonas', url }]);
    await page.goto(run);
    expect(await page.locator('#answer').count()).toBe(0);
    await page.getByRole('textbox', { name: 'Your reply' }).fill('It holds for two weeks.');
    await page.getByRole('button', { name: 'Send the reply' }).click();
    await page.getByText('It holds for two weeks.').waitFor();
    await page.context().addCookies([{ name: 'user', value: 'maria', url }]);
    await page.goto(run);
    await page.getByText('Hand over').first().click();
    await page.locator('#toUserId').selectOption({ label: 'Max Brandt' });
    await page.getByRole('button', { name: 'Hand over' }).click();
    await page.getByRole('heading', { name: 'You handed it over to Max Brandt' }).waitFor();
    const { steps } = await engine.executions.get({ executionId: step.executionId });
    expect(steps[0]?.people?.places.map(({ holder }) => holder)).toContain('max');
  },
  120_000,
);

browserTest(
  'a person with a screen reader finds the request, reads it, and learns what each answer does',
  async () => {
    const { page, url, run } = await desk();
    await page.goto(`${url}/`);
    const inbox = await page.locator('body').ariaSnapshot();
    for (const part of [
      '- link "Skip to the content"',
      '- heading "Inbox" [level=1]',
      '- navigation "Views"',
      '- heading "48 standing desks, Leipzig office" [level=3]',
      '€12,400.00',
      'You are asked by name.',
      /Due (today|tomorrow)/,
    ])
      expect(inbox).toMatch(part);
    await page.goto(run);
    const request = await page.locator('main').ariaSnapshot();
    const places = [
      '- heading "48 standing desks, Leipzig office" [level=1]',
      '€12,400.00',
      '- blockquote',
      'Supplier',
      '- columnheader "Quantity"',
      '- heading "Questions" [level=2]',
      '- heading "Reviewers" [level=2]',
      '- heading "Your answer" [level=2]',
      '- radio "Approve Other reviewers are still asked."',
      '- radio "Reject Other reviewers are still asked."',
    ].map((part) => request.indexOf(part));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  },
  120_000,
);

browserTest(
  'an absence is planned and removed, and its days are those of the reader',
  async () => {
    const { page, url, engine } = await desk({ javaScriptEnabled: false });
    await page.goto(`${url}/absence`);
    await page.locator('#from').fill('2030-07-01');
    await page.locator('#until').fill('2030-07-14');
    await page.locator('#substituteId').selectOption({ label: 'Fay Adler' });
    await page.getByRole('button', { name: 'Save the absence' }).click();
    await page.getByText('Jul 1, 2030 to Jul 14, 2030. Fay Adler answers for you.').waitFor();
    const { items } = await engine.people.listAbsences({ userId: 'maria' });
    expect(items).toMatchObject([
      // Midnight in Berlin.
      { from: Date.UTC(2030, 5, 30, 22), until: Date.UTC(2030, 6, 14, 22), substituteId: 'fay' },
    ]);
    await page.getByRole('button', { name: 'Remove' }).click();
    await page.getByText('No absence is planned.').waitFor();
  },
  120_000,
);
