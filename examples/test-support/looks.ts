/** Pages in light, in dark and on a phone: their faults, and pictures of them for READMEs. */
import axe from 'axe-core';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';

const LOOKS = [
  { name: 'light', colorScheme: 'light', width: 1_000, height: 700 },
  { name: 'dark', colorScheme: 'dark', width: 1_000, height: 700 },
  { name: 'phone', colorScheme: 'light', width: 320, height: 700 },
] as const;

/** Folder for pictures of every look; unset: none are taken. */
const LOOKED_AT = process.env['EXAMPLE_LOOKS'];

/** Returns violations of axe, and pages wider than their window. */
export async function faultsInEveryLook(page: Page, title: string): Promise<string[]> {
  const faults: string[] = [];
  for (const { name, colorScheme, width, height } of LOOKS) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height });
    // Colors that are still changing have no contrast to judge.
    await page.evaluate('Promise.allSettled(document.getAnimations().map((it) => it.finished))');
    // Uses the debugger protocol, which the page's Content-Security-Policy does not restrict.
    await page.evaluate(axe.source);
    const { violations } = await page.evaluate<axe.AxeResults>('axe.run()');
    const found = violations.map((it) => `${it.id}: ${it.nodes.map((node) => node.html).join()}`);
    const wider = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
    if (wider > 0) found.push(`wider than the window by ${wider} px`);
    faults.push(...found.map((it) => `${name}: ${it}`));
    if (LOOKED_AT !== undefined)
      await page.screenshot({ path: `${LOOKED_AT}/${title}-${name}.png`, fullPage: true });
  }
  return faults;
}

const MOST_BYTES = 60_000;

/** Writes the picture of a README; `npm run examples:screenshots` asks for it. */
export async function takePicture(page: Page, file: URL): Promise<void> {
  if (process.env['EXAMPLE_SCREENSHOTS'] === undefined) return;
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 880, height: 540 });
  const picture = await page.screenshot();
  if (picture.length > MOST_BYTES) throw new Error(`${file.pathname} has ${picture.length} bytes`);
  mkdirSync(dirname(fileURLToPath(file)), { recursive: true });
  writeFileSync(file, picture);
}
