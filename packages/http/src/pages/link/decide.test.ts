/** The page behind a link, as browsers, mail scanners and strangers meet it (hosting H6). */
import { beforeEach, expect, test } from 'vitest';
import { createHandler, createMemoryRateLimiter } from '../../index.js';
import { type Headers, createKit, post } from '../../test-support/kit.js';

const BASE = 'https://approvals.example.com';
const FORM = 'application/x-www-form-urlencoded';
const HOUR = 3_600_000;
type Fields = Record<string, string>;

let kit: Awaited<ReturnType<typeof createKit>>;
let run: { executionId: string; stepId: string };

beforeEach(async () => {
  kit = await createKit();
  const on = kit.engine.forWorkspace('main');
  await on.definitions.create({
    definitionId: 'sign-off',
    name: 'Sign-off <b>',
    nodes: [
      {
        nodeId: 'review',
        type: 'human',
        config: {
          reviewers: ['ann', 'ben'].map((userId) => ({ userId, mandatory: true })),
          onReject: { routeToNodeId: 'end' },
          form: {
            fields: [
              { name: 'note', type: 'string' },
              { name: 'amount', type: 'number' },
            ],
          },
        },
      },
      { nodeId: 'end', type: 'agent', config: { agentId: '__mock__', urlPath: 'url' } },
    ],
    edges: [{ from: 'review', to: 'end' }],
  });
  const triggerContext = { url: 'https://example.com', salary: 99_000 };
  const { executionId } = await on.executions.dispatch({ definitionId: 'sign-off', triggerContext });
  await kit.drain();
  const { steps } = await on.executions.get({ executionId });
  run = { executionId, stepId: steps[0]?.stepId ?? '' };
});

const links = () => kit.engine.forWorkspace('main', { linksBaseUrl: BASE }).links;
const linkFor = (reviewerId = 'ann', more: { decision?: 'approve' | 'reject' } = {}) =>
  links().create({ ...run, reviewerId, ...more });

interface Sent {
  readonly method?: string;
  readonly headers?: Headers;
  readonly body?: string;
}

async function send(url: string, { method = 'GET', headers = {}, body = '' }: Sent = {}) {
  const answer = await kit.handler({
    ...{ method, path: new URL(url).pathname, query: '', remoteAddress: '192.0.2.1' },
    headers: { accept: 'application/json', ...headers },
    body: { kind: 'bytes', bytes: new TextEncoder().encode(body) },
  });
  const error = answer.status >= 400 && answer.body.startsWith('{') ? errorOf(answer.body) : null;
  return { ...answer, error, code: error?.details.code ?? null };
}

const errorOf = (body: string) =>
  (JSON.parse(body) as { error: { status: string; details: { code?: string } } }).error;

const look = async (url: string) =>
  (JSON.parse((await send(url)).body) as { result: { formToken: string; decisions: string[] } }).result;

const answer = (url: string, fields: Fields, headers: Headers = {}) =>
  send(url, {
    method: 'POST',
    headers: { 'content-type': FORM, ...headers },
    body: new URLSearchParams(fields).toString(),
  });

const decisions = async () => {
  const { steps } = await kit.engine.forWorkspace('main').executions.get({ executionId: run.executionId });
  return ((steps[0]?.output as { decisions?: unknown[] } | null)?.decisions ?? []).length;
};

test('looking changes nothing, and one answer uses the link', async () => {
  const { url } = await linkFor();
  for (const method of ['GET', 'HEAD', 'GET']) expect((await send(url, { method })).status).toBe(200);
  expect(await decisions()).toBe(0);
  const { formToken } = await look(url);
  expect((await answer(url, { formToken, decision: 'approve' })).status).toBe(200);
  expect(await decisions()).toBe(1);
  expect(await send(url)).toMatchObject({ status: 410, code: 'link-used' });
  expect(await answer(url, { formToken, decision: 'reject' })).toMatchObject({
    status: 410,
    code: 'link-used',
  });
  expect(await decisions()).toBe(1);
});

test('the page is text alone: no script, no image, nothing foreign, nothing of what started the run', async () => {
  const { url } = await linkFor();
  const page = await send(url, { headers: { accept: 'text/html,application/json' } });
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(page.body).toContain('Sign-off &lt;b&gt;');
  expect(page.body).not.toMatch(/<script|<img|<link|https?:|99[,.]?000/i);
  expect(page.body).toMatch(/<form[^>]*method="post"/);
});

