/** The pages in Chromium: the slider, live changes, the playground, and every action. */
import type { BrowserContextOptions } from 'playwright-core';
import { expect } from 'vitest';
import { browserTest, faultsOf, openOn, useBrowser } from './test-support/browser.js';
import { type Setting, inspected } from './test-support/inspected.js';

useBrowser();

async function open(options: BrowserContextOptions = {}, setting: Setting = {}) {
  const it = await inspected(setting);
  return { ...it, ...(await openOn(it.inspector, options)) };
}

browserTest('the slider redraws the run as it was, and the address keeps it', async () => {
  const { page, go, executionId, complaints } = await open();
  await go(`run?id=${executionId}`);
  const graph = page.getByRole('region', { name: 'Graph of the run' });
  await expect.poll(() => graph.textContent()).toContain('waiting ×2');
  await page.getByRole('slider', { name: 'Event' }).focus();
  await page.keyboard.press('Home');
  await expect.poll(() => graph.textContent()).not.toContain('waiting');
  expect(new URL(page.url()).searchParams.get('at')).toBe('0');
  // The slider keeps the focus.
  for (let it = 0; it < 4; it++) {
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => new URL(page.url()).searchParams.get('at')).toBe(String(it + 1));
  }
  await page.reload();
  await expect.poll(() => page.getByText('after event 4 of').count()).toBe(1);
  expect(complaints).toEqual([]);
});

browserTest('a run under way goes on before the eyes of who looks at it', async () => {
  const { page, go, executionId, answer, complaints } = await open();
  await go(`run?id=${executionId}`);
  const graph = page.getByRole('region', { name: 'Graph of the run' });
  expect(await graph.textContent()).toContain('waiting ×2');
  await answer('finance', 'approve');
  await expect.poll(() => graph.textContent(), { timeout: 40_000 }).not.toContain('waiting ×2');
  expect(await graph.textContent()).toContain('chief');
  expect(complaints).toEqual([]);
});

browserTest('a new run is in the list at once, and filters are kept under a name', async () => {
  const { page, go, engine, complaints } = await open();
  await go('runs?status=running');
  await expect.poll(() => page.locator('tbody tr').count()).toBe(1);
  const { executionId } = await engine.executions.dispatch({
    definitionId: 'release-note',
    triggerContext: { url: 'x' },
  });
  await page.getByRole('link', { name: executionId, exact: true }).waitFor();
  await page.getByRole('textbox', { name: 'Keep these filters as' }).fill('under way');
  await page.getByRole('button', { name: 'Keep' }).press('Enter');
  await go('runs');
  await page.getByRole('link', { name: 'under way' }).press('Enter');
  await page.waitForURL(/status=running/);
  await page.getByRole('button', { name: 'Forget the view under way' }).click();
  expect(await page.getByRole('link', { name: 'under way' }).count()).toBe(0);
  expect(complaints).toEqual([]);
});

browserTest('where answers cannot be kept open, pages ask', async () => {
  const { page, go, executionId, answer } = await open({}, { live: false });
  await go(`run?id=${executionId}`);
  expect(await page.locator('#moment').getAttribute('data-live')).toBe('');
  await answer('finance', 'approve');
  await page.getByRole('heading', { name: 'chief waits for chief' }).waitFor();
});

browserTest('the playground draws and checks as one types', async () => {
  const { page, go, complaints } = await open();
  await go('playground');
  const text = page.getByRole('textbox', { name: 'Definition, as JSON' });
  await text.fill('{"definitionId":"abc","name":"x","nodes":[{"nodeId":"only","type":"human"}],"edges":[]}');
  await expect.poll(() => page.locator('#preview').textContent()).toContain('node-missing-config');
  expect(await page.locator('#preview svg').textContent()).toContain('✗ error');
  await text.fill('{');
  await expect.poll(() => page.locator('#preview').textContent()).toContain('Not valid JSON yet');
  expect(complaints).toEqual([]);
});

browserTest('what could not be brought up to date says so, until it was', async () => {
  const { page, go, executionId, complaints } = await open({}, { live: false });
  const alert = page.getByRole('alert').filter({ hasText: 'may be out of date' });
  await go('playground');
  await page.route('**/playground', (route) => route.abort());
  const text = page.getByRole('textbox', { name: 'Definition, as JSON' });
  await text.fill('{');
  await alert.waitFor();
  await page.unroute('**/playground');
  await text.fill('{}');
  await expect.poll(() => page.locator('#preview').textContent()).toContain('to fix');
  expect(await alert.count()).toBe(0);

  await go(`run?id=${executionId}`);
  await page.route('**/run?*', (route) => route.fulfill({ status: 403, body: 'sign in first' }));
  await alert.waitFor();
  await page.unroute('**/run?*');
  await expect.poll(() => alert.count(), { timeout: 40_000 }).toBe(0);
  expect(complaints.filter((it) => !/ERR_FAILED|403/.test(it))).toEqual([]);
});

