/**
 * The complete flow in Chromium: a mention, its mail, an approval in the thread, the end of the
 * run.
 */
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import type { ReviewApp } from './server/start.js';
import { ORGANIZATION, PEOPLE } from './setting.js';
import { browserTest, open, useBrowser } from './test-support/started.js';

useBrowser();

const CANARY = 'Zinnoberkanarie';
const REASON = 'Klausel vier gilt';

/** All data of the service: requests, logs, events, database. */
async function atTheService({ engine, executionId, folder }: ReviewApp, seen: readonly string[]) {
  const { events } = await engine.forWorkspace(ORGANIZATION).executions.getEvents({ executionId });
  const files = await Promise.all((await readdir(folder)).map((it) => readFile(join(folder, it), 'latin1')));
  return [...seen, JSON.stringify(events), ...files].join('\n');
}

browserTest('a mention, its mail, and an approval by keyboard', { timeout: 120_000 }, async () => {
  const { app, page, mails, arrived, logged, field, decision, approval, state } = await open();
  const focused = () => page.locator(':focus').innerText();
  await approval().getByText('Waiting for Bob Okafor').waitFor();
  await state('In review · waiting for Bob Okafor');
  expect(await decision.count()).toBe(0);
  await page.getByRole('article', { name: 'Supply agreement' }).waitFor();

  await field.focus();
  await page.keyboard.type('@');
  await page.getByRole('listbox', { name: 'Colleagues' }).waitFor();
  await page.keyboard.type('b');
  await page.getByRole('option', { name: 'Bob Okafor', selected: true }).waitFor();
  await page.keyboard.press('Enter');
  await page.keyboard.type(`is clause 4 enough? ${CANARY}`);
  expect(await field.inputValue()).toBe(`@Bob Okafor is clause 4 enough? ${CANARY}`);
  await page.keyboard.press('Tab');
  expect(await focused()).toBe('Comment');
  await page.keyboard.press('Enter');
  await page.getByRole('article', { name: 'Comment by Ada Lindgren' }).getByText(CANARY).waitFor();

  const aboutIt = await vi.waitFor(() => {
    const found = mails.find((it) => it.text.includes(CANARY));
    expect(found).toBeDefined();
    return found;
  });
  expect(aboutIt).toMatchObject({
    to: ['bob@acme.example'],
    subject: 'Ada Lindgren mentioned you in Contract 7',
  });

  await page.getByRole('combobox', { name: 'Signed in as' }).focus();
  await page.keyboard.press('ArrowDown');
  await decision.waitFor();
  await page.getByRole('article', { name: 'Comment by Ada Lindgren' }).getByText(CANARY).waitFor();
  await page.keyboard.press('Tab');
  expect(await focused()).toBe('Approve…');
  await page.keyboard.press('Enter');
  await decision.getByRole('textbox', { name: 'A note (optional)' }).waitFor();
  await page.keyboard.type(REASON);
  await page.keyboard.press('Control+Enter');
  await state('Approved by Bob Okafor on ');
  await approval().getByText('Approved by Bob Okafor').waitFor();
  await approval().getByText(REASON).waitFor();
  expect(await focused()).toBe('Review');
  const { executionId, engine } = app;
  const run = await engine.forWorkspace(ORGANIZATION).executions.get({ executionId });
  expect(run.status).toBe('completed');
  // The author of the document is notified.
  await vi.waitFor(() =>
    expect(mails.find((it) => it.text.includes(REASON))?.to).toEqual(['ada@acme.example']),
  );

  const known = await atTheService(app, [...arrived, ...logged]);
  // The search covered real data: the requests and the events were recorded.
  expect(arrived.filter((it) => it.startsWith('/comments/v2/comments/save')).length).toBeGreaterThan(2);
  expect(known).toContain('step.awaiting-approval');
  const secrets = [CANARY, REASON, 'clause 4', ...PEOPLE.flatMap(({ name, email }) => [name, email])];
  expect(secrets.filter((it) => known.includes(it))).toEqual([]);
  // The question of the step is in the engine only; the comment service does not have it either.
  expect(known).toContain('Please check the contract');
  expect(arrived.join('\n')).not.toContain('Please check the contract');
  expect(logged).toEqual([]);
});