const OPENED: readonly [string, Sent][] = [
  ['/v2/decide/', {}],
  ['/v2/decide/unknown', {}],
  ['/v2/decide/a/b', { method: 'POST', headers: { 'content-type': FORM } }],
  ['/v2/decide/unknown', { method: 'PUT' }],
  ['/v2/decide/unknown', { method: 'POST', headers: { origin: 'https://evil.example' } }],
];
test.each(OPENED)(
  'every answer below /v2/decide/ is kept, found and framed by nobody: %s %j',
  async (path, sent) => {
    for (const accept of ['application/json', 'text/html']) {
      const { headers, status } = await send(`${BASE}${path}`, {
        ...sent,
        headers: { ...sent.headers, accept },
      });
      expect([403, 404, 405]).toContain(status);
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'x-robots-tag': 'noindex',
      });
      expect(headers['content-security-policy']).toMatch(
        /^default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'$/,
      );
      expect(Object.keys(headers).filter((it) => /cookie|access-control/.test(it))).toEqual([]);
    }
  },
);

/** Checks in their order: each row also has the faults of all rows below it. */
const ORDER: readonly [string, Headers, string, number, string | null][] = [
  [
    'from another site',
    { origin: 'https://evil.example', 'content-type': 'text/plain' },
    '',
    403,
    'cross-origin',
  ],
  ['no form', { origin: 'null', 'content-type': 'text/plain' }, 'x'.repeat(70_000), 415, null],
  [
    'compressed',
    { 'content-type': FORM, 'content-encoding': 'gzip' },
    `odd=${'x'.repeat(70_000)}`,
    415,
    null,
  ],
  ['too large', { 'content-type': FORM }, `odd=${'x'.repeat(70_000)}`, 413, null],
  ['an unknown field', { 'content-type': FORM }, 'odd=1&decision=approve', 400, null],
  ['a field that comes twice', { 'content-type': FORM }, 'decision=approve&decision=approve', 400, null],
  ['a field called __proto__', { 'content-type': FORM }, '__proto__=1&decision=approve', 400, null],
  ['a value called __proto__', { 'content-type': FORM }, 'values.__proto__=1&decision=approve', 400, null],
  ['no decision', { 'content-type': FORM }, 'formToken=forged', 400, null],
  [
    'another decision than the link takes',
    { 'content-type': FORM },
    'decision=reject&formToken=forged',
    400,
    null,
  ],
  ['no token of the page', { 'content-type': FORM }, 'decision=approve', 403, 'form-token'],
  ['a forged token', { 'content-type': FORM }, 'decision=approve&formToken=forged', 403, 'form-token'],
];
test.each(ORDER)('refused: %s', async (_, headers, body, status, code) => {
  const { url } = await linkFor('ann', { decision: 'approve' });
  expect(await send(url, { method: 'POST', headers, body })).toMatchObject({ status, code });
  expect(await decisions()).toBe(0);
});

test.each([FORM, 'application/json'])(
  'too large is 413 also where there is no room for it: %s',
  async (type) => {
    const { url } = await linkFor();
    for (const kind of ['too-large', 'no-room'] as const) {
      const { status } = await kit.handler({
        ...{ method: 'POST', path: new URL(url).pathname, query: '', remoteAddress: '192.0.2.1' },
        ...{ headers: { 'content-type': type }, body: { kind } },
      });
      expect([kind, status]).toEqual([kind, 413]);
    }
  },
);

test('lines of a form end as they were typed, so that what the page took is not too long', async () => {
  const { url } = await linkFor();
  const { formToken } = await look(url);
  const typed = `${'x\n'.repeat(999)}yz`;
  const sent = { formToken, decision: 'approve', reason: typed.replaceAll('\n', '\r\n') };
  expect(await answer(url, { ...sent, 'values.note': 'a\r\nb' })).toMatchObject({ status: 200 });
  const { steps } = await kit.engine.forWorkspace('main').executions.get({ executionId: run.executionId });
  expect(steps[0]?.output).toMatchObject({ decisions: [{ reason: typed, values: { note: 'a\nb' } }] });
});

test('the page cuts off no reason and no text that the operation takes', async () => {
  const { url } = await linkFor();
  const page = (await send(url, { headers: { accept: 'text/html' } })).body;
  // Browsers count units of UTF-16, of which a character has up to two.
  const most = [...page.matchAll(/maxlength="(\d+)"/g)].map(([, units]) => Number(units));
  expect(new Set(most)).toEqual(new Set([4_000]));
  const { formToken } = await look(url);
  const reason = '𝒙'.repeat(2_000);
  const sent = { formToken, decision: 'approve', reason, 'values.note': reason };
  expect(await answer(url, sent)).toMatchObject({ status: 200 });
});

