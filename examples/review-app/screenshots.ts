/**
 * Pictures of the page as it is: wide and as on a phone, light and dark. Those that the README
 * shows were copied to `images`.
 *
 *     npm run example:review-app:screenshots -- FOLDER
 */
import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { chromium } from 'playwright-core';
import { startReviewApp } from './server/start.js';
import { CHROMIUM, FLAGS, PHONE, WIDE, act } from './test-support/people.js';

const folder = process.argv[2];
if (folder === undefined) throw new Error('say which folder the pictures go to');
await mkdir(folder, { recursive: true });
const browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS });

async function pictures(name: string, options: BrowserContextOptions) {
  const app = await startReviewApp({ page: fileURLToPath(new URL('dist', import.meta.url)) });
  const page = await browser.newPage(options);
  const shot = (step: string) =>
    page.screenshot({ path: `${folder}/${name}-${step}.png`, animations: 'disabled' });
  await page.goto(app.pageUrl);
  await story(page, shot);
  await page.close();
  await app.stop();
}

async function story(page: Page, shot: (step: string) => Promise<unknown>) {
  const { signIn, comment, decide, state } = act(page);
  await state('In review');
  await comment(
    '@Bob Okafor is the limit in clause 4 enough for us? The orders of last year came to 2.1 million.',
  );
  await shot('1-comment');
  await signIn('Bob Okafor');
  await comment('It has to cover a recall, too. I will ask for a change.');
  await decide('reject', 'Clause 4: please raise the limit to 5 million, and name recalls.', () =>
    shot('2-reject'),
  );
  await state('Changes requested, round 2');
  await shot('3-round-2');
  await decide('approve', 'Good, that covers it.');
  await state('Approved by Bob Okafor');
  await shot('4-approved');
}

await pictures('wide-light', { viewport: WIDE });
await pictures('wide-dark', { viewport: WIDE, colorScheme: 'dark' });
await pictures('phone-light', { viewport: PHONE, deviceScaleFactor: 2 });
await pictures('phone-dark', { viewport: PHONE, deviceScaleFactor: 2, colorScheme: 'dark' });
await browser.close();
