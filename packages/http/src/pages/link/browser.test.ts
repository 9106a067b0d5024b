/** A decision link from mail to decision: real mail, a scanner, a browser without JavaScript. */
import { createApprovalEngine, createMemoryStore, decisionMail } from '@org/approval-core';
import axe from 'axe-core';
import { existsSync } from 'node:fs';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Browser, type BrowserContextOptions, type Page, chromium } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createHandler } from '../../index.js';
import { toNodeListener } from '../../node.js';
import { mailServer } from '../../test-support/mail-server.js';

const CHROMIUM = '/usr/bin/chromium';
/** CI has to have it: there, a browser that is missing fails the launch, and with it the tests. */
const isSkipped = !existsSync(CHROMIUM) && !process.env['CI'];
if (isSkipped)
  console.warn(`SKIPPED: packages/http needs ${CHROMIUM}. Its page was NOT tested in a browser.`);
const browserTest = test.skipIf(isSkipped);

let browser: Browser | undefined;
beforeAll(async () => {
  const args = ['--headless', '--no-sandbox', '--disable-gpu'];
  if (!isSkipped) browser = await chromium.launch({ executablePath: CHROMIUM, args });
}, 60_000);
afterAll(async () => browser?.close());

const CONTRACT = {
  definitionId: 'contract',
  name: 'Contract <b>with</b> "Füller & Söhne"',
  nodes: [
    {
      nodeId: 'sign',
      type: 'human' as const,
      config: {
        reviewers: [{ userId: 'ann', mandatory: true }],
        commentBody: `Sign it?\n<script>alert(1)</script> https://evil.example/${'long'.repeat(60)}`,
        requireSubjectDigest: true,
        reasonRequired: 'reject' as const,
        reasonCodes: ['price', 'terms'],
        form: {
          fields: [
            { name: 'budget', type: 'choice' as const, choices: ['2026', '2027'], required: true },
            { name: 'discount', type: 'number' as const },
          ],
        },
        onReject: { routeToNodeId: 'rework' },
      },
    },
    { nodeId: 'rework', type: 'agent' as const, config: { agentId: '__mock__', urlPath: 'url' } },
  ],
  edges: [],
};

