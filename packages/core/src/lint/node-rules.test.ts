import { describe, expect, test } from 'vitest';
import type { Definition, DefinitionNode } from '../definition/definition.js';
import type { JsonValue } from '../definition/json.js';
import { op, variable, when } from '../expression/build.js';
import { agent, edge, human, onDecision, onStatus, rejectTo } from '../test-support/run.js';
import { readDefinition } from './read.js';

function check(parts: Partial<Definition>, agentIds: ReadonlySet<string> | null = null) {
  const json = {
    definitionId: 'definition',
    name: 'Definition',
    edges: [],
    ...parts,
  } as unknown as JsonValue;
  const read = readDefinition(json, { maxStepsPerExecution: 10_000, agentIds, hasTransport: false });
  const texts = (list: readonly { code: string; path: string }[]) =>
    list.map((it) => `${it.code} ${it.path}`);
  return { issues: read.ok ? [] : texts(read.issues), warnings: texts(read.warnings) };
}
const found = (nodes: readonly object[], parts: Partial<Definition> = {}) =>
  check({ nodes: nodes as DefinitionNode[], ...parts }).issues;
const loopBack = (toNodeId: string) => ({ onReject: { loopBack: { toNodeId } } });

test.each(['human', 'agent', 'webhook'])(
  'node-missing-config: a %s node, and nothing else is said of it',
  (type) => {
    expect(found([agent('a'), { nodeId: 'b', type }])).toEqual(['node-missing-config nodes[1].config']);
  },
);

describe('human-missing-reject-path', () => {
  const MISSING = ['human-missing-reject-path nodes[0].config.onReject'];
  const h = human('h', 'ann');
  test.each<[string, string[], Partial<Definition>]>([
    ['nothing', MISSING, { nodes: [h] }],
    [
      'an edge by hand alone',
      MISSING,
      { nodes: [h, agent('r')], edges: [edge('h', 'r', onDecision('reject'))] },
    ],
    ['onReject.routeToNodeId', [], { nodes: [human('h', 'ann', rejectTo('r')), agent('r')] }],
    ['onReject.loopBack', [], { nodes: [human('h', 'ann', loopBack('h'))] }],
    [
      'the body of a loop',
      [],
      { nodes: [h], loops: [{ loopId: 'l', entryNodeId: 'h', bodyNodeIds: ['h'] }] },
    ],
    [
      'the body of a loop that others are in',
      MISSING,
      { nodes: [h, human('i', 'bob')], loops: [{ loopId: 'l', entryNodeId: 'i', bodyNodeIds: ['i'] }] },
    ],
    [
      'the body of the loop of a loopBack behind it',
      [],
      { nodes: [h, human('i', 'bob', loopBack('h'))], edges: [edge('h', 'i')] },
    ],
  ])('%s: %j', (_, expected, parts) => {
    expect(check(parts).issues).toEqual(expected);
  });
});

test('on-reject-target-missing: at the field that names the target', () => {
  expect(found([human('h', 'ann', rejectTo('x')), human('i', 'bob', loopBack('y'))])).toEqual([
    'on-reject-target-missing nodes[0].config.onReject.routeToNodeId',
    'on-reject-target-missing nodes[1].config.onReject.loopBack.toNodeId',
  ]);
});

describe('missing-breach-edge: an edge whose when reads step.status and can hold on breached (contract section 4)', () => {
  const status = variable('step.status');
  const and = (...operands: Parameters<typeof op>[1][]) => when(op('and', ...operands));
  const breached = op('eq', status, 'breached');
  const inEurope = op('eq', variable('execution.input.region'), 'eu');
  test.each<[string, string | undefined, boolean]>([
    ['no when', undefined, false],
    ['the decision', onDecision('reject'), false],
    ['a when that could hold, but does not read the status', when(inEurope), false],
    ['another status', onStatus('failed'), false],
    ['the status breached', onStatus('breached'), true],
    ['breached and a condition on the input', and(breached, inEurope), true],
    ['breached or failed', when(op('or', op('eq', status, 'failed'), breached)), true],
    ['breached and failed', and(breached, op('eq', status, 'failed')), false],
    ['anything but completed', when(op('ne', status, 'completed')), true],
    ['anything but breached', when(op('not', breached)), false],
    ['a list of statuses', when(op('includes', ['failed', 'breached'], status)), true],
    ['a list of other statuses', when(op('includes', ['failed', 'skipped'], status)), false],
    ['a pattern', when(op('regex', status, '^brea')), true],
    ['the whole step', when(op('not', op('isEmpty', variable('step')))), true],
    [
      'breached and a decision, of which nothing is known',
      and(breached, op('eq', variable('output.decision'), 'approve')),
      true,
    ],
    ['breached, and never', and(breached, op('eq', 1, 2)), false],
  ])('%s', (_, condition, enough) => {
    const nodes = [human('h', 'ann', { ...rejectTo('r'), slaMs: 1_000 }), agent('r'), agent('b')];
    const expected = enough ? [] : ['missing-breach-edge nodes[0].slaMs'];
    expect(found(nodes, { edges: [edge('h', 'b', condition)] })).toEqual(expected);
  });

  test('every type of node with an SLA needs its own', () => {
    const webhook = { nodeId: 'w', type: 'webhook', slaMs: 1, config: { url: 'https://example.com' } };
    const nodes = [agent('a', '__mock__', { slaMs: 1 }), webhook, agent('b')];
    const both = ['missing-breach-edge nodes[0].slaMs', 'missing-breach-edge nodes[1].slaMs'];
    expect(found(nodes)).toEqual(both);
    expect(found(nodes, { edges: [edge('b', 'a', onStatus('breached'))] })).toEqual(both);
    const edges = [edge('a', 'b', onStatus('failed')), edge('a', 'b', onStatus('breached'))];
    expect(found(nodes, { edges })).toEqual(both.slice(1));
  });

  test('an edge whose condition is at fault may have been meant for it', () => {
    const edges = [edge('a', 'b', 'status == breached')];
    expect(found([agent('a', '__mock__', { slaMs: 1 }), agent('b')], { edges })).toEqual([
      'when-not-json edges[0].when',
    ]);
  });
});

