/**
 * Two people write at once, in separate windows, in Chromium: unseen changes are not overwritten.
 */
import { expect } from 'vitest';
import type { Page } from 'playwright-core';
import { act } from './test-support/people.js';
import { browserTest, open, useBrowser, visit } from './test-support/started.js';

useBrowser();

const summary = (page: Page) => page.getByRole('region', { name: 'Summary' });
const button = (page: Page, name: string) => summary(page).getByRole('button', { name, exact: true });
/** In the paragraph: the same words may stand in a field. */
const says = (page: Page, words: string) =>
  summary(page).getByRole('paragraph').filter({ hasText: words }).waitFor();
const edit = async (page: Page, text: string) => {
  await button(page, 'Edit summary').click();
  await summary(page).getByRole('textbox', { name: 'Your summary' }).fill(text);
};

/** Nothing new reaches the window, as behind a proxy that has gone to sleep. */
async function cutOff(page: Page): Promise<() => Promise<void>> {
  const paths = ['**/v2/comments/list', '**/comments/get', '**/live*'];
  for (const path of paths) await page.route(path, (route) => route.abort());
  return async () => {
    for (const path of paths) await page.unroute(path);
  };
}

async function twoPeople() {
  const { page: ada, app, arrived, approval } = await open();
  await approval().waitFor();
  const bob = await visit(app.pageUrl);
  await act(bob).signIn('Bob Okafor');
  await button(bob, 'Edit summary').waitFor();
  return { ada, bob, arrived };
}

browserTest('who was slower sees what is there, keeps their own words, and decides', async () => {
  const { ada, bob, arrived } = await twoPeople();
  const connect = await cutOff(bob);
  await edit(ada, 'Clause 4 is settled.');
  await edit(bob, 'Clause 4 is open.');
  await button(ada, 'Save summary').click();
  await says(ada, 'Clause 4 is settled.');
  await button(ada, 'Edit summary').waitFor();
  // Bob has seen nothing of it; the refusal of his shows it to him.
  await says(bob, 'No summary yet.');
  await button(bob, 'Save summary').click();
  await summary(bob).getByRole('alert').waitFor();
  await says(bob, 'Clause 4 is settled.');
  await connect();
  const words = summary(bob).getByRole('textbox', { name: 'Your summary' });
  expect(await words.inputValue()).toBe('Clause 4 is open.');
  await says(ada, 'Clause 4 is settled.');
  await button(bob, 'Replace it with mine').click();
  await button(bob, 'Edit summary').waitFor();
  await says(bob, 'Clause 4 is open.');
  await says(ada, 'Clause 4 is open.');
  expect(arrived.join()).not.toContain('Clause 4');
});

browserTest('who was slower gives theirs up; a reload in between loses neither', async () => {
  const { ada, bob } = await twoPeople();
  await edit(bob, 'Of Bob.');
  await edit(ada, 'Of Ada.');
  await button(ada, 'Save summary').click();
  // The live updates have shown it before Bob saves.
  await summary(bob).getByRole('alert').waitFor();
  await says(bob, 'Of Ada.');
  await bob.reload();
  await act(bob).signIn('Bob Okafor');
  await summary(bob).getByRole('alert').waitFor();
  expect(await summary(bob).getByRole('textbox').inputValue()).toBe('Of Bob.');
  await button(bob, 'Keep theirs').click();
  await says(bob, 'Of Ada.');
  await says(ada, 'Of Ada.');
});