/** A host with decision pages, and a run that waits for Ann; `sent` is the mail she received. */
async function asked({ css = '' } = {}) {
  const engine = createApprovalEngine({ store: createMemoryStore() });
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/approvals`;
  const authenticate = () => Promise.reject(new Error('nobody signs in here'));
  const links = { baseUrl, ...(css !== '' && { css }) };
  const handler = createHandler({ engine, authenticate, basePath: '/approvals', rateLimiter: false, links });
  server.on('request', toNodeListener(handler));
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await engine.stop();
  });
  await engine.definitions.create(CONTRACT);
  const subject = { digest: `sha256:${'a'.repeat(64)}` };
  const { executionId } = await engine.executions.dispatch({ definitionId: 'contract', subject });
  const step = { executionId, stepId: 'step_sign' };
  const link = await engine.links.create({ ...step, reviewerId: 'ann', baseUrl });

  const { received, transport } = await mailServer();
  await transport.sendMail({ from: 'approvals@acme.example', to: 'ann@acme.example', ...decisionMail(link) });
  const read = async () => (await engine.executions.get({ executionId })).steps[0];
  return { engine, link, mail: received[0], read };
}

async function open(url: string, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser!.newContext(options);
  onTestFinished(() => context.close());
  const page = await context.newPage();
  page.setDefaultTimeout(40_000);
  await page.goto(url);
  return page;
}

/** Uses the debugger protocol, which the page's Content-Security-Policy does not restrict. */
async function faultsOf(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate<axe.AxeResults>('axe.run()');
  return violations.map((it) => `${it.id}: ${it.nodes.map((node) => node.html).join()}`);
}

test('the mail arrives as it was written: one subject, and the link whole in both of its parts', async () => {
  const { link, mail } = await asked();
  expect(mail?.subject).toBe('Your decision: Contract <b>with</b> "Füller & Söhne"');
  expect(mail?.text).toContain(`Decide: ${link.url}\n`);
  expect(mail?.text).toContain('Sign it?\n<script>');
  const hrefs = Array.from(mail?.html?.matchAll(/(?:href|src)="([^"]*)"/g) ?? [], ([, it]) => it);
  expect(hrefs).toEqual([link.url]);
  expect(mail?.html).not.toContain('<script');
  expect(mail?.html).toContain('&lt;script&gt;');
});

test('a scanner opens it in every way that it knows, and decides nothing', async () => {
  const { mail, read } = await asked();
  const url = /https?:\/\/\S*\/v2\/decide\/\S+/.exec(mail?.text ?? '')?.[0] ?? '';
  const scan = async (method: string, headers: Record<string, string> = {}, body?: string) =>
    (await fetch(url, { method, headers, ...(body !== undefined && { body }) })).status;
  expect(await scan('HEAD')).toBe(200);
  expect(await scan('GET', { 'user-agent': 'link scanner' })).toBe(200);
  expect(await scan('GET', { purpose: 'prefetch', 'sec-purpose': 'prefetch;prerender' })).toBe(200);
  expect(await scan('OPTIONS')).toBe(405);
  // A scanner may press every button without having loaded the page.
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  expect(await scan('POST', form, 'decision=approve')).toBe(403);
  expect(await read()).toMatchObject({ status: 'waiting', output: { totalResponses: 0 } });
});

browserTest(
  'without JavaScript, by the keyboard alone; the second time it says that it was used',
  async () => {
    const { link, read } = await asked();
    const page = await open(link.url, { javaScriptEnabled: false });
    const { keyboard } = page;
    // Tab order: the link to the content, the choice, then each field after it.
    await page.getByRole('radio', { name: 'Approve' }).focus();
    await keyboard.press('Space');
    await keyboard.press('Tab');
    // Arrow keys choose: a select forgets what was typed into it when the keys come slowly.
    await keyboard.press('ArrowDown');
    await keyboard.press('ArrowDown');
    await keyboard.press('Tab');
    await keyboard.type('12.5');
    await keyboard.press('Tab'); // the reason code, which an approval needs not
    await keyboard.press('Tab');
    await keyboard.type('as agreed');
    await keyboard.press('Tab');
    await keyboard.press('Enter');
    await page.getByRole('heading', { name: 'You approved it' }).waitFor();
    expect(await read()).toMatchObject({
      status: 'completed',
      output: { decision: 'approve', values: { budget: '2027', discount: 12.5 } },
    });
    await page.goto(link.url);
    await page.getByRole('heading', { name: 'You have answered already' }).waitFor();
    await page.getByText('This link was used').waitFor();
    expect(await page.getByRole('button').count()).toBe(0);
  },
);

browserTest('Enter in a field approves nothing', async () => {
  const { link, read } = await asked();
  const page = await open(link.url);
  // The fields of an answer are shown with it.
  await page.getByRole('radio', { name: 'Approve' }).check();
  await page.getByRole('combobox', { name: 'budget' }).selectOption('2026');
  await page.getByRole('textbox', { name: 'discount' }).fill('12.5');
  await page.getByRole('textbox', { name: 'discount' }).press('Enter');
  await page.waitForTimeout(300);
  expect(await read()).toMatchObject({ status: 'waiting', output: { totalResponses: 0 } });
  expect(await page.title()).toBe(CONTRACT.name);
});

browserTest(
  'what is missing is said, nothing is recorded, and the link is good for another try',
  async () => {
    const { link, read } = await asked();
    const page = await open(link.url, { javaScriptEnabled: false });
    const words = 'too much:\n<b>12.5</b> & more';
    await page.getByRole('radio', { name: 'Approve' }).check();
    await page.getByRole('textbox', { name: 'Reason' }).fill(words);
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.getByRole('alert').waitFor();
    expect(await page.getByRole('alert').textContent()).toContain('budget: Fill in this field.');
    expect(await read()).toMatchObject({ status: 'waiting' });
    // The reason is filled in again: going back would lose it in browsers that do not cache pages.
    expect(await page.getByRole('textbox', { name: 'Reason' }).inputValue()).toBe(words);
    await page.getByRole('radio', { name: 'Reject' }).check();
    await page.getByRole('combobox', { name: 'Reason code' }).selectOption('price');
    await page.getByRole('textbox', { name: 'Reason' }).fill('');
    await page.getByRole('button', { name: 'Reject' }).click();
    await page.locator('#reason-fault').waitFor();
    expect(await page.getByRole('combobox', { name: 'Reason code' }).inputValue()).toBe('price');
    await page.getByRole('textbox', { name: 'Reason' }).fill('too much');
    await page.getByRole('radio', { name: 'Reject' }).check();
    await page.getByRole('button', { name: 'Reject' }).click();
    await page.getByRole('heading', { name: 'You rejected it' }).waitFor();
    expect(await read()).toMatchObject({ status: 'completed', output: { decision: 'reject' } });
  },
);

browserTest(
  'axe finds nothing on the page, its answer and its fault, light and dark',
  async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const { link } = await asked();
      const page = await open(link.url, { colorScheme });
      expect(await page.title()).toBe(CONTRACT.name);
      expect(await faultsOf(page)).toEqual([]);
      await page.getByRole('radio', { name: 'Approve' }).check();
      await page.getByRole('button', { name: 'Approve' }).click();
      await page.getByRole('alert').waitFor();
      expect(await faultsOf(page)).toEqual([]);
      await page.getByRole('combobox', { name: 'budget' }).selectOption('2026');
      await page.getByRole('radio', { name: 'Approve' }).check();
      await page.getByRole('button', { name: 'Approve' }).click();
      await page.getByRole('heading', { name: 'You approved it' }).waitFor();
      expect(await faultsOf(page)).toEqual([]);
      await page.goto(link.url);
      await page.getByRole('heading', { name: 'You have answered already' }).waitFor();
      expect(await faultsOf(page)).toEqual([]);
      await page.goto(`${link.url}x`);
      await page.getByRole('heading', { name: 'This link does not exist' }).waitFor();
      expect(await faultsOf(page)).toEqual([]);
    }
  },
  120_000,
);

browserTest("the host's theme is on the page, and no other style or script is let in", async () => {
  const { link } = await asked({
    css: '.dp-form .ap-btn{background:rgb(1, 2, 3);color:rgb(250, 250, 250)}',
  });
  const page = await open(link.url);
  const colour = () =>
    page.evaluate(`getComputedStyle(document.querySelector('form .ap-btn')).backgroundColor`);
  expect(await colour()).toBe('rgb(1, 2, 3)');
  const complaints: string[] = [];
  page.on('console', (message) => void complaints.push(message.text()));
  await page.evaluate(`document.head.append(Object.assign(document.createElement('style'),
    { textContent: '.dp-form .ap-btn{background:rgb(9, 9, 9)!important}' }))`);
  expect(await colour()).toBe('rgb(1, 2, 3)');
  expect(complaints.join()).toContain('Content Security Policy');
});