test.each(['cross-site', 'same-site'])('a form that a browser sends from %s is refused', async (site) => {
  const { url } = await linkFor();
  const { formToken } = await look(url);
  const sent = answer(url, { formToken, decision: 'approve' }, { 'sec-fetch-site': site });
  expect(await sent).toMatchObject({ status: 403, code: 'cross-origin' });
  expect(await decisions()).toBe(0);
});

test('the token of a page is for its link, and for an hour', async () => {
  const [own, other] = [await linkFor(), await linkFor('ben')];
  const { formToken } = await look(other.url);
  const refused = { status: 403, code: 'form-token' };
  expect(await answer(own.url, { formToken, decision: 'approve' })).toMatchObject(refused);
  const early = (await look(own.url)).formToken;
  await kit.advance(HOUR + 1);
  expect(await answer(own.url, { formToken: early, decision: 'approve' })).toMatchObject(refused);
  const { formToken: fresh } = await look(own.url);
  expect((await answer(own.url, { formToken: fresh, decision: 'approve' })).status).toBe(200);
});

const NUL = 'a\0b';
const HALF = '\ud800';
test.each<[string, string, string]>([
  ['a reason with a NUL', FORM, 'reason=a%00b'],
  ['a value with a NUL', FORM, 'values.note=a%00b'],
  ['a reason with a NUL', 'application/json', JSON.stringify({ reason: NUL })],
  ['half a pair of surrogates', 'application/json', JSON.stringify({ reason: HALF })],
  ['a value with one', 'application/json', JSON.stringify({ values: { note: HALF } })],
  ['a name of a value with one', 'application/json', JSON.stringify({ values: { [HALF]: 'x' } })],
  ['a reason code that is none', 'application/json', JSON.stringify({ reasonCode: 'no spaces' })],
  ['a reason that is too long', 'application/json', JSON.stringify({ reason: 'x'.repeat(2_001) })],
  ['no text as a reason', 'application/json', JSON.stringify({ reason: 7 })],
  ['no object as values', 'application/json', JSON.stringify({ values: ['x'] })],
])('what no decision may say is refused: %s, by %s', async (_, type, said) => {
  const { url } = await linkFor();
  const { formToken } = await look(url);
  const fields = { formToken, decision: 'approve' };
  const body =
    type === FORM
      ? `${new URLSearchParams(fields).toString()}&${said}`
      : JSON.stringify({ data: { ...fields, ...(JSON.parse(said) as object) } });
  const headers = { 'content-type': type };
  const refused = await send(url, { method: 'POST', headers, body });
  expect([refused.status, refused.error?.status]).toEqual([400, 'INVALID_ARGUMENT']);
  const page = await send(url, { method: 'POST', headers: { ...headers, accept: 'text/html' }, body });
  expect([page.status, page.headers['content-type']]).toEqual([400, 'text/html; charset=utf-8']);
  expect((await answer(url, fields)).status).toBe(200);
});

test.each([
  ['%FF', 'reason=caf%E9'],
  ['a part of a character', 'values.note=%E2%82'],
])('a form in another encoding than UTF-8 is refused, and not recorded otherwise: %s', async (_, said) => {
  const { url } = await linkFor();
  const { formToken } = await look(url);
  const fields = new URLSearchParams({ formToken, decision: 'approve' }).toString();
  const sent = { method: 'POST', headers: { 'content-type': FORM }, body: `${fields}&${said}` };
  expect((await send(url, sent)).status).toBe(400);
  expect(await decisions()).toBe(0);
  // Not every % begins an escape, and not everything is ASCII.
  const good = { ...sent, body: `${fields}&reason=100%+caf%C3%A9+é+%zz` };
  expect((await send(url, good)).status).toBe(200);
});

test.each([
  ['1200.50', 1_200.5],
  ['+.5', 0.5],
  [' 007 ', 7],
  ['9007199254740993', null],
  ['9007199254740993.0', null],
  ['1e-400', null],
  ['0x10', null],
  ['0b11', null],
  ['Infinity', null],
])('a number of a form is read as it was typed, or refused: %s', async (typed, read) => {
  const { url } = await linkFor();
  const { formToken } = await look(url);
  const sent = await answer(url, { formToken, decision: 'approve', 'values.amount': typed });
  expect(sent.status).toBe(read === null ? 400 : 200);
  const { steps } = await kit.engine.forWorkspace('main').executions.get({ executionId: run.executionId });
  const [given] = (steps[0]?.output as { decisions: { values?: object }[] }).decisions;
  expect(given?.values ?? null).toEqual(read === null ? null : { amount: read });
});

