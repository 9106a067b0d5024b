/** Written text is neither lost nor duplicated. In Chromium. */
import type { Page } from 'playwright-core';
import { expect, vi } from 'vitest';
import { act } from './test-support/people.js';
import { browserTest, open, useBrowser } from './test-support/started.js';

useBrowser();

const CUSTOMER_SAVE = '**/comments/save';
const SERVICE_SAVE = '**/v2/comments/save';
const mine = (page: Page, text: string) =>
  page.getByRole('article', { name: 'Comment by Ada Lindgren' }).filter({ hasText: text });
const unsent = (page: Page) => page.getByRole('article', { name: 'Unsent comment by Ada Lindgren' });
const again = (page: Page) => unsent(page).getByRole('button', { name: 'Try again' });
const discard = (page: Page) => unsent(page).getByRole('button', { name: 'Discard' });

interface Saved {
  readonly data: { readonly commentId: number };
}

/** Number of comments the service was asked to store; it knows their ids. */
const savedIds = (arrived: readonly string[]) =>
  new Set(
    arrived
      .filter((it) => it.startsWith('/comments/v2/comments/save') && it.includes('"comment.add"'))
      .map((it) => (JSON.parse(it.slice(it.indexOf('{"data":'))) as Saved).data.commentId),
  );

browserTest('"Try again" after a lost answer does not write the comment twice', async () => {
  const { page, arrived, mails, field, comment, approval } = await open();
  await approval().waitFor();
  // The service stores it, and its answer is lost; nor can the page look whether it is there.
  await page.route(SERVICE_SAVE, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await page.route('**/v2/comments/list', (route) => route.abort());
  await field.fill('Once, @Bob Okafor.');
  await page.keyboard.press('Control+Enter');
  await again(page).waitFor();
  await page.unroute(SERVICE_SAVE);
  await again(page).click();
  await page.unroute('**/v2/comments/list');
  await unsent(page).waitFor({ state: 'detached' });
  await comment('And another, @Bob Okafor.');
  expect(await mine(page, 'Once').count()).toBe(1);
  expect(savedIds(arrived).size).toBe(2);
  await vi.waitFor(() => expect(mails.some((it) => it.text.includes('And another'))).toBe(true));
  expect(mails.filter((it) => it.text.includes('Once,') && it.to.includes('bob@acme.example'))).toHaveLength(
    1,
  );
});

browserTest('a comment whose answer was lost is found by itself', async () => {
  const { page, field } = await open();
  await page.route(
    SERVICE_SAVE,
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await field.fill('It arrived.');
  await page.keyboard.press('Control+Enter');
  await mine(page, 'It arrived.').getByRole('time').waitFor();
  await unsent(page).waitFor({ state: 'detached' });
  expect(await mine(page, 'It arrived.').count()).toBe(1);
});

browserTest('what is typed while a comment is on its way stays', async () => {
  const { page, field } = await open();
  let release: (() => void) | undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(CUSTOMER_SAVE, async (route) => {
    await held;
    await route.continue();
  });
  await field.fill('The first.');
  await page.keyboard.press('Control+Enter');
  await mine(page, 'The first.').getByText('Sending…').waitFor();
  await page.keyboard.type('The second, meanwhile');
  release?.();
  await mine(page, 'The first.').getByRole('time').waitFor();
  expect(await field.inputValue()).toBe('The second, meanwhile');
});

browserTest(
  'a comment that was not sent keeps its words, over a reload too, until its author gives it up',
  async () => {
    const { page, field } = await open();
    await page.route(CUSTOMER_SAVE, (route) => route.abort());
    await field.fill('Do not lose me.');
    await page.getByRole('button', { name: 'Comment', exact: true }).click();
    await unsent(page).getByText('Do not lose me.').waitFor();
    await page.reload();
    await unsent(page).getByText('Do not lose me.').waitFor();
    await again(page).click();
    await again(page).waitFor();
    await discard(page).click();
    await unsent(page).getByText('Not discarded').waitFor();
    await page.unroute(CUSTOMER_SAVE);
    await discard(page).click();
    await unsent(page).waitFor({ state: 'detached' });
  },
);

browserTest('a comment that was not sent outlives its tab, and other tabs know when it was', async () => {
  const { app, page } = await open();
  const another = async () => {
    const opened = page.context().waitForEvent('page');
    // Without an opener it starts with the storage of a new tab.
    await page.evaluate(`void window.open(${JSON.stringify(app.pageUrl)}, '_blank', 'noopener')`);
    return opened;
  };
  const closed = await another();
  await closed.route(CUSTOMER_SAVE, (route) => route.abort());
  await act(closed).field.fill('Do not lose me.');
  await closed.keyboard.press('Control+Enter');
  await again(closed).waitFor();
  await closed.close();
  await again(page).waitFor();
  const next = await another();
  await again(next).click();
  for (const tab of [next, page]) {
    await mine(tab, 'Do not lose me.').getByRole('time').waitFor();
    await unsent(tab).waitFor({ state: 'detached' });
  }
});

browserTest('a comment that arrived, and that its author gave up, is taken back', async () => {
  const { page, arrived, field } = await open();
  await page.route(
    SERVICE_SAVE,
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await page.route('**/v2/comments/list', (route) => route.abort());
  await field.fill('Better not.');
  await page.keyboard.press('Control+Enter');
  await discard(page).click();
  await unsent(page).waitFor({ state: 'detached' });
  await page.unroute('**/v2/comments/list');
  await page.reload();
  await field.waitFor();
  await vi.waitFor(() => expect(arrived.some((it) => it.includes('"withdraws"'))).toBe(true));
  expect(await mine(page, 'Better not.').count()).toBe(0);
});

browserTest('a draft is kept for each person, over a switch of user and a reload', async () => {
  const { page, field, signIn } = await open();
  await field.fill('Half a sentence');
  await signIn('Bob Okafor');
  expect(await field.inputValue()).toBe('');
  await field.fill('of Bob');
  await page.reload();
  await field.waitFor();
  expect(await field.inputValue()).toBe('Half a sentence');
  await signIn('Bob Okafor');
  expect(await field.inputValue()).toBe('of Bob');
});

browserTest('Enter that ends a composition takes no mention and sends nothing', async () => {
  const { page, field } = await open();
  const keys = await page.context().newCDPSession(page);
  await field.focus();
  await page.keyboard.type('@');
  await page.getByRole('listbox', { name: 'Colleagues' }).waitFor();
  await keys.send('Input.imeSetComposition', { text: 'b', selectionStart: 1, selectionEnd: 1 });
  await page.getByRole('option', { name: 'Bob Okafor', selected: true }).waitFor();
  await keys.send('Input.dispatchKeyEvent', {
    type: 'rawKeyDown',
    key: 'Enter',
    code: 'Enter',
    windowsVirtualKeyCode: 229,
  });
  expect(await field.inputValue()).toBe('@b');
  await keys.send('Input.insertText', { text: 'b' });
  await page.keyboard.press('Enter');
  expect(await field.inputValue()).toBe('@Bob Okafor ');
});

browserTest(
  'a taken mention and what is typed behind it have one space, and none before a mark',
  async () => {
    const { page, field } = await open();
    await field.focus();
    await page.keyboard.type('@b');
    await page.keyboard.press('Enter');
    await page.keyboard.type(' and @c');
    await page.keyboard.press('Enter');
    await page.keyboard.type(', look');
    expect(await field.inputValue()).toBe('@Bob Okafor and @Carol Reyes, look');
  },
);

browserTest('the list of colleagues closes when the field is left, and on Escape', async () => {
  const { page, field } = await open();
  const list = page.getByRole('listbox', { name: 'Colleagues' });
  await field.focus();
  await page.keyboard.type('@');
  await list.waitFor();
  await page.getByRole('heading', { name: 'Supply agreement' }).click();
  await list.waitFor({ state: 'detached' });
  await field.focus();
  await list.waitFor();
  await page.keyboard.press('Escape');
  await list.waitFor({ state: 'detached' });
});

browserTest.for(['Control+Enter', 'Meta+Enter'])('%s sends, Enter begins a line', async (keys) => {
  const { page, field } = await open();
  await field.focus();
  await page.keyboard.type('One line,');
  await page.keyboard.press('Enter');
  await page.keyboard.type('and another.');
  await page.keyboard.press(keys);
  await mine(page, 'and another.').getByRole('time').waitFor();
  expect(await field.inputValue()).toBe('');
});
