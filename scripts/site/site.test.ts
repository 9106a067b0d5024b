/**
 * The site: no dead links; search, color schemes, phone, playground and accessibility in Chromium.
 */
import axe from 'axe-core';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join, posix } from 'node:path';
import { type Browser, type BrowserContextOptions, type Page, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { buildSite } from './build.js';

const CHROMIUM = '/usr/bin/chromium';
/** CI needs the browser: its launch fails there instead of skipping. */
const isSkipped = !existsSync(CHROMIUM) && !process.env['CI'];
if (isSkipped) console.warn(`SKIPPED: the site needs ${CHROMIUM}. It was NOT tested in a browser.`);
const browserTest = test.skipIf(isSkipped);

const folder = mkdtempSync(join(tmpdir(), 'approval-site-'));
buildSite(folder);
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((it) =>
  it.replaceAll('\\', '/'),
);
const pages = new Map(
  files.filter((it) => it.endsWith('.html')).map((it) => [it, readFileSync(join(folder, it), 'utf8')]),
);

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.png': 'image/png',
};
/** A base path, as project sites often have. */
const BASE = '/docs/';
let server: Server;
let browser: Browser | undefined;
beforeAll(async () => {
  server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://site').pathname.slice(BASE.length);
    const file = files.includes(path) && path.includes('.') ? join(folder, path) : null;
    response.writeHead(file === null ? 404 : 200, { 'content-type': TYPES[extname(path)] ?? 'text/plain' });
    response.end(file === null ? 'not here' : readFileSync(file));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  if (!isSkipped)
    browser = await chromium.launch({
      executablePath: CHROMIUM,
      args: ['--headless', '--no-sandbox', '--disable-gpu'],
    });
}, 60_000);
afterAll(async () => {
  await browser?.close();
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true });
});

async function open(path: string, options: BrowserContextOptions = {}) {
  const page = await browser!.newPage({ viewport: { width: 1280, height: 900 }, ...options });
  onTestFinished(() => page.close());
  page.setDefaultTimeout(40_000);
  const asked: string[] = [];
  const complaints: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(String(error)));
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  await page.goto(`${origin}${BASE}${path}`);
  return { page, asked, complaints, origin };
}

async function faultsOf(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate<axe.AxeResults>('axe.run()');
  return violations.flatMap((it) => it.nodes.map((node) => `${it.id}: ${node.target.join(' ')}`));
}

describe('as files', () => {
  test.each([...pages.keys()])('%s leads somewhere', (path) => {
    const html = pages.get(path)!;
    const links = [...html.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, link = '']) => link);
    const dead = links.filter((link) => {
      if (/^(https?|mailto|data):/.test(link)) return false;
      const [target = '', anchor] = link.split('#');
      const file = target === '' ? path : posix.normalize(posix.join(posix.dirname(path), target));
      if (!files.includes(file)) return true;
      return anchor !== undefined && !pages.get(file)?.includes(`id="${decodeURIComponent(anchor)}"`);
    });
    expect(dead).toEqual([]);
  });

  test('nothing is loaded from another address', () => {
    const loads = [...pages].flatMap(([path, html]) =>
      [...html.matchAll(/<(?:script|link|img|iframe)[^>]*(?:src|href)="(https?:[^"]*)"/g)].map(
        ([, link = '']) => `${path}: ${link}`,
      ),
    );
    expect(loads).toEqual([]);
  });

  test('programs find every page, and the text of the guide and the reference in one file', () => {
    const index = readFileSync(join(folder, 'llms.txt'), 'utf8');
    const linked = [...index.matchAll(/\]\(([^)]+)\)/g)].map(([, link = '']) => link);
    expect(linked.filter((it) => !files.includes(it))).toEqual([]);
    expect(linked).toEqual(expect.arrayContaining(['guide/deploy.html', 'reference/operations.html']));
    const full = readFileSync(join(folder, 'llms-full.txt'), 'utf8');
    expect(full).toContain('# Deploy to production');
    expect(full).toContain('# executions/dispatch');
  });
});

