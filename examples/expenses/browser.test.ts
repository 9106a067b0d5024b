/** The application in Chromium: reviewers, absences, and expenses without a possible reviewer. */
import { existsSync } from 'node:fs';
import { type Browser, type Page, chromium } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { faultsInEveryLook, takePicture } from '../test-support/looks.js';
import { startExpenses } from './server.js';

const CHROMIUM = '/usr/bin/chromium';
/** CI has to have it: there, a browser that is missing fails the launch, and with it the tests. */
const isSkipped = !existsSync(CHROMIUM) && !process.env['CI'];
if (isSkipped) console.warn(`SKIPPED: examples/expenses needs ${CHROMIUM}. It was NOT tested in a browser.`);
const browserTest = test.skipIf(isSkipped);

let browser: Browser | undefined;
beforeAll(async () => {
  const args = ['--headless', '--no-sandbox', '--disable-gpu'];
  if (!isSkipped) browser = await chromium.launch({ executablePath: CHROMIUM, args });
}, 60_000);
afterAll(async () => browser?.close());

/** The application, and a window for each of its people. */
async function started() {
  const { url, engine, stop } = await startExpenses({ store: 'sqlite::memory:', port: 0 });
  const complaints: string[] = [];
  onTestFinished(stop);
  async function as(userId: string): Promise<Page> {
    const context = await browser!.newContext();
    onTestFinished(() => context.close());
    const page = await context.newPage();
    page.setDefaultTimeout(40_000);
    page.on('pageerror', (error) => complaints.push(String(error)));
    await page.goto(url);
    await Promise.all([
      page.waitForEvent('load'),
      page.getByRole('combobox', { name: 'Signed in as' }).selectOption(userId),
    ]);
    await page.getByRole('option', { name: 'Choose a person' }).waitFor({ state: 'detached' });
    return page;
  }
  const submit = async (page: Page, purpose: string, amount: number) => {
    await page.goto(`${url}/submit.html`);
    await page.getByRole('textbox', { name: 'What for' }).fill(purpose);
    await page.getByRole('spinbutton', { name: 'Amount' }).fill(String(amount));
    await page.getByRole('textbox', { name: 'Receipt' }).fill('https://files.example.com/receipt-1');
    await page.getByRole('button', { name: 'Submit' }).click();
    await page.getByRole('listitem').filter({ hasText: purpose }).waitFor();
  };
  const press = async (page: Page, name: string) => {
    await page.reload();
    await page.getByRole('button', { name, exact: true }).click();
    await page.getByRole('button', { name, exact: true }).waitFor({ state: 'detached' });
  };
  const state = (page: Page, words: string) =>
    page.getByRole('listitem').filter({ hasText: words }).waitFor();
  return { url, engine, complaints, as, submit, press, state };
}

browserTest('managers up to the limit, then finance, then it is paid', { timeout: 120_000 }, async () => {
  const { as, submit, press, state, complaints } = await started();
  const eve = await as('eve');
  await submit(eve, 'a conference', 1_500);
  await state(eve, 'Waiting for Max Mohr');
  const max = await as('max');
  await state(max, 'Approve: others are asked next.');
  await press(max, 'Approve');
  await state(eve, 'Waiting for Dora Dahl');
  const dora = await as('dora');
  await state(dora, 'Approve: finance is asked next.');
  await press(dora, 'Approve');
  await state(eve, 'Waiting for Fay Funk or Gus Graf');

  // Fay reserves it, and Gus sees that she has.
  const [fay, gus] = [await as('fay'), await as('gus')];
  await press(fay, 'Reserve');
  await gus.reload();
  await state(gus, 'Fay Funk has reserved it.');
  expect(await gus.getByRole('button', { name: 'Approve' }).count()).toBe(0);
  await press(fay, 'Approve');
  await state(eve, 'Approved, and paid');
  expect(complaints).toEqual([]);
});

browserTest('the manager is away: the substitute answers, with a reason', { timeout: 120_000 }, async () => {
  const { as, submit, state, complaints } = await started();
  const [eve, max, sue] = [await as('eve'), await as('max'), await as('sue')];
  const day = (time: number) => new Date(time).toLocaleDateString('en-CA');
  await max.getByLabel('First day').fill(day(Date.now()));
  await max.getByLabel('Last day').fill(day(Date.now() + 86_400_000));
  await max.getByLabel('Decides for you').selectOption('sue');
  await max.getByRole('button', { name: 'Set' }).click();
  await state(max, 'Sue Sand decides for you.');
  await submit(eve, 'a taxi', 40);
  await state(eve, 'Waiting for Max Mohr or Sue Sand');

  await sue.reload();
  await sue.getByRole('button', { name: 'Send back for Max Mohr' }).click();
  await sue.getByRole('status').filter({ hasText: 'reason' }).waitFor();
  await sue.getByRole('textbox', { name: 'Reason, for a taxi' }).fill('by train, please');
  await sue.getByRole('button', { name: 'Send back for Max Mohr' }).click();
  await state(eve, 'Sent back');
  expect(complaints).toEqual([]);
});

browserTest(
  'submitters cannot approve their own expenses through any request',
  { timeout: 120_000 },
  async () => {
    const { as, submit, state, engine, url } = await started();
    const fay = await as('fay');
    await submit(fay, 'a desk', 600);
    await state(fay, 'Waiting for Dora Dahl');
    const { items } = await engine.steps.listWaiting();
    const { executionId = '', stepId = '' } = items[0] ?? {};
    const sent = async (data: object) => {
      const headers = { 'content-type': 'application/json' };
      const response = await fay.request.post(`${url}/approvals/v2/workflow/steps/recordReviewerDecision`, {
        headers,
        data: { data: { executionId, stepId, decision: 'approve', ...data } },
      });
      return response.status();
    };
    expect([await sent({ reviewerId: 'fay' }), await sent({ reviewerId: 'dora' })]).toEqual([403, 403]);
    await engine.steps.recordReviewerDecision({
      executionId,
      stepId,
      reviewerId: 'dora',
      decision: 'approve',
    });
    // She is of finance, and is not asked.
    await state(fay, 'Waiting for Gus Graf');
  },
);

browserTest(
  'an expense above all limits is not approved, and the page says why',
  { timeout: 120_000 },
  async () => {
    const { as, submit, state } = await started();
    const eve = await as('eve');
    await submit(eve, 'a house', 200_000);
    await state(eve, 'No reviewer may approve this');
  },
);

browserTest('axe finds nothing on either page, in any look', { timeout: 120_000 }, async () => {
  const { as, submit, url } = await started();
  const [eve, max] = [await as('eve'), await as('max')];
  await submit(eve, 'a chair', 80);
  await max.goto(url);
  await max.getByRole('button', { name: 'Approve' }).waitFor();
  await takePicture(max, new URL('images/inbox.png', import.meta.url));
  expect(await faultsInEveryLook(eve, 'expenses-submitter')).toEqual([]);
  expect(await faultsInEveryLook(max, 'expenses-inbox')).toEqual([]);
});
