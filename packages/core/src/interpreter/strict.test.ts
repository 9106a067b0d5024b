/** `on: "otherwise"`, and strict definitions (contract sections 3 and 4). */
import { describe, expect, test } from 'vitest';
import { type JsonObject, op, variable, when } from '../index.js';
import type { DefinitionEdge, Expression } from '../definition.js';
import {
  CONTEXT,
  Run,
  agent,
  edge,
  group,
  human,
  onDecision,
  onStatus,
  rejectTo,
  webhook,
} from '../test-support/run.js';

const amount = variable('execution.input.amount');
const above = op('gt', amount, 500);
const otherwise = (from: string, to: string): DefinitionEdge => ({ from, to, on: 'otherwise' });

const NODES = [
  human('review', 'ann', rejectTo('rework')),
  ...['board', 'publish', 'rework'].map((it) => agent(it)),
];
async function review(edges: DefinitionEdge[], input: JsonObject, more: object = {}) {
  const run = await Run.start({ nodes: NODES, edges, ...more }, { triggerContext: { ...CONTEXT, ...input } });
  return run;
}
const branch = (condition: Expression, ...edges: DefinitionEdge[]) => [
  edge('review', 'board', when(condition)),
  ...edges,
];

describe('otherwise', () => {
  test.each([
    [900, ['board']],
    [3, ['publish']],
  ])('fires when no other edge of the step fired: %i', async (it, nodes) => {
    const run = await review(branch(above, otherwise('review', 'publish')), { amount: it });
    await run.decide('review', 'ann', 'approve');
    await run.ended('completed');
    expect((await run.get()).steps.map((step) => step.nodeId)).toEqual(['review', ...nodes]);
    await run.check();
  });

  test('takes no rejection', async () => {
    const run = await review(branch(above, otherwise('review', 'publish')), { amount: 3 });
    await run.decide('review', 'ann', 'reject');
    expect((await run.get()).steps.map((step) => step.nodeId)).toEqual(['review', 'rework']);
  });

  test('follows a skipped step', async () => {
    const run = await Run.start({
      nodes: [webhook('hook'), agent('a'), agent('b')],
      edges: [edge('hook', 'a', when(op('eq', amount, 1))), otherwise('hook', 'b')],
    });
    expect((await run.get()).steps.map((step) => step.nodeId)).toEqual(['hook', 'b']);
  });

  test('takes no breach', async () => {
    const run = await Run.start({
      nodes: [
        human('review', 'ann', { ...rejectTo('rework') }),
        ...['late', 'publish', 'rework'].map((it) => agent(it)),
      ].map((node) => (node.nodeId === 'review' ? { ...node, slaMs: 1_000 } : node)),
      edges: [edge('review', 'late', onStatus('breached')), otherwise('review', 'publish')],
    });
    await run.advance(1_000);
    expect((await run.get()).steps.map((step) => step.nodeId)).toEqual(['review', 'late']);
  });
});

const strictly = (condition: Expression, input: JsonObject, ...edges: DefinitionEdge[]) =>
  review(branch(condition, ...edges), input, { strict: true });

describe('a strict definition fails the execution', () => {
  const not = (it: Expression) => op('not', it);
  test.each<[string, Expression, JsonObject, string, RegExp]>([
    [
      'when a path is missing',
      above,
      {},
      'condition-path-missing',
      /edge to "board" of node "review" reads "execution\.input\.amount"/,
    ],
    [
      'when it is negated',
      not(op('eq', variable('execution.input.kind'), 'x')),
      {},
      'condition-path-missing',
      /kind/,
    ],
    [
      'when a part of the path is missing',
      op('eq', variable('execution.input.amount.value'), 1),
      { amount: 3 },
      'condition-path-missing',
      /amount\.value/,
    ],
    [
      'when a value of the output is missing',
      op('eq', variable('output.score'), 1),
      {},
      'condition-path-missing',
      /output\.score/,
    ],
    [
      'when a string is compared with a number',
      above,
      { amount: '90,000.00' },
      'condition-not-comparable',
      /compares string with number by "gt"/,
    ],
    ['when that is negated', not(above), { amount: '90,000.00' }, 'condition-not-comparable', /gt/],
    ['when null is compared', above, { amount: null }, 'condition-not-comparable', /null with number/],
    [
      'in a part of "and" that is evaluated',
      op('and', op('eq', variable('output.decision'), 'approve'), above),
      {},
      'condition-path-missing',
      /amount/,
    ],
  ])('%s', async (_, condition, input, code, message) => {
    const run = await strictly(condition, input, otherwise('review', 'publish'));
    await run.decide('review', 'ann', 'approve');
    await run.ended('failed', code);
    const { failureReason, steps } = await run.get();
    expect(failureReason?.message).toMatch(message);
    expect([failureReason?.stepId, steps.map((it) => it.nodeId)]).toEqual(['step_review', ['review']]);
    await run.check();
  });

  test('when an approval takes no branch', async () => {
    const run = await strictly(above, { amount: 3 });
    await run.decide('review', 'ann', 'approve');
    await run.ended('failed', 'no-branch-taken');
    await run.check();
  });

  test('when the condition of a loop reads a missing path', async () => {
    const onReject = {
      loopBack: {
        toNodeId: 'draft',
        when: when(op('and', op('eq', variable('output.decision'), 'reject'), above)),
      },
    };
    const run = await Run.start({
      nodes: [agent('draft'), human('review', 'ann', { onReject })],
      edges: [edge('draft', 'review')],
      strict: true,
    });
    await run.decide('review', 'ann', 'reject');
    await run.ended('failed', 'condition-path-missing');
    expect((await run.get()).failureReason?.message).toContain('loop "auto_review_loopback"');
  });
});

