/**
 * Decisions: made in two steps, with a reason, and shown to all with name, time and reason. In
 * Chromium.
 */
import { expect } from 'vitest';
import { ORGANIZATION } from './setting.js';
import { PHONE } from './test-support/people.js';
import { browserTest, open, useBrowser } from './test-support/started.js';

useBrowser();

browserTest('changes are requested with a reason, and asked about in a second round', async () => {
  const { app, page, approval, decide, decision, signIn, state, logged } = await open();
  const run = () => app.engine.forWorkspace(ORGANIZATION).executions.get({ executionId: app.executionId });
  await signIn('Bob Okafor');
  await decision.getByRole('button', { name: 'Request changes…' }).click();
  await decision.getByRole('button', { name: 'Request changes', exact: true }).click();
  await decision.getByRole('alert').filter({ hasText: 'Say what has to change' }).waitFor();
  expect(await page.locator(':focus').getAttribute('aria-invalid')).toBe('true');
  expect((await run()).steps).toHaveLength(1);

  await decision.getByRole('textbox', { name: 'What has to change?' }).fill('Raise the limit.');
  await decision.getByRole('button', { name: 'Request changes', exact: true }).click();
  await state('Changes requested, round 2 · waiting for Bob Okafor');
  const first = approval().locator('.decided');
  expect(await first.innerText()).toMatch(/^Changes requested by Bob Okafor just now\s+Raise the limit\.$/);
  expect(await first.getByRole('time').getAttribute('title')).toMatch(
    /^\w+,? \d+ \w+ \d{4} at \d\d:\d\d:\d\d$/,
  );
  const second = approval('Approval, round 2');
  await second.getByText('Bob Okafor requested changes. Please check the contract once more.').waitFor();
  await second.getByText('You decide').waitFor();
  // The reason stands with the decision, and nowhere else.
  expect(await page.getByText('Raise the limit.').count()).toBe(1);

  await signIn('Ada Lindgren');
  await second.getByText('Waiting for Bob Okafor').waitFor();
  expect(await decision.count()).toBe(0);
  await signIn('Bob Okafor');
  await decide('approve', '');
  await state('Approved by Bob Okafor on ');
  await second.getByText('Approved by Bob Okafor').waitFor();
  expect(logged).toEqual([]);
});

browserTest('rejected in every round, the document is not approved, and can be sent again', async () => {
  const { page, decide, decision, signIn, state } = await open();
  await signIn('Bob Okafor');
  for (const round of [1, 2, 3]) {
    await decision.getByRole('heading', { name: round === 1 ? 'Your decision' : `round ${round}` }).waitFor();
    await decide('reject', `Not in round ${round}.`);
  }
  await state('Not approved by Bob Okafor, after 3 rounds');
  await page.getByRole('button', { name: 'Send for approval again' }).click();
  await state('In review · waiting for Bob Okafor');
  await decision.waitFor();
  await page.getByText('Not in round 1.').waitFor();
});

browserTest('the approval runs again without a restart, once however often it is asked for', async () => {
  const { app, page, decide, signIn, state } = await open();
  await signIn('Bob Okafor');
  await decide('approve', 'As agreed.');
  await state('Approved by Bob Okafor on ');
  await page.getByRole('button', { name: 'Send for approval again' }).dblclick();
  await state('In review · waiting for Bob Okafor');
  const { items } = await app.engine.forWorkspace(ORGANIZATION).executions.list({});
  expect(items.map((it) => it.status)).toEqual(['running', 'completed']);
  // The earlier decision is still shown.
  await page.getByText('As agreed.').waitFor();
});

browserTest(
  'a decision that was not recorded keeps its words, and a repeat does not write them twice',
  async () => {
    const { page, approval, decide, decision, signIn, state } = await open();
    await signIn('Bob Okafor');
    await page.route('**/recordReviewerDecision', (route) => route.abort());
    await decide('reject', 'Raise the limit.');
    await decision.getByRole('alert').filter({ hasText: 'was not recorded' }).waitFor();
    expect(await decision.getByRole('textbox').inputValue()).toBe('Raise the limit.');
    await page.unroute('**/recordReviewerDecision');
    await decision.getByRole('textbox').fill('Raise the limit to 5 million.');
    await decision.getByRole('button', { name: 'Request changes', exact: true }).click();
    await state('Changes requested, round 2');
    await approval().getByText('Raise the limit to 5 million.').waitFor();
    expect(await page.getByText('Raise the limit').count()).toBe(1);
  },
);

browserTest('the form goes away with Escape, and the focus goes back to its button', async () => {
  const { page, decision, signIn } = await open();
  await signIn('Bob Okafor');
  await decision.getByRole('button', { name: 'Approve…' }).press('Enter');
  await decision.getByRole('textbox').pressSequentially('Kept');
  await page.keyboard.press('Escape');
  await decision.getByRole('textbox').waitFor({ state: 'detached' });
  expect(await page.locator(':focus').innerText()).toBe('Approve…');
  await page.keyboard.press('Enter');
  expect(await decision.getByRole('textbox').inputValue()).toBe('Kept');
});

browserTest('on a phone the decision is in view, wherever one reads', async () => {
  const { page, decision, signIn } = await open({ viewport: PHONE });
  await signIn('Bob Okafor');
  const approve = decision.getByRole('button', { name: 'Approve…' });
  const isInView = async () => {
    const box = await approve.boundingBox();
    return box !== null && box.y >= 0 && box.y + box.height <= PHONE.height;
  };
  await approve.waitFor();
  expect(await page.evaluate<number>('scrollY')).toBe(0);
  expect(await isInView()).toBe(true);
  await page.getByRole('textbox', { name: 'Write a comment' }).scrollIntoViewIfNeeded();
  expect(await page.evaluate<number>('scrollY')).toBeGreaterThan(0);
  expect(await isInView()).toBe(true);
  // Nothing is hidden below it either: the end of the page can be scrolled above it.
  await page.evaluate('scrollTo(0, document.body.scrollHeight)');
  const send = await page.getByRole('button', { name: 'Comment', exact: true }).boundingBox();
  const panel = await decision.boundingBox();
  expect((send?.y ?? 0) + (send?.height ?? 0)).toBeLessThanOrEqual(panel?.y ?? 0);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(PHONE.width);
});