test('what is no number is not looked at for long', async () => {
  const { url } = await linkFor();
  const { formToken } = await look(url);
  const began = performance.now();
  const sent = answer(url, { formToken, decision: 'approve', 'values.amount': `${'1'.repeat(60_000)}x` });
  expect((await sent).status).toBe(400);
  // Looked at again from every digit it takes seconds.
  expect(performance.now() - began).toBeLessThan(1_000);
});

test('a link has a budget of its own, and takes nothing of anybody else', async () => {
  const rateLimiter = createMemoryRateLimiter({ read: 2, decide: 1 });
  const { handler } = kit;
  kit = { ...kit, handler: createHandler({ ...kit.handlerOptions, rateLimiter, links: { baseUrl: BASE } }) };
  const [own, other] = [await linkFor(), await linkFor('ben')];
  const looks = [];
  for (let count = 0; count < 3; count++) looks.push(await send(own.url));
  expect(looks.map((it) => it.status)).toEqual([200, 200, 429]);
  expect(looks[2]?.headers['retry-after']).toBe('1');
  const posts = [
    await answer(own.url, { decision: 'approve' }),
    await answer(own.url, { decision: 'approve' }),
  ];
  expect(posts.map((it) => it.status)).toEqual([403, 429]);
  const { formToken } = await look(other.url);
  expect((await answer(other.url, { formToken, decision: 'approve' })).status).toBe(200);
  const headers = await kit.credentials();
  for (let count = 0; count < 2; count++)
    expect((await post(kit.handler, 'definitions/list', {}, headers)).code).toBe(200);
  kit = { ...kit, handler };
});

test('the page says what the answer is on', async () => {
  const on = kit.engine.forWorkspace('main');
  const digest = `sha256:${'a'.repeat(64)}`;
  const { executionId } = await on.executions.dispatch({
    definitionId: 'sign-off',
    subject: { digest, ref: 'contract <7> \u202e', revision: 'r2' },
  });
  const { url } = await links().create({ executionId, stepId: run.stepId, reviewerId: 'ann' });
  const page = await send(url, { headers: { accept: 'text/html' } });
  // Unseen characters are shown, and each value is isolated.
  for (const it of ['contract &lt;7&gt; \\u{202e}', 'r2', digest])
    expect(page.body).toContain(`<bdi>${it}</bdi>`);
  expect(page.body).toContain('This page is for <bdi>ann</bdi>.');
});

test('what was written is on the page that says why it was not taken, and every fault is named', async () => {
  const { url } = await linkFor();
  const asHtml = { accept: 'text/html' };
  const { formToken } = await look(url);
  const said = { decision: 'approve', reason: 'because <of> this' };
  const late = await answer(url, { ...said, formToken: 'forged' }, asHtml);
  expect([late.status, late.body]).toEqual([403, expect.stringContaining('because &lt;of&gt; this')]);
  expect(late.body).toMatch(/<a class="ap-btn" href="">\s*Open the question again\s*<\/a\s*>/);
  const values = { 'values.note': 'x'.repeat(2_001), 'values.odd': 'x' };
  const faulty = await answer(url, { ...said, formToken, ...values }, asHtml);
  expect(faulty.status).toBe(400);
  const [, list = ''] = /<ul>([\s\S]*?)<\/ul>/.exec(faulty.body) ?? [];
  expect(list.match(/<li>/g)).toHaveLength(2);
  expect(faulty.body).toContain('because &lt;of&gt; this</textarea>');
  expect(await decisions()).toBe(0);
  // A post from another origin gets none of its input back.
  const foreign = await answer(url, said, { ...asHtml, origin: 'https://evil.example' });
  expect([foreign.status, foreign.body]).toEqual([403, expect.not.stringContaining('because')]);
});

test('names and words in other scripts turn nothing around them', async () => {
  const { url } = await linkFor();
  const page = await send(url, { headers: { accept: 'text/html' } });
  expect(page.body).toContain('This page is for <bdi>ann</bdi>.');
  expect(page.body).toMatch(/<h1 id="title" dir="auto">/);
});

test('a link that is no more says why', async () => {
  const [revoked, closed, late] = [await linkFor(), await linkFor(), await linkFor('ben')];
  await links().revoke({ linkId: revoked.linkId });
  expect(await send(revoked.url)).toMatchObject({ status: 410, code: 'link-revoked' });
  const on = kit.engine.forWorkspace('main');
  await on.steps.recordReviewerDecision({ ...run, reviewerId: 'ann', decision: 'approve' });
  expect(await send(closed.url)).toMatchObject({ status: 410, code: 'link-closed' });
  await kit.advance(15 * 24 * HOUR);
  expect(await send(late.url)).toMatchObject({ status: 410, code: 'link-expired' });
});
