import { mkdirSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { createDesk, PSEUDO } from './src/test-support/desk.ts';
mkdirSync('/tmp/shots', { recursive: true });
const wide = { viewport: { width: 1280, height: 900 } }, phone = { viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true };
const LOOKS: any = { light: { ...wide, colorScheme: 'light' }, dark: { ...wide, colorScheme: 'dark' }, phone, ar: { ...phone, locale: 'ar' }, ja: {...phone, locale: 'ja'}, pseudo: {...phone, locale: PSEUDO} };
const only = (process.argv[2] ?? 'light').split(','), scenes = (process.argv[3] ?? '').split(',').filter(Boolean);
try {
const d = await createDesk();
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--headless', '--no-sandbox', '--disable-gpu'] });
console.log('up');
for (const name of only) {
  const context = await browser.newContext(LOOKS[name]);
  const page = await context.newPage();
  page.on('pageerror', (e) => console.log('PAGEERROR', e.message));
  const shot = async (s: string) => { if (scenes.length === 0 || scenes.includes(s)) await page.screenshot({ path: `/tmp/shots/${s}-${name}.png`, fullPage: true }); };
  const as = (user: string) => context.addCookies([{ name: 'user', value: user, url: d.url }]);
  await as('maria');
  const run = `${d.url}/runs/${d.step.executionId}?step=${d.step.stepId}`;
  await page.goto(d.url + '/'); await shot('inbox');
  await page.goto(run); await shot('run');
  await page.locator('input[value=reject]').check();
  await page.locator('[data-for=reject] button').click();
  await page.getByRole('alert').waitFor(); await shot('run-faults');
  await page.goto(await d.linkFor('maria')); await page.locator('input[value=approve]').check(); await shot('link');
  await page.goto(d.url + '/absence'); await page.locator('form[action="/absence"] button:not([hidden])').click(); await page.getByRole('alert').waitFor(); await shot('absence-faults');
  await as('nobody'); await page.goto(d.url + '/'); await shot('empty'); await page.goto(d.url + '/nothing'); await shot('missing');
  if (name === only.at(-1)) {
    const late = await d.linkFor('gus');
    for (const reviewerId of ['maria','fay']) await d.engine.steps.recordReviewerDecision({ ...d.step, reviewerId, decision: 'approve', subjectDigest: `sha256:${'9f2c41d0e41a'.repeat(5)}9f2c`, values: { 'Book on': '4400 Workplace, shared' } });
    await as('gus'); await page.goto(run); await shot('run-decided'); await page.goto(late); await shot('link-late');
  }
  await context.close();
  console.log(name);
}
await browser.close(); await d.close();
} catch (e: any) { console.log(e.message) }
process.exit(0);