describe('a strict definition goes on', () => {
  const is = (decision: string) => op('eq', variable('output.decision'), decision);
  test.each<[string, Expression, JsonObject]>([
    ['with a value', above, { amount: 900 }],
    ['with two strings', op('gt', amount, '500'), { amount: '900' }],
    ['with null as a value', op('eq', amount, null), { amount: null }],
    ['with isEmpty of a missing path', op('isEmpty', amount), {}],
    ['with "or" that stops early', op('or', is('approve'), above), {}],
    ['with "and" that stops early', op('not', op('and', is('reject'), above)), {}],
    ['with fields of the step', op('ne', variable('step.completedAt'), null), {}],
  ])('%s', async (_, condition, input) => {
    const run = await strictly(condition, input);
    await run.decide('review', 'ann', 'approve');
    await run.ended('completed');
    expect(await run.count('board')).toBe(1);
  });

  test('past an edge that cannot hold on this end, as it is not evaluated', async () => {
    const run = await strictly(op('and', above, is('reject')), {}, edge('review', 'publish'));
    await run.decide('review', 'ann', 'approve');
    await run.ended('completed');
    expect((await run.get()).steps.map((it) => it.nodeId)).toEqual(['review', 'publish']);
  });

  test('from a node without an edge that can hold on an approval', async () => {
    const run = await review([], {}, { strict: true });
    await run.decide('review', 'ann', 'approve');
    await run.ended('completed');
  });

  test('after a failure whose edge reads an output that is not there', async () => {
    const condition = op(
      'and',
      op('eq', variable('step.status'), 'failed'),
      op('not', op('gt', variable('output.score'), 1)),
    );
    const run = await Run.start(
      {
        nodes: [agent('look', 'throws', {}), agent('help')].map((it) => ({
          ...it,
          retry: { maximumAttempts: 1 },
        })),
        edges: [edge('look', 'help', when(condition))],
        strict: true,
      },
      { agents: { throws: () => Promise.reject(new Error('no')) } },
    );
    await run.drain();
    expect((await run.get()).steps.map((it) => it.nodeId)).toEqual(['look', 'help']);
  });
});

describe('a join', () => {
  const members = (conditionOfA: Expression, conditionOfB: Expression) => ({
    nodes: [
      human('a', 'ann', rejectTo('rework')),
      human('b', 'bob', rejectTo('rework')),
      agent('board'),
      agent('rework'),
    ],
    edges: [edge('a', 'board', when(conditionOfA)), edge('b', 'board', when(conditionOfB))],
    groups: [group('joinOnQuorum', ['a', 'b'], 2)],
    strict: true,
  });
  const never = op('eq', amount, 1);
  test.each<[string, Expression, string]>([
    ['fails when the edges of no member fire', never, 'failed'],
    ['goes on when an edge of one member fires', op('eq', amount, 5), 'completed'],
  ])('%s', async (_, condition, status) => {
    const run = await Run.start(members(never, condition), { triggerContext: { ...CONTEXT, amount: 5 } });
    await run.decide('a', 'ann', 'approve');
    await run.decide('b', 'bob', 'approve');
    await run.ended(status, status === 'failed' ? 'no-branch-taken' : undefined);
    await run.check();
  });
});

test('without strict a condition reads null, and an approval may lead nowhere', async () => {
  for (const input of [{}, { amount: '90,000.00' }, { amount: 3 }]) {
    const run = await review(branch(above, edge('review', 'publish', onDecision('reject'))), input);
    await run.decide('review', 'ann', 'approve');
    await run.ended('completed');
    expect((await run.get()).steps.map((it) => it.nodeId)).toEqual(['review']);
  }
});