describe('agents', () => {
  const bare = (config: object) => [{ nodeId: 'a', type: 'agent', config }];
  test.each<[string, object, string[]]>([
    [
      'everything missing',
      { blocking: true },
      [
        'agent-missing-agent-id agentId',
        'agent-missing-url-path urlPath',
        'resolution-policy-missing resolutionPolicy',
      ],
    ],
    [
      'empty texts',
      { agentId: '', urlPath: '' },
      ['agent-missing-agent-id agentId', 'agent-missing-url-path urlPath'],
    ],
    [
      'a policy on an agent that does not block',
      { agentId: 'a', urlPath: 'u', resolutionPolicy: { kind: 'allResolved' } },
      [],
    ],
    ['blocking: false', { agentId: 'a', urlPath: 'u', blocking: false }, []],
    [
      'a policy',
      { agentId: 'a', urlPath: 'u', blocking: true, resolutionPolicy: { kind: 'minResolved', minCount: 1 } },
      [],
    ],
  ])('%s', (_, config, expected) => {
    expect(found(bare(config))).toEqual(expected.map((it) => it.replace(' ', ' nodes[0].config.')));
  });

  test.each<[string, string[] | null, string[]]>([
    ['nothing is known of the agents', null, []],
    ['it is registered', ['scan'], []],
    ['others are', ['other'], ['agent-not-registered nodes[1].config.agentId']],
    ['none is', [], ['agent-not-registered nodes[1].config.agentId']],
  ])('agent-not-registered, a warning: %s', (_, ids, warnings) => {
    const nodes = [agent('a', '__mock__'), agent('b', 'scan')];
    expect(check({ nodes }, ids && new Set(ids))).toEqual({ issues: [], warnings });
  });

  test('webhook-node-not-executed, a warning', () => {
    const nodes = [
      agent('a'),
      { nodeId: 'w', type: 'webhook' as const, config: { url: 'https://example.com' } },
    ];
    expect(check({ nodes })).toEqual({ issues: [], warnings: ['webhook-node-not-executed nodes[1]'] });
  });
});

describe('reviewers', () => {
  const optional = (userId: string) => ({ userId, mandatory: false });
  test.each<[string, object[] | undefined, string[]]>([
    ['none given', undefined, ['reviewers-missing']],
    ['an empty list', [], ['reviewers-missing']],
    ['one twice', [{ userId: 'ann', mandatory: true }, optional('ann')], ['reviewers-not-unique']],
    [
      'two twice',
      ['ann', 'bob', 'ann', 'bob'].map((userId) => ({ userId, mandatory: true })),
      ['reviewers-not-unique', 'reviewers-not-unique'],
    ],
    ['no mandatory reviewer', [optional('ann'), optional('bob')], ['reviewers-none-mandatory']],
    ['both', [optional('ann'), optional('ann')], ['reviewers-not-unique', 'reviewers-none-mandatory']],
    ['names that differ in case', [{ userId: 'ann', mandatory: true }, optional('Ann')], []],
    ['one mandatory, others not', [optional('bob'), { userId: 'ann', mandatory: true }], []],
  ])('%s', (_, reviewers, codes) => {
    const config = { ...(reviewers && { reviewers }), onReject: { routeToNodeId: 'r' } };
    const nodes = [agent('r'), { nodeId: 'h', type: 'human', config }];
    expect(found(nodes)).toEqual(codes.map((it) => `${it} nodes[1].config.reviewers`));
  });
});
