/**
 * Every page in every look: light, dark, on a phone, right to left, Japanese, longer words. With
 * PAGES_SCREENSHOTS=folder it keeps what it saw.
 */
import axe from 'axe-core';
import { existsSync, mkdirSync } from 'node:fs';
import { type Browser, type BrowserContextOptions, type Page, chromium } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PSEUDO, createDesk } from '../test-support/desk.js';

const CHROMIUM = '/usr/bin/chromium';
const isSkipped = !existsSync(CHROMIUM) && !process.env['CI'];
if (isSkipped) console.warn(`SKIPPED: packages/http needs ${CHROMIUM}. Its pages were NOT looked at.`);
const FOLDER = process.env['PAGES_SCREENSHOTS'];

const PHONE = { viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true };
const WIDE = { viewport: { width: 1280, height: 900 } };
const LOOKS: Readonly<Record<string, BrowserContextOptions>> = {
  light: { ...WIDE, colorScheme: 'light', locale: 'en' },
  dark: { ...WIDE, colorScheme: 'dark', locale: 'en' },
  phone: { ...PHONE, locale: 'en' },
  narrow: { ...PHONE, viewport: { width: 320, height: 640 }, locale: 'de', colorScheme: 'dark' },
  ar: { ...PHONE, locale: 'ar' },
  'ar-wide': { ...WIDE, locale: 'ar' },
  ja: { ...PHONE, locale: 'ja' },
  pseudo: { ...PHONE, locale: PSEUDO },
};

let browser: Browser | undefined;
beforeAll(async () => {
  const args = ['--headless', '--no-sandbox', '--disable-gpu'];
  if (!isSkipped) browser = await chromium.launch({ executablePath: CHROMIUM, args });
  if (FOLDER !== undefined) mkdirSync(FOLDER, { recursive: true });
}, 60_000);
afterAll(() => browser?.close());

/**
 * Faults of a page: those of axe, sideways scrolling, and targets that are too small for fingers.
 */
async function faultsOf(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate<axe.AxeResults>('axe.run()');
  const wide = await page.evaluate<number>(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  );
  const small = await page.evaluate<string[]>(`matchMedia('(pointer: coarse)').matches
    ? [...document.querySelectorAll('button:not([hidden]), .ap-btn, summary, .ap-tabs a, select, input:not([type=hidden], [type=radio])')]
        .filter((it) => it.checkVisibility() && it.getBoundingClientRect().height < 43.5)
        .map((it) => it.outerHTML.slice(0, 120))
    : []`);
  return [
    ...violations.map((it) => `${it.id}: ${it.nodes.map((node) => node.html).join()}`),
    ...(wide > 0 ? [`${wide} px of sideways scroll`] : []),
    ...small.map((it) => `smaller than 44 px: ${it}`),
  ];
}

test.skipIf(isSkipped).each(Object.entries(LOOKS))(
  'every page in the look "%s"',
  async (name, options) => {
    const { engine, url, step, linkFor, close } = await createDesk();
    const context = await browser!.newContext(options);
    try {
      const page = await context.newPage();
      page.setDefaultTimeout(30_000);
      const faults: [string, string[]][] = [];
      const look = async (scene: string) => {
        if (FOLDER !== undefined)
          await page.screenshot({ path: `${FOLDER}/${scene}-${name}.png`, fullPage: true });
        faults.push([scene, await faultsOf(page)]);
      };
      const as = (user: string) => context.addCookies([{ name: 'user', value: user, url }]);
      const run = `${url}/runs/${step.executionId}?step=${step.stepId}`;
      const go = (address: string) => page.goto(address, { waitUntil: 'load' });
      await go(`${url}/`);
      await look('denied');
      await as('maria');
      await go(`${url}/`);
      await look('inbox');
      await go(run);
      await look('run');
      await page.locator('input[value=reject]').check();
      await page.locator('[data-for=reject] button').click();
      await page.getByRole('alert').waitFor();
      await look('run-faults');
      await go(run);
      for (const fold of await page.locator('summary').all()) await fold.click();
      await page.locator('input[value=approve]').check();
      await look('run-open');
      await go(await linkFor('maria'));
      await look('link');
      await page.locator('input[value=approve]').check();
      await page.locator('[data-for=approve] button').click();
      await page.getByRole('alert').waitFor();
      await look('link-faults');
      await go(run);
      await page.locator('input[value=approve]').check();
      await page.locator('select[name^="values."]').selectOption({ index: 1 });
      await page.locator('[data-for=approve] button').click();
      await page.locator('.dp-end').waitFor();
      await look('recorded');
      await go(run);
      await look('run-answered');
      const late = await linkFor('gus');
      await engine.steps.recordReviewerDecision({
        ...{
          ...step,
          reviewerId: 'fay',
          decision: 'approve',
          values: { 'Book on': '4400 Workplace, shared' },
        },
      });
      await as('gus');
      await go(run);
      await look('run-decided');
      await go(late);
      await look('link-late');
      await go(`${url}/decide/nothing`);
      await look('link-unknown');
      await go(`${url}/nothing`);
      await look('missing');
      await as('nobody');
      await go(`${url}/`);
      await look('empty');
      await as('maria');
      await go(`${url}/absence`);
      await page.locator('.pg-form button:not([hidden])').click();
      await page.getByRole('alert').waitFor();
      await look('absence-faults');
      await page.locator('#from').fill('2030-07-01');
      await page.locator('#until').fill('2030-07-14');
      await page.locator('#substituteId').selectOption('fay');
      await page.locator('.pg-form button:not([hidden])').click();
      await page.locator('.pg-list').waitFor();
      await look('absence');
      expect(faults.filter(([, found]) => found.length > 0)).toEqual([]);
    } finally {
      await context.close();
      await close();
    }
  },
  240_000,
);
