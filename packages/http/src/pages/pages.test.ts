/** Pages for reviewers over requests: inbox, run, decision, languages, and refusals. */
import { createApprovalEngine, createMemoryStore } from '@org/approval-core';
import { CATALOGUES, type Catalogue, type TextKey } from '@org/approval-core/texts';
import { expect, onTestFinished, test } from 'vitest';
import { toFetch } from '../fetch.js';
import { type ApproverPagesOptions, approverPages } from './pages.js';

const BASE = 'https://acme.example/approvals';

async function asked(options: Partial<ApproverPagesOptions> = {}) {
  const engine = createApprovalEngine({ store: createMemoryStore() });
  onTestFinished(() => engine.stop());
  await engine.definitions.create({
    definitionId: 'purchase',
    name: 'Purchase order',
    nodes: [
      {
        nodeId: 'finance',
        type: 'human',
        config: {
          reviewers: [
            { userId: 'ann', mandatory: false },
            { userId: 'ben', mandatory: false },
          ],
          decisionRule: { kind: 'count', approvals: 1 },
          commentBody: 'Check the <budget>.',
          reasonRequired: 'reject',
          onReject: { end: 'rejected' },
        },
      },
    ],
  });
  const { executionId } = await engine.executions.dispatch({
    definitionId: 'purchase',
    initiatorId: 'jonas',
    presentation: {
      title: '48 standing desks <b>',
      facts: [{ label: 'Supplier', value: 'Lindqvist & Söhne' }],
      amount: { amount: '12400.00', currency: 'EUR' },
    },
  });
  await engine.idle();
  const pages = approverPages({
    engine,
    basePath: '/approvals',
    hosts: ['acme.example'],
    authenticate: ({ headers }) => {
      const userId = headers['x-user'];
      return typeof userId === 'string' ? { workspaceId: 'default', userId } : null;
    },
    namesOf: () => ({ ann: 'Ann Adler', ben: 'Ben Bauer', jonas: 'Jonas Feldmann' }),
    ...options,
  });
  const call = async (path: string, user: string | null, fields?: Record<string, string>) => {
    const headers = { 'sec-fetch-site': 'same-origin', ...(user !== null && { 'x-user': user }) };
    const form = fields && { method: 'POST', body: new URLSearchParams(fields) };
    const response = await toFetch(pages)(new Request(`${BASE}/${path}`, { headers, ...form }));
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  const status = async () => (await engine.executions.get({ executionId })).status;
  return { engine, call, status, executionId };
}

test('the inbox shows titles, facts and amounts; others see nothing', async () => {
  const { call } = await asked();
  const { text, headers } = await call('', 'ann');
  expect(text).toContain('48 standing desks &lt;b&gt;');
  expect(text).toContain('€12,400.00');
  expect(text).toContain('Lindqvist &amp; Söhne');
  expect(headers.get('content-security-policy')).toMatch(
    /default-src 'none'; style-src 'sha256-[^']+'; script-src 'self'/,
  );
  expect(text).not.toMatch(/ style="|<script>/);
  expect((await call('', 'cay')).text).toContain('Nothing waits for you');
  expect((await call('', null)).status).toBe(401);
});

test('a run is decided by its form, and the other reviewer learns by whom', async () => {
  const { call, status, executionId } = await asked();
  const path = `runs/${executionId}?step=step_finance`;
  const page = (await call(path, 'ann')).text;
  expect(page).toContain('Jonas Feldmann');
  expect(page).toContain('Check the &lt;budget&gt;.');
  expect(page).not.toMatch(/<input type="radio"[^>]*checked/);
  const missing = await call(path, 'ann', { decision: 'reject', round: '1' });
  expect([missing.status, missing.text.includes('id="reason-fault"')]).toEqual([400, true]);
  expect(await status()).toBe('running');
  const done = await call(path, 'ann', { decision: 'approve', round: '1' });
  expect([done.status, done.text.includes('You approved it')]).toEqual([200, true]);
  expect(await status()).toBe('completed');
  const late = (await call(path, 'ben')).text;
  expect(late).toContain('Ann Adler');
  expect(late).not.toContain('<form');
  expect((await call(path, 'ben', { decision: 'reject', reason: 'x', round: '1' })).status).toBe(400);
});

test('a user who is no party sees no run, and decides nothing', async () => {
  const { call, status, executionId } = await asked();
  const path = `runs/${executionId}?step=step_finance`;
  const look = await call(path, 'eve');
  expect([look.status >= 400, look.text.includes('standing desks')]).toEqual([true, false]);
  expect((await call(path, 'eve', { decision: 'approve', round: '1' })).status).toBeGreaterThanOrEqual(400);
  expect(await status()).toBe('running');
});

test('a late reader of a link is told who decided', async () => {
  const { engine, call, executionId } = await asked();
  const step = { executionId, stepId: 'step_finance' };
  const link = await engine.links.create({ ...step, reviewerId: 'ben', baseUrl: 'https://x.example' });
  const token = link.url.split('/').at(-1) ?? '';
  expect((await call(`decide/${token}`, null)).text).toContain('48 standing desks');
  await engine.steps.recordReviewerDecision({ ...step, reviewerId: 'ann', decision: 'approve' });
  const late = await call(`decide/${token}`, null);
  expect(late.status).toBe(410);
  expect(late.text).toContain('Already decided: approved by <bdi>Ann Adler'.replace('<bdi>', ''));
});

test.each(Object.keys(CATALOGUES))('every page speaks %s', async (locale) => {
  const { call, executionId } = await asked({ localeOf: () => locale });
  const page = await call(`runs/${executionId}`, 'ann');
  expect(page.text).toContain(`lang="${locale}" dir="${locale === 'ar' ? 'rtl' : 'ltr'}"`);
  expect(page.text).toContain(CATALOGUES.en['answer.title'] === page.text ? '' : '<form');
});

test('no fixed text stands outside the catalogues', async () => {
  const marked = Object.fromEntries(
    Object.entries(CATALOGUES.en).map(([key, text]) => [key, text.includes('plural') ? text : `⟦${text}⟧`]),
  ) as Partial<Catalogue> as Record<TextKey, string>;
  const { call, executionId } = await asked({ texts: { en: marked }, brand: { name: '⟦Acme⟧' } });
  for (const path of ['', `runs/${executionId}`, 'nothing']) {
    const { text } = await call(path, 'ann');
    const shown = text
      .replaceAll(/<style>[\s\S]*?<\/style>|<script[\s\S]*?<\/script>/g, '')
      .replaceAll(/<[^>]*>/g, ' ')
      .replaceAll(/⟦[^⟧]*⟧/g, ' ');
    // The rest is data: names, amounts, times.
    const data =
      /48 standing desks|Purchase order|Supplier|Lindqvist|Söhne|Check the|budget|Ann Adler|Ben Bauer|AA|BB|1 more approval is enough|today|lt|gt|amp|UTC|AM|PM|b/g;
    expect([path, shown.replaceAll(data, '').match(/[A-Za-z]{2,}/g)]).toEqual([path, null]);
  }
});

test('the inbox filters before it counts a page: own rows are not behind those of an absent colleague', async () => {
  const now = Date.now();
  const { engine, call } = await asked();
  await engine.people.setAbsence({
    userId: 'max',
    from: now - 1,
    until: now + 86_400_000,
    substituteId: 'cay',
  });
  const definitionOf = (definitionId: string, userId: string) => ({
    definitionId,
    name: `Of ${userId}`,
    nodes: [
      {
        nodeId: 'check',
        type: 'human' as const,
        config: {
          reviewers: [{ userId, mandatory: true }],
          allow: ['substitute' as const],
          onReject: { end: 'rejected' },
        },
      },
    ],
  });
  await engine.definitions.create(definitionOf('of-max', 'max'));
  await engine.definitions.create(definitionOf('of-cay', 'cay'));
  for (let index = 0; index < 55; index++) await engine.executions.dispatch({ definitionId: 'of-max' });
  await engine.executions.dispatch({ definitionId: 'of-cay' });
  await engine.idle();
  const rows = (text: string) => text.match(/<li class="ap-item"/g)?.length ?? 0;
  const mine = (await call('', 'cay')).text;
  expect([rows(mine), mine.includes('Of cay'), mine.includes('Show more')]).toEqual([1, true, false]);
  const others = (await call('?view=others', 'cay')).text;
  expect([rows(others), others.includes('Of cay')]).toEqual([50, false]);
  const [, more = ''] =
    /href="\/approvals\/(\?view=others[^"]+)"/.exec(others.replaceAll('&amp;', '&')) ?? [];
  const rest = (await call(more, 'cay')).text;
  expect([rows(rest), rest.includes('Show more')]).toEqual([5, false]);
  expect(rows((await call('?view=all', 'cay')).text)).toBe(50);
});
