/** The page under axe in its states: light and dark, wide and on a phone. In Chromium. */
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { PHONE, WIDE } from './test-support/people.js';
import { browserTest, open, useBrowser } from './test-support/started.js';

useBrowser();

/** Violations, and contrasts that axe could not judge. */
async function faults(page: Page): Promise<string[]> {
  await page.evaluate('scrollTo(0, 0)');
  if (!(await page.evaluate('"axe" in window'))) await page.addScriptTag({ content: axe.source });
  const { violations, incomplete } = await page.evaluate<axe.AxeResults>('axe.run()');
  const unsure = incomplete
    .filter((it) => it.id === 'color-contrast')
    .map((it) => ({ ...it, nodes: it.nodes.filter(isUnsure) }));
  return [...violations, ...unsure].flatMap((it) =>
    it.nodes.map((node) => `${it.id}: ${node.target.join(' ')}: ${node.failureSummary ?? ''}`),
  );
}

/** Icons are not text, and content scrolled below something else is not readable there. */
function isUnsure({ any }: axe.NodeResult): boolean {
  return any.some((it) => {
    const { messageKey } = (it.data ?? {}) as { readonly messageKey?: string };
    return messageKey !== 'nonBmp' && messageKey !== 'bgOverlap';
  });
}

const LOOKS = [
  { name: 'wide, light', viewport: WIDE, colorScheme: 'light' },
  { name: 'wide, dark', viewport: WIDE, colorScheme: 'dark' },
  { name: 'on a phone, light', viewport: PHONE, colorScheme: 'light' },
  { name: 'on a phone, dark', viewport: PHONE, colorScheme: 'dark' },
] as const;

browserTest.for(LOOKS)('$name: axe finds nothing', { timeout: 120_000 }, async ({ name: _, ...options }) => {
  // Animations are off, because elements have wrong colors while they move in.
  const { page, field, signIn, comment, decide, decision, state } = await open({
    ...options,
    reducedMotion: 'reduce',
  });
  const found: Record<string, string[]> = {};
  const look = async (at: string) => {
    found[at] = await faults(page);
  };
  await state('In review');
  await comment('@Bob Okafor, is clause 4 enough?');
  await look('a comment');
  await field.fill('@');
  await page.getByRole('listbox', { name: 'Colleagues' }).waitFor();
  await look('the list of colleagues');
  await page.route('**/comments/save', (route) => route.abort());
  await field.fill('Not sent.');
  await page.keyboard.press('Control+Enter');
  await page.getByRole('button', { name: 'Discard' }).waitFor();
  await look('a comment that was not sent');
  await page.unroute('**/comments/save');
  await signIn('Bob Okafor');
  await decision.waitFor();
  await look('asked to decide');
  await decision.getByRole('button', { name: 'Request changes…' }).click();
  await decision.getByRole('button', { name: 'Request changes', exact: true }).click();
  await look('no reason');
  await decision.getByRole('button', { name: 'Cancel' }).click();
  await decide('reject', 'Raise the limit.');
  await state('Changes requested, round 2');
  await look('the second round');
  await decide('approve', 'Good.');
  await state('Approved by Bob Okafor');
  await page.route('**/live', (route) => route.abort());
  await look('approved');
  expect(found).toEqual(Object.fromEntries(Object.keys(found).map((at) => [at, []])));
  expect(Object.keys(found)).toHaveLength(7);
});
