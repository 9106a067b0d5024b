/** The page in Chromium: started, opened, and used as people use it. */
import type { Page } from 'playwright-core';

export const CHROMIUM = '/usr/bin/chromium';
export const FLAGS =
  '--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync'.split(
    ' ',
  );
export const WIDE = { width: 1280, height: 800 };
export const PHONE = { width: 375, height: 740 };

/** Actions of people on the page, and their observations. */
export function act(page: Page) {
  const field = page.getByRole('textbox', { name: 'Write a comment' });
  const decision = page.getByRole('region', { name: 'Your decision' });
  const stateOf = page.getByRole('status', { name: 'State of the document' });
  return {
    field,
    decision,
    signIn: async (label: string) => {
      await page.getByRole('combobox', { name: 'Signed in as' }).selectOption({ label });
      await field.waitFor();
    },
    comment: async (text: string) => {
      await field.fill(text);
      await page.getByRole('button', { name: 'Comment', exact: true }).click();
      const last = page.getByRole('article', { name: 'Comment by' }).filter({ hasText: text });
      await last.getByRole('time').waitFor();
    },
    decide: async (what: 'approve' | 'reject', reason: string, before?: () => Promise<unknown>) => {
      const [open, send] =
        what === 'approve' ? ['Approve…', 'Approve for signature'] : ['Request changes…', 'Request changes'];
      await decision.getByRole('button', { name: open }).click();
      await decision.getByRole('textbox').fill(reason);
      await before?.();
      await decision.getByRole('button', { name: send, exact: true }).click();
    },
    /** Waits until the document says so. */
    state: (words: string) => stateOf.filter({ hasText: words }).waitFor(),
    approval: (name = 'Approval') => page.getByRole('article', { name, exact: true }),
  };
}