describe('in Chromium', () => {
  browserTest('the search finds, and leads to the place', async () => {
    const { page, asked, complaints, origin } = await open('guide/index.html');
    await page.getByLabel('Search').fill('retention');
    await page.locator('#found a').first().waitFor();
    const found = await page.locator('#found a').allTextContents();
    expect(found).toContain('Monitor, back up and operate: Retention');
    await page.getByRole('link', { name: 'Monitor, back up and operate: Retention' }).click();
    await page.waitForURL(/guide\/operate\.html#retention$/);
    await page.getByLabel('Search').fill('zzzznothing');
    await page.getByText('0 found').waitFor();
    expect(asked.filter((it) => !it.startsWith(`${origin}${BASE}`) && !it.startsWith('data:'))).toEqual([]);
    expect(complaints).toEqual([]);
  });

  browserTest(
    'no page is wider than a phone, and its menu opens',
    async () => {
      const { page } = await open('index.html', { viewport: { width: 375, height: 700 } });
      const wide: string[] = [];
      for (const path of pages.keys()) {
        await page.goto(new URL(path, page.url().replace(/docs\/.*/, 'docs/')).href);
        const width = await page.evaluate<number>('document.documentElement.scrollWidth');
        if (width > 375) wide.push(`${path}: ${width}`);
      }
      expect(wide).toEqual([]);
      const deploy = page.getByRole('link', { name: 'Deploy to production', exact: true });
      expect(await deploy.isVisible()).toBe(false);
      await page.getByRole('button', { name: 'Pages' }).click();
      await deploy.waitFor();
    },
    120_000,
  );

  browserTest('the keyboard reaches the search and its results', async () => {
    const { page } = await open('index.html');
    await page.keyboard.press('/');
    await page.keyboard.type('retention');
    await page.locator('#found a').first().waitFor();
    await page.keyboard.press('ArrowDown');
    const focused = 'document.activeElement.textContent';
    expect(await page.evaluate(focused)).toBe(await page.locator('#found a').first().textContent());
    await page.keyboard.press('ArrowUp');
    expect(await page.evaluate('document.activeElement.id')).toBe('search');
    // The sign itself can be typed in the field.
    await page.keyboard.press('/');
    expect(await page.getByLabel('Search').inputValue()).toBe('retention/');
    await page.getByLabel('Search').fill('retention');
    await page.locator('#found a').first().waitFor();
    await page.keyboard.press('Escape');
    expect(await page.locator('#found').isVisible()).toBe(false);
  });

  const ground = (page: Page) => page.evaluate('getComputedStyle(document.body).backgroundColor');
  const [LIGHT, DARK] = ['oklch(0.974 0.003 265)', 'oklch(0.135 0.008 265)'];

  browserTest('the color scheme follows the system until the reader chooses one', async () => {
    const { page } = await open('guide/deploy.html', { colorScheme: 'light' });
    const button = page.getByRole('button', { name: 'Dark mode' });
    // The page receives a change of the system a moment after its styles.
    const isPressed = (pressed: boolean) =>
      page.getByRole('button', { name: 'Dark mode', pressed }).waitFor();
    await isPressed(false);
    expect(await ground(page)).toBe(LIGHT);
    await page.emulateMedia({ colorScheme: 'dark' });
    await isPressed(true);
    expect(await ground(page)).toBe(DARK);
    await button.click();
    await isPressed(false);
    expect(await ground(page)).toBe(LIGHT);
    await page.reload();
    expect(await ground(page)).toBe(LIGHT);
    await button.click();
    await page.emulateMedia({ colorScheme: 'light' });
    expect(await ground(page)).toBe(LIGHT);
  });

  browserTest('the playground finds faults, draws, and simulates a run, all in the page', async () => {
    const { page, asked, complaints } = await open('playground.html');
    const preview = page.getByRole('region', { name: 'Preview' });
    const text = page.getByLabel('Definition, as JSON');
    await preview.getByText('Valid', { exact: true }).waitFor();
    const before = asked.length;
    await preview.getByRole('button', { name: 'maria approves' }).click();
    await preview.getByRole('button', { name: 'finance-1 approves' }).click();
    await preview.getByRole('button', { name: 'finance-2 approves' }).click();
    await preview.getByText('Simulated run ✓ completed').waitFor();
    expect(await preview.locator('.ap-approved').count()).toBeGreaterThan(0);

    await text.fill((await text.inputValue()).replace('"to": "ordered"', '"to": "orderd"'));
    await preview.getByText('2 to fix').waitFor();
    await preview
      .getByRole('button', { name: /^line / })
      .first()
      .click();
    const selected = 'text.value.slice(text.selectionStart, text.selectionEnd)';
    expect(await page.evaluate(selected)).toBe('"to": "orderd"');
    expect(await page.locator('#painted').textContent()).toBe(`${await text.inputValue()}\n`);

    await page.getByLabel('Example').selectOption('A revision loop');
    await preview.getByRole('button', { name: 'eva rejects' }).click();
    await preview.getByText('eva rejects', { exact: true }).first().waitFor();
    expect(asked.slice(before)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  browserTest.each([
    ['index.html', 'light'],
    ['guide/deploy.html', 'dark'],
    ['reference/operations.html', 'dark'],
    ['playground.html', 'light'],
    ['playground.html', 'dark'],
  ] as const)(
    'axe finds nothing on %s (%s)',
    async (path, colorScheme) => {
      const { page } = await open(path, { colorScheme });
      expect(await ground(page)).toBe(colorScheme === 'dark' ? DARK : LIGHT);
      expect(await faultsOf(page)).toEqual([]);
    },
    120_000,
  );
});
