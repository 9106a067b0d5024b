/** Pages refuse what the operations over HTTP refuse, and what other sites send. */
import { createApprovalGate, createMemoryPermitStore } from '@org/approval-agents';
import { createMemoryStore, createApprovalEngine } from '@org/approval-core';
import { expect, onTestFinished, test } from 'vitest';
import { createMemoryRateLimiter } from '../rate-limit.js';
import { GUARDED } from '../test-support/permits.js';
import { type Given, UNSEEN, pagesOf } from '../test-support/pages.js';

const STEP = 'step_review';

/** A permit whose program is the one that is asked. */
async function permitOf(requester: string, reviewers: readonly string[]) {
  const engine = createApprovalEngine({
    store: createMemoryStore(),
    normalizeUserId: (it) => it.toLowerCase(),
  });
  const [review, ...others] = GUARDED.nodes;
  const config = {
    ...review!.config,
    reviewers: reviewers.map((userId) => ({ userId, mandatory: false })),
    decisionRule: { kind: 'count', approvals: 1 },
    allow: ['delegate', 'ask'],
  };
  const definition = { ...GUARDED, nodes: [{ ...review!, config }, ...others] };
  await engine.definitions.create(definition as never);
  const rules = [{ tool: '*', do: 'ask' as const, definitionId: 'guarded', grantNodeId: 'act' }];
  const owner = createApprovalGate({ engine, policies: { rules }, store: createMemoryPermitStore() });
  onTestFinished(async () => {
    await owner.stop();
    await engine.stop();
  });
  const gate = owner.forWorkspace('default');
  const call = { tool: 'mail.send', args: { to: 'a' } };
  const ref = { framework: 'test', runId: 'run', callId: 'call' };
  const { permitId, executionId } = await gate.request({
    call,
    ref,
    requester: { principal: requester },
  });
  await engine.idle();
  const digest = (await engine.executions.get({ executionId: executionId ?? '' })).subject?.digest ?? '';
  const path = `runs/${executionId}?step=${STEP}`;
  const approval = { decision: 'approve', round: '1', subjectDigest: digest };
  const state = async () => (await gate.get({ permitId })).state;
  return { engine, path, executionId, approval, state, ...pagesOf(engine) };
}

test("a permit's program does not approve its own call, under any spelling of its id", async () => {
  const { call, path, approval, state, engine } = await permitOf('bot', ['bot', 'ann']);
  for (const user of ['bot', 'BOT']) {
    const refused = await call(path, user, approval);
    expect([user, refused.status]).toEqual([user, 403]);
    expect(refused.text).toContain('who asked does not answer');
  }
  await engine.idle();
  expect(await state()).toBe('pending');
  expect((await call(path, 'ann', approval)).status).toBe(200);
  await engine.idle();
  expect(await state()).toBe('granted');
});

test('a place is not handed over to the program that asked', async () => {
  const { call, executionId, state } = await permitOf('bot', ['ann']);
  const handed = await call(`runs/${executionId}/hand-over?step=${STEP}`, 'ann', { toUserId: 'bot' });
  expect([handed.status, handed.text.includes('no caller may decide for the program')]).toEqual([403, true]);
  expect(await state()).toBe('pending');
});

test('an approval without the digest that the page showed is refused', async () => {
  const { call, path, approval, state, engine } = await permitOf('bot', ['ann']);
  const { subjectDigest: _, ...blind } = approval;
  const refused = await call(path, 'ann', blind);
  expect(refused.status).toBeGreaterThanOrEqual(400);
  await engine.idle();
  expect(await state()).toBe('pending');
});

test('the rules of the host hold: authorize, visible, and one form of user ids', async () => {
  const asked: string[] = [];
  const { call, path, decided } = await given({
    authorize: ({ operation, principal }) => {
      asked.push(`${principal.subject} ${operation}`);
      return operation === 'steps/recordReviewerDecision' && principal.subject === 'ann' ? 'deny' : 'allow';
    },
  });
  const refused = await call(path, 'Ann', { decision: 'approve', round: '1' });
  expect([refused.status, await decided()]).toEqual([403, false]);
  expect(asked).toContain('ann steps/recordReviewerDecision');
  expect((await call(path, 'BEN', { decision: 'approve', round: '1' })).status).toBe(200);
  expect(await decided()).toBe(true);
  const hidden = await given({ visible: () => ({ definitionIds: [] }) });
  expect((await hidden.call(hidden.path, 'ann')).status).toBe(404);
  expect((await hidden.call('', 'ann')).text).toContain('Nothing waits for you');
});