browserTest('a draft is completed, tried and saved, by the keyboard', async () => {
  const { page, go, engine, complaints } = await open();
  await go('playground?id=release-note');
  const text = page.getByRole('textbox', { name: 'Definition, as JSON' });
  await page.getByRole('button', { name: 'legal approves' }).press('Enter');
  await page.getByRole('button', { name: 'Undo' }).waitFor();
  await page.getByRole('button', { name: 'brand rejects' }).press('Enter');
  await expect.poll(() => page.locator('#preview svg').textContent()).toContain('×2');
  await page.getByRole('button', { name: 'Restart' }).press('Enter');
  await expect.poll(() => page.locator('#preview svg').textContent()).not.toContain('×2');

  await text.press('Control+Home');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.type('"desc');
  await page.getByRole('option', { name: 'description' }).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await page.keyboard.type('"How notes go out",');
  await page.getByText('Save as version 3').press('Enter');
  await page.getByText('Active runs keep their version').waitFor();
  await page.getByRole('button', { name: 'Save release-note v3' }).press('Enter');
  await page.waitForURL(/definition\?id=release-note/);
  const kept = await engine.definitions.get({ definitionId: 'release-note' });
  expect([kept.version, kept.description]).toEqual([3, 'How notes go out']);
  await page.getByText('Active: 1 on v1').waitFor();
  expect(complaints).toEqual([]);
});

browserTest(
  'a step is handed over and resolved, a run started and cancelled, each after it says what follows',
  async () => {
    const { page, go, engine, drain, executionId, complaints } = await open({}, { subject: 'ann' });
    await go(`run?id=${executionId}`);
    await page.getByText('Hand finance over').click();
    await page.getByRole('textbox', { name: 'To' }).fill('fay');
    await page.getByRole('button', { name: 'Hand over' }).click();
    await page.getByRole('heading', { name: 'finance waits for fay' }).waitFor();
    await page.getByText('Resolve finance').click();
    await page.getByText('finance is rejected; loop revision restarts').first().waitFor();
    await page.getByRole('button', { name: 'Approve by force' }).click();
    await page.getByRole('heading', { name: 'chief waits for chief' }).waitFor();
    expect(await page.getByRole('list', { name: 'Consequences' }).textContent()).toContain(
      'Deadline passes: chief is breached; archive starts',
    );
    await page.getByText('Cancel this run').click();
    await page.getByText('the run is cancelled.').waitFor();
    await page.getByRole('button', { name: 'Cancel the run' }).click();
    await page.getByText('cancelled').first().waitFor();
    expect((await engine.executions.get({ executionId })).status).toBe('cancelled');

    await go('definition?id=release-note');
    await page.getByText('Start a run').click();
    await page.getByRole('textbox', { name: 'Input' }).fill('{"url":"https://example.com/9"}');
    await page.getByRole('button', { name: 'Start' }).click();
    await page.waitForURL(/run\?id=/);
    await drain();
    expect((await engine.executions.list()).items).toHaveLength(2);
    expect(complaints).toEqual([]);
  },
);

browserTest('Enter in a field approves nothing by force', async () => {
  const { page, go, engine, executionId } = await open({}, { subject: 'ann' });
  await go(`run?id=${executionId}`);
  await page.getByText('Resolve finance').press('Enter');
  const form = page.getByRole('group').filter({ hasText: 'Resolve finance' });
  await form.getByRole('textbox', { name: 'Reason' }).fill('nobody answers');
  await form.getByRole('textbox', { name: 'Reason' }).press('Enter');
  await page.waitForTimeout(300);
  const { steps } = await engine.executions.get({ executionId });
  expect(steps.findLast((it) => it.nodeId === 'finance')?.status).toBe('waiting');
});

browserTest('people are reminded by the keyboard, and a tab that is behind does no harm', async () => {
  const { page, another, url, go, engine, executionId, answer, complaints } = await open();
  await go(`run?id=${executionId}`);
  const behind = await another();
  await behind.goto(url(`run?id=${executionId}`));
  await behind.getByText('Decide finance').press('Enter');
  await page.getByText('Remind about finance').press('Enter');
  await page.getByText('Asks finance again').waitFor();
  await page.getByRole('combobox', { name: 'Reviewer' }).selectOption('finance');
  await page.getByRole('button', { name: 'Remind', exact: true }).press('Enter');
  await page.getByText('step.reminder').first().waitFor();
  const { events } = await engine.executions.getEvents({ executionId, pageSize: 200 });
  expect(events.at(-1)?.type).toBe('step.reminder');

  await answer('finance', 'approve');
  await behind.getByRole('button', { name: 'Reject' }).press('Enter');
  expect(await behind.getByRole('alert').textContent()).toBe('"finance" has already decided: approve');
  const { steps } = await engine.executions.get({ executionId });
  expect(steps.find((it) => it.nodeId === 'chief')?.status).toBe('waiting');
  expect(complaints.filter((it) => !it.includes('400'))).toEqual([]);
});

browserTest('a step is decided by the keyboard, from the inbox', async () => {
  const { page, go, engine, drain, executionId } = await open();
  await go('inbox');
  await page
    .getByRole('row')
    .filter({ has: page.getByText('finance', { exact: true }) })
    .getByRole('link')
    .press('Enter');
  await page.getByText('Decide finance').press('Enter');
  const form = page.getByRole('group').filter({ hasText: 'Decide finance' });
  expect(await form.textContent()).toContain('finance is approved; chief starts');
  await form.getByRole('textbox', { name: 'Reason' }).fill('within budget');
  await form.getByRole('button', { name: 'Approve' }).press('Enter');
  await page.waitForURL(/run\?id=/);
  await drain();
  const { steps } = await engine.executions.get({ executionId });
  expect(steps.find((it) => it.nodeId === 'chief')?.status).toBe('waiting');
  await page.reload();
  await expect
    .poll(() => page.getByRole('region', { name: 'Graph of the run' }).textContent())
    .toContain('✓ approved');
});
