/**
 * Every page in every state: no axe findings, no overflow, no foreign script. Each state runs once,
 * in one scheme and width; `INSPECTOR_SCREENSHOTS=FOLDER` runs all four pairs with pictures.
 */
import { expect } from 'vitest';
import { browserTest, faultsOf, openOn, useBrowser } from './test-support/browser.js';
import { gallery } from './test-support/gallery.js';

const SHOTS = process.env['INSPECTOR_SCREENSHOTS'];
useBrowser();

/** Both schemes and both widths; the other two pairs only for pictures. */
const LOOKS = [
  { name: 'wide-light', viewport: { width: 1280, height: 900 }, colorScheme: 'light' },
  { name: 'phone-dark', viewport: { width: 375, height: 740 }, colorScheme: 'dark' },
  ...(SHOTS === undefined
    ? []
    : ([
        { name: 'wide-dark', viewport: { width: 1280, height: 900 }, colorScheme: 'dark' },
        { name: 'phone-light', viewport: { width: 375, height: 740 }, colorScheme: 'light' },
      ] as const)),
] as const;

browserTest.for(LOOKS)(
  '$name: axe finds nothing, nothing is wider than the window, and nothing of others runs',
  { timeout: 900_000 },
  async ({ name, ...options }) => {
    const { inspector, pages } = await gallery();
    const { page, go, complaints } = await openOn(inspector, options);
    const dialogs: string[] = [];
    page.on('dialog', (it) => {
      dialogs.push(it.message());
      void it.dismiss();
    });
    const found: Record<string, string[]> = {};
    const turn = LOOKS.findIndex((it) => it.name === name);
    const looked = Object.entries(pages).filter((_, index) => SHOTS !== undefined || index % 2 === turn);
    for (const [place, { path, workspace }] of looked) {
      await page.setExtraHTTPHeaders(workspace === undefined ? {} : { 'x-workspace': workspace });
      await go(path);
      const faults: string[] = [];
      const shoot = async (state: string) => {
        const path = `${SHOTS ?? ''}/${place}${state}-${name}.png`;
        if (SHOTS !== undefined) await page.screenshot({ path, fullPage: true });
      };
      await shoot('');
      // Checks all that can be opened; of a very long page only the first.
      const opened = await page.evaluate(
        `[...document.querySelectorAll('details:not([open])')].slice(0, 20).map((it) => (it.open = true)).length`,
      );
      if (Number(opened) > 0) await shoot('-open');
      faults.push(...(await faultsOf(page)));
      const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
      if (Number(overflow) > 0) faults.push(`wider by ${String(overflow)}`);
      if ((await page.title()).startsWith('hit')) faults.push('a script of others ran');
      if (faults.length > 0) found[place] = faults;
    }
    expect(found).toEqual({});
    expect(dialogs).toEqual([]);
    // Missing or forbidden pages are expected to respond with 403 or 404.
    expect(complaints.filter((it) => !/40[34]/.test(it))).toEqual([]);
  },
);