test('budgets of the workspace are spent, and failed sign-ins cost their address', async () => {
  const rateLimiter = createMemoryRateLimiter({ decide: 1, 'failed-attempt': 1 });
  const { call, path } = await given({ rateLimiter });
  await call(path, 'ann', { decision: 'approve' });
  const spent = await call(path, 'ben', { decision: 'approve', round: '1' });
  expect([spent.status, spent.headers['retry-after']]).toEqual([429, '1']);
  expect((await call('', null)).status).toBe(401);
  expect((await call('', null)).status).toBe(429);
});

const FOREIGN: readonly (readonly [string, Given['headers']])[] = [
  ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
  ['a site below the same domain', { 'sec-fetch-site': 'same-site', origin: 'https://acme.example' }],
  ['an address that was typed', { 'sec-fetch-site': 'none' }],
  ['an old browser on another site', { origin: 'https://evil.example' }],
  ['a sandboxed frame', { origin: 'null' }],
  ['a program without an origin', {}],
];

test.each(FOREIGN)('a form of %s is refused', async (_, headers) => {
  const { call, path, executionId, decided } = await given();
  const forms: [string, Record<string, string>][] = [
    [path, { decision: 'approve', round: '1' }],
    [`runs/${executionId}/hand-over?step=step_finance`, { toUserId: 'eve' }],
    ['absence', { from: '2030-01-01', until: '2030-01-02', substituteId: 'eve' }],
    ['absence/remove', { absenceId: 'abs_1' }],
  ];
  for (const [address, fields] of forms)
    expect([address, (await call(address, 'ann', fields, headers)).status]).toEqual([address, 403]);
  expect(await decided()).toBe(false);
});

test('an old browser sends the origin of these pages, which is enough', async () => {
  const { call, path, decided } = await given();
  const headers = { host: 'acme.example', origin: 'https://acme.example' };
  expect((await call(path, 'ann', { decision: 'approve', round: '1' }, headers)).status).toBe(200);
  expect(await decided()).toBe(true);
  const page = await call('', 'ann');
  expect(page.headers['referrer-policy']).toBe('same-origin');
});

test('a name that resolves to this server shows nothing, and neither does a link under it', async () => {
  const { call, path, executionId, engine } = await given();
  const host = { host: 'evil.example' };
  expect((await call(path, 'ann', undefined, host)).status).toBe(421);
  const at = { executionId, stepId: 'step_finance', reviewerId: 'ann' };
  const { url } = await engine.links.create({ ...at, baseUrl: 'https://acme.example' });
  const link = `decide/${url.split('/').at(-1)}`;
  expect((await call(link, null, undefined, host)).status).toBe(421);
  expect((await call(link, null, undefined, { host: 'acme.example' })).status).toBe(200);
});

test('the page of a link takes an answer only with its own token', async () => {
  const { call, executionId, engine, decided } = await given();
  const at = { executionId, stepId: 'step_finance', baseUrl: 'https://acme.example' };
  const linkOf = async (reviewerId: string) =>
    `decide/${(await engine.links.create({ ...at, reviewerId })).url.split('/').at(-1)}`;
  const [link, other] = [await linkOf('ann'), await linkOf('ben')];
  const tokenOf = (text: string) => /name="formToken" value="([^"]+)"/.exec(text)?.[1] ?? '';
  const foreign = tokenOf((await call(other, null)).text);
  expect((await call(link, null, { decision: 'approve' })).status).toBe(403);
  expect((await call(link, null, { decision: 'approve', formToken: foreign })).status).toBe(403);
  const formToken = tokenOf((await call(link, null)).text);
  const evil = { origin: 'https://evil.example' };
  expect((await call(link, null, { decision: 'approve', formToken }, evil)).status).toBe(403);
  expect(await decided()).toBe(false);
  // Under `no-referrer` the browser sends `null` as the origin of the page's own form.
  const own = { origin: 'null', 'sec-fetch-site': 'same-origin' };
  const done = await call(link, null, { decision: 'approve', formToken }, own);
  expect([done.status, await decided()]).toEqual([200, true]);
});

