/** Bounds of notification nodes, each at its limit and just beyond, refusals and warnings. */
import { describe, expect, test } from 'vitest';
import { LIMITS } from '../../definition/limits.js';
import { readDefinition } from '../../lint/read.js';
import { createTestEngine } from '@org/approval-testkit';
import type { NotificationMessage } from '../../index.js';

const REVIEW = {
  nodeId: 'review',
  type: 'human',
  config: { reviewers: [{ userId: 'ann', mandatory: true }], onReject: { routeToNodeId: 'no' } },
};
const NO = { nodeId: 'no', type: 'agent', config: { agentId: '__mock__', urlPath: 'url' } };

function read(config: object, more: object = {}) {
  const tell = {
    nodeId: 'tell',
    type: 'notification',
    config: { channel: 'mail', body: { text: 'x' }, ...config },
  };
  const json = { definitionId: 'tells', name: 'Tells', nodes: [tell, REVIEW, NO], edges: [], ...more };
  const channels = new Set(['mail', 'chat']);
  return readDefinition(json, {
    maxStepsPerExecution: 10_000,
    agentIds: null,
    channels,
  });
}

function found(config: object, more?: object): string[] {
  const it = read(config, more);
  return it.ok ? [] : it.issues.map(({ code, path }) => `${code} ${path.replace('nodes[0].config.', '')}`);
}

const warned = (config: object, more?: object): string[] =>
  read(config, more).warnings.map(({ code, path }) => `${code} ${path}`);

describe('is accepted at its bound and refused beyond', () => {
  test.each<[string, (size: number) => object, number]>([
    ['channel', (size) => ({ channel: 'x'.repeat(size) }), LIMITS.channelLength],
    ['to', (size) => ({ to: Array.from({ length: size }, () => ({ userId: 'x' })) }), LIMITS.notificationTo],
    ['a template', (size) => ({ body: { text: 'x'.repeat(size) } }), LIMITS.templateLength],
    ['paths', (size) => ({ body: { html: '{{input}}'.repeat(size) } }), LIMITS.templatePaths],
  ])('%s', (_, config, limit) => {
    expect(found(config(limit))).toEqual([]);
    expect(found(config(limit + 1))).toHaveLength(1);
  });
});

describe('renders up to its bound, and fails beyond', () => {
  const told = async (config: object, triggerContext: object) => {
    const messages: NotificationMessage[] = [];
    const { engine, drain } = createTestEngine({
      notify: { mail: (message: NotificationMessage) => void messages.push(message) },
    });
    const tell = {
      nodeId: 'tell',
      type: 'notification',
      config: { channel: 'mail', body: { text: 'x' }, ...config },
    };
    await engine.definitions.create({
      definitionId: 'tells',
      name: 'Tells',
      nodes: [tell as never],
      edges: [],
    });
    const { executionId } = await engine.executions.dispatch({
      definitionId: 'tells',
      triggerContext: triggerContext,
      contributorIds: (triggerContext as { people?: string[] }).people ?? [],
    });
    await drain();
    const { steps } = await engine.executions.get({ executionId });
    return [messages.length, steps[0]?.error?.code ?? null];
  };

  test.each<[string, object, (size: number) => object, number]>([
    [
      'the subject',
      { subject: '{{execution.input.v}}' },
      (size) => ({ v: '😀'.repeat(size) }),
      LIMITS.subjectLength,
    ],
    [
      'an address',
      { to: [{ address: '{{execution.input.v}}' }] },
      (size) => ({ v: '😀'.repeat(size) }),
      LIMITS.addressLength,
    ],
    [
      'a user id',
      { to: [{ userId: '{{execution.input.v}}' }] },
      (size) => ({ v: 'x'.repeat(size) }),
      LIMITS.actorLength,
    ],
  ])('%s', async (_, config, input, limit) => {
    expect(await told(config, input(limit))).toEqual([1, null]);
    expect(await told(config, input(limit + 1))).toEqual([0, 'notification-failed']);
  });
});