test('no character that cannot be seen is on any page', async () => {
  const odd = 'a\u202eb\u200bc\u0085d\u2066e\u00ade';
  // References may not contain control characters.
  const oddLine = odd.replace('\u0085', '');
  const { call, path, executionId, engine } = await given({
    name: `Order ${odd}`,
    commentBody: odd,
    form: { fields: [{ name: 'odd', type: 'choice', choices: [odd, 'b'], required: true }] },
    presentation: {
      title: `Title ${odd}`,
      facts: [
        { label: odd, value: odd },
        { label: 'Site', value: { href: 'https://a.example', text: odd }, kind: 'link' },
        { label: 'Diff', value: { before: odd, after: odd }, kind: 'diff' },
        { label: 'Code', value: odd, kind: 'code' },
      ],
      amount: { amount: 5, currency: odd.slice(0, 3) },
      table: { columns: [odd], rows: [[odd]] },
      documents: [{ title: odd, href: 'https://a.example/x' }],
    },
    subject: { digest: `sha256:${'a'.repeat(64)}`, ref: oddLine, revision: oddLine },
    namesOf: () => ({ ann: `Ann ${odd}`, ben: `Ben ${odd}`, jonas: `Jonas ${odd}` }),
    brand: { name: 'Acme' },
  });
  await engine.steps.requestInformation({
    ...{ executionId, stepId: 'step_finance', reviewerId: 'ben', question: odd },
  });
  const at = { executionId, stepId: 'step_finance', reviewerId: 'ann', baseUrl: 'https://acme.example' };
  const link = `decide/${(await engine.links.create(at)).url.split('/').at(-1)}`;
  const formToken = /formToken" value="([^"]+)"/.exec((await call(link, null)).text)?.[1] ?? '';
  const pages = [
    await call('', 'ann'),
    await call(path, 'ann'),
    await call(path, 'ann', { decision: 'approve', round: '9', reason: odd, 'values.odd': odd }),
    await call(link, null),
    await call(
      link,
      null,
      { decision: 'approve', formToken, reason: odd },
      { 'sec-fetch-site': 'same-origin' },
    ),
    await call(link, null, { decision: 'approve', formToken: 'x', reason: odd }),
    await call(path, 'ann', {
      decision: 'approve',
      round: '1',
      'values.odd': odd,
      subjectDigest: `sha256:${'a'.repeat(64)}`,
    }),
    await call(path, 'ben'),
  ];
  for (const [index, { text }] of pages.entries()) {
    // A field sends back exactly the typed or chosen value.
    const shown = text.replaceAll(
      /<textarea[\s\S]*?<\/textarea>| value="[^"]*"|<style>[\s\S]*?<\/style>/g,
      '',
    );
    expect([index, shown.match(UNSEEN)]).toEqual([index, null]);
  }
  expect(pages[1]?.text).toContain('Title a\\u{202e}b\\u{200b}c\\u{85}d\\u{2066}e\\u{ad}e');
});

test('names that the host cannot give do not keep a reader from deciding', async () => {
  const errors: unknown[] = [];
  const broken = () => {
    throw new Error('the directory is down');
  };
  const { call, path, decided } = await given({
    ...{ namesOf: broken, localeOf: broken, timeZoneOf: () => 'Nowhere/At-All' },
    onError: (error) => errors.push(error),
  });
  expect((await call(path, 'ann')).text).toContain('jonas');
  expect(errors.length).toBeGreaterThan(0);
  expect((await call(path, 'ann', { decision: 'approve', round: '1' })).status).toBe(200);
  expect(await decided()).toBe(true);
});

/** A run that waits for Ann or Ben in finance. */
const given = (options: Given['options'] = {}) => askedOf(options);

async function askedOf({
  name = 'Purchase order',
  commentBody = '',
  form,
  presentation,
  subject,
  ...options
}: Given['options']) {
  const engine = createApprovalEngine({
    store: createMemoryStore(),
    normalizeUserId: (it) => it.toLowerCase(),
  });
  onTestFinished(() => engine.stop());
  await engine.definitions.create({
    definitionId: 'purchase',
    name,
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
          allow: ['delegate', 'ask', 'retract'],
          onReject: { end: 'rejected' },
          ...(commentBody !== '' && { commentBody }),
          ...(form !== undefined && { form }),
        },
      },
    ],
  });
  const { executionId } = await engine.executions.dispatch({
    ...{ definitionId: 'purchase', initiatorId: 'jonas' },
    presentation: presentation ?? { title: '48 standing desks' },
    ...(subject !== undefined && { subject }),
  });
  await engine.idle();
  const decided = async () => (await engine.executions.get({ executionId })).status === 'completed';
  return {
    engine,
    executionId,
    path: `runs/${executionId}?step=step_finance`,
    decided,
    ...pagesOf(engine, options),
  };
}