test.each<[string, object, string]>([
  ['a name with a capital', { channel: 'Mail' }, 'invalid-field channel'],
  ['no body', { body: {} }, 'invalid-field body'],
  ['two bodies', { body: { text: 'a', html: 'b' } }, 'invalid-field body'],
  ['an unknown field', { what: 1 }, 'unknown-field what'],
  ['a recipient of two kinds', { to: [{ userId: 'a', address: 'b' }] }, 'invalid-field to[0]'],
  ['a recipient that is not true', { to: [{ initiator: false }] }, 'invalid-field to[0]'],
  ['another word for onFailure', { onFailure: 'skip' }, 'invalid-field onFailure'],
  ['an open template', { subject: '{{input.x' }, 'template-invalid subject'],
  ['an unknown root', { to: [{ address: '{{callback.url}}' }] }, 'template-invalid to[0].address'],
  [
    'an unknown root in Slack',
    { body: { slack: [{ text: '{{event.id}}' }] } },
    'template-invalid body.slack[0].text',
  ],
  ['an unknown root in data', { data: ['{{x}}'] }, 'template-invalid data[0]'],
  [
    'reviewers of an agent',
    { to: [{ userId: 'a' }, { reviewersOf: 'no' }] },
    'notification-node-missing to[1].reviewersOf',
  ],
  ['deciders of no node', { to: [{ decidersOf: 'nope' }] }, 'notification-node-missing to[0].decidersOf'],
])('%s is refused', (_, config, issue) => {
  expect(found(config)).toEqual([issue]);
});

test('a notification cannot be a member of a group', () => {
  const groups = [{ groupId: 'g', memberNodeIds: ['tell', 'review'], expectedSteps: 2, quorum: 1 }];
  expect(found({}, { groups })).toEqual(['group-non-blocking-agent-member groups[0].memberNodeIds']);
});

const onFailure = { from: 'tell', to: 'no', on: 'failure' };
const FAILS = 'notification-fails-run nodes[0].config';
test.each<[string, object, object, string[]]>([
  ['a message that may fail the run', {}, {}, [FAILS]],
  ['a choice to fail', { onFailure: 'fail' }, {}, []],
  ['a choice to go on', { onFailure: 'continue' }, {}, []],
  ['a recovery edge', {}, { edges: [onFailure] }, []],
  ['an edge that follows always', {}, { edges: [{ ...onFailure, on: 'always' }] }, []],
  ['a success edge alone', {}, { edges: [{ from: 'tell', to: 'no' }] }, [FAILS]],
  [
    'a channel that is not there',
    { channel: 'chart', onFailure: 'fail' },
    {},
    ['channel-not-registered nodes[0].config.channel'],
  ],
])('warnings of %s', (_, config, more, expected) => {
  expect(warned(config, more)).toEqual(expected);
});

test('a channel of a similar name is proposed', () => {
  expect(read({ channel: 'chart', onFailure: 'fail' }).warnings[0]?.message).toMatch(/did you mean "chat"\?/);
});

test.each([
  ['a name', { Mail: () => undefined }, /notify\.Mail: is not a name; use 1 to 64/],
  ['a value', { mail: 'smtp' }, /notify\.mail: is not a function/],
])('the engine refuses %s of `notify` that is none', (_, notify, message) => {
  expect(() => createTestEngine({ notify } as never)).toThrow(message);
});

test('a message has up to 500 recipients', async () => {
  const counts: number[] = [];
  const { engine, drain } = createTestEngine({
    notify: { mail: (message: NotificationMessage) => void counts.push(message.to.length) },
  });
  const pool = { pool: { var: 'execution.input.people' }, mandatory: true };
  const config = { reviewers: [pool], onReject: { routeToNodeId: 'no' } };
  const tell = (nodeId: string, to: object[]) => ({
    ...{ nodeId, type: 'notification' },
    config: { channel: 'mail', body: { text: 'x' }, to },
  });
  const nodes = [
    { ...REVIEW, config },
    NO,
    tell('all', [{ reviewersOf: 'review' }]),
    tell('more', [{ reviewersOf: 'review' }, { userId: 'one-more' }]),
  ];
  const edges = [
    { from: 'review', to: 'all' },
    { from: 'all', to: 'more' },
  ];
  await engine.definitions.create({ definitionId: 'tells', name: 'Tells', nodes: nodes as never, edges });
  const people = Array.from({ length: LIMITS.recipients }, (_, index) => `p${index}`);
  const { executionId } = await engine.executions.dispatch({
    definitionId: 'tells',
    triggerContext: { people },
  });
  await drain();
  const decision = { stepId: 'step_review', reviewerId: 'p0', decision: 'approve' } as const;
  await engine.steps.recordReviewerDecision({ executionId, ...decision });
  await drain();
  expect(counts).toEqual([LIMITS.recipients]);
  const { steps } = await engine.executions.get({ executionId });
  expect(steps.map((it) => it.error?.code ?? it.status)).toEqual([
    'completed',
    'completed',
    'notification-failed',
  ]);
});
