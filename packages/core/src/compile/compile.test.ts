import { describe, expect, test } from 'vitest';
import type { Definition, DefinitionNode } from '../definition/definition.js';
import type { JsonValue } from '../definition/json.js';
import { op, variable } from '../expression/build.js';
import { agent, edge, human, onDecision, onStatus, rejectTo } from '../test-support/run.js';
import { compileDefinition } from './compile-definition.js';

function compiled(parts: Partial<Definition>) {
  const json = {
    definitionId: 'definition',
    name: 'Definition',
    edges: [],
    ...parts,
  } as unknown as JsonValue;
  const checked = compileDefinition(json);
  if (!checked.ok) throw new Error(JSON.stringify(checked.issues));
  return checked.compiled;
}
const node = (written: object) =>
  Object.values(compiled({ nodes: [written as DefinitionNode, agent('x')] }).nodes)[0];

describe('nodes, with what was left out filled in', () => {
  test('a human', () => {
    expect(
      node({
        nodeId: 'h',
        type: 'human',
        config: { reviewers: [{ userId: 'ann', mandatory: true }], ...rejectTo('x') },
      }),
    ).toEqual({
      nodeId: 'h',
      type: 'human',
      slaMs: null,
      reviewers: [{ userId: 'ann', mandatory: true }],
      reviewerEmails: [],
      commentBody: null,
    });
    expect(
      node(human('h', 'ann', { ...rejectTo('x'), reviewerEmails: ['a@b.c'], commentBody: 'Please.' })),
    ).toMatchObject({
      reviewerEmails: ['a@b.c'],
      commentBody: 'Please.',
    });
  });

  test('an agent: 30 minutes, 3 attempts, 1 s, doubled, up to 60 s (contract sections 1 and 2)', () => {
    expect(node({ nodeId: 'a', type: 'agent', config: { agentId: 'scan', urlPath: 'doc.url' } })).toEqual({
      nodeId: 'a',
      type: 'agent',
      slaMs: null,
      agentId: 'scan',
      urlPath: 'doc.url',
      resolutionPolicy: null,
      agentMaxRuntimeMs: 1_800_000,
      promptOverride: null,
      inputMapping: {},
      requireNonEmptyOutput: false,
      retry: {
        maximumAttempts: 3,
        initialIntervalMs: 1_000,
        backoffCoefficient: 2,
        maximumIntervalMs: 60_000,
      },
    });
  });

  test('an agent with everything', () => {
    const config = {
      resolutionPolicy: { kind: 'minResolved', minCount: 2 },
      agentMaxRuntimeMs: 5,
      promptOverride: 'Look.',
      inputMapping: { title: 'output.title' },
      requireNonEmptyOutput: true,
    };
    const retry = { maximumAttempts: 1, backoffCoefficient: undefined };
    expect(node(agent('a', 'scan', { ...config, blocking: true, retry }))).toMatchObject({
      ...config,
      retry: {
        maximumAttempts: 1,
        initialIntervalMs: 1_000,
        backoffCoefficient: 2,
        maximumIntervalMs: 60_000,
      },
    });
    expect(node(agent('a', 'scan', config))).toMatchObject({ resolutionPolicy: null });
  });

  test('a webhook, and an SLA', () => {
    const late = [edge('w', 'x', onStatus('breached'))];
    const written = { nodeId: 'w', type: 'webhook', slaMs: 7, config: { url: 'https://example.com' } };
    const { nodes } = compiled({ nodes: [written as DefinitionNode, agent('x')], edges: late });
    expect(nodes['w']).toEqual({
      nodeId: 'w',
      type: 'webhook',
      slaMs: 7,
      request: {
        ...{ origin: 'https://example.com', url: ['https://example.com'], headers: [] },
        ...{ method: 'POST', body: { kind: 'envelope' }, auth: { kind: 'none' }, isAsync: false },
        ...{ timeoutMs: 10_000, maxRuntimeMs: 1_800_000, successCodes: null, output: {} },
        ...{ responseHeaders: [], requireNonEmptyOutput: false },
        retry: {
          ...{ maximumAttempts: 3, initialIntervalMs: 1_000 },
          ...{ backoffCoefficient: 2, maximumIntervalMs: 60_000 },
        },
      },
    });
  });
});

describe('edges', () => {
  const nodes = [
    human('h', 'ann', rejectTo('r')),
    human('i', 'bob', rejectTo('r')),
    ...['r', 'p', 'q'].map((it) => agent(it)),
  ];
  const edges = [
    edge('h', 'q', onStatus('breached')),
    edge('h', 'p'),
    edge('i', 'p', onDecision('approve')),
    edge('h', 'i', onStatus('completed')),
  ];

  test('in the order written, those of onReject last, with their roles', () => {
    expect(compiled({ nodes, edges }).edges.map(({ from, to, role }) => `${from}>${to} ${role}`)).toEqual([
      'h>q breach',
      'h>p success',
      'i>p custom',
      'h>i custom',
      'h>r reject',
      'i>r reject',
    ]);
  });

  test('with their conditions as trees, and what these read', () => {
    const [breach, success, , , reject] = compiled({ nodes, edges }).edges;
    expect(breach).toMatchObject({
      when: op('eq', variable('step.status'), 'breached'),
      readsStatus: true,
      readsOutput: false,
    });
    expect(success).toEqual({
      from: 'h',
      to: 'p',
      role: 'success',
      when: null,
      readsStatus: false,
      readsOutput: false,
    });
    expect(reject).toMatchObject({
      when: op('eq', variable('output.decision'), 'reject'),
      readsStatus: false,
      readsOutput: true,
    });
  });

  test('indexed by their source, in the same order', () => {
    expect(compiled({ nodes, edges }).outgoing).toEqual({ h: [0, 1, 3, 4], i: [2, 5] });
  });

  test('a reject edge that is written by hand as well is one edge, in its own place', () => {
    const byHand = [edge('h', 'r', onDecision('reject')), ...edges];
    expect(compiled({ nodes, edges: byHand }).edges.map(({ from, to }) => `${from}>${to}`)).toEqual([
      'h>r',
      'h>q',
      'h>p',
      'i>p',
      'h>i',
      'i>r',
    ]);
  });
});

describe('roots: where a run starts (contract section 2)', () => {
  test.each<[string, Partial<Definition>, string[]]>([
    [
      'in the order written',
      { nodes: ['c', 'a', 'b'].map((it) => agent(it)), edges: [edge('a', 'b')] },
      ['c', 'a'],
    ],
    ['not the target of a rejection', { nodes: [agent('r'), human('h', 'ann', rejectTo('r'))] }, ['h']],
    [
      'not where an exhausted loop leads',
      {
        nodes: [
          agent('x'),
          human('h', 'ann', {
            onReject: { loopBack: { toNodeId: 'h', onExhausted: { routeToNodeId: 'x' } } },
          }),
        ],
      },
      ['h'],
    ],
  ])('%s', (_, parts, roots) => {
    expect(compiled(parts).roots).toEqual(roots);
  });
});

describe('groups and loops', () => {
  const people = ['a', 'b', 'c'].map((it) => human(it, 'ann', rejectTo('r')));
  const group = { groupId: 'g', memberNodeIds: ['a', 'b'], expectedSteps: 2, quorum: 1 };

  test('a group with its defaults: waitAll, no required member', () => {
    const { groups, groupOf } = compiled({ nodes: [...people, agent('r')], groups: [group] });
    expect(groups).toEqual([
      { ...group, requiredNodeIds: [], policy: 'waitAll', loopIds: [], uniform: true },
    ]);
    expect(groupOf).toEqual({ a: 0, b: 0 });
  });

  test('a group knows the loops of its members', () => {
    const loop = (nodeId: string) => ({ loopId: `l-${nodeId}`, entryNodeId: nodeId, bodyNodeIds: [nodeId] });
    const loopsOf = (loops: Definition['loops']) => {
      const [only] = compiled({ nodes: [...people, agent('r')], groups: [group], loops }).groups;
      return [only?.loopIds, only?.uniform];
    };
    expect(loopsOf([loop('c')])).toEqual([[], true]);
    expect(loopsOf([loop('a')])).toEqual([['l-a'], false]);
    expect(loopsOf([loop('a'), loop('b')])).toEqual([['l-a', 'l-b'], false]);
  });

  test('a loop, written or of a loopBack: 5 iterations, every rejection, no route', () => {
    const nodes = [
      agent('d'),
      human('h', 'ann', { onReject: { loopBack: { toNodeId: 'd' } } }),
      human('i', 'bob'),
      agent('x'),
    ];
    const predicate = op('eq', variable('output.rejectionReason'), 'again');
    const loops = [
      {
        loopId: 'l',
        entryNodeId: 'i',
        bodyNodeIds: ['i'],
        maxIterations: 2,
        onIterationReject: { when: JSON.stringify(predicate) },
        onExhausted: { routeToNodeId: 'x' },
      },
    ];
    const form = compiled({ nodes, edges: [edge('d', 'h')], loops });
    expect(form.loops).toEqual([
      {
        loopId: 'l',
        entryNodeId: 'i',
        bodyNodeIds: ['i'],
        maxIterations: 2,
        when: predicate,
        exhaustedNodeId: 'x',
      },
      {
        loopId: 'auto_h_loopback',
        entryNodeId: 'd',
        bodyNodeIds: ['d', 'h'],
        maxIterations: 5,
        when: null,
        exhaustedNodeId: null,
      },
    ]);
    expect(form.loopOf).toEqual({ i: 0, d: 1, h: 1 });
  });

  test('nodes that are named like methods of objects are nodes like others', () => {
    const nodes = ['constructor', 'toString', 'hasOwnProperty', 'valueOf'].map((it) => agent(it));
    const form = compiled({ nodes, edges: [edge('constructor', 'toString')] });
    expect(form.roots).toEqual(['constructor', 'hasOwnProperty', 'valueOf']);
    expect(Object.keys(form.nodes)).toEqual(nodes.map((it) => it.nodeId));
    expect([Object.keys(form.outgoing), Object.keys(form.groupOf)]).toEqual([['constructor'], []]);
  });
});

describe('compileDefinition', () => {
  test('returns the definition as it was written, beside the compiled form and the warnings', () => {
    const json = { definitionId: 'definition', name: 'Definition', nodes: [agent('a', 'scan')], edges: [] };
    const checked = compileDefinition(json as unknown as JsonValue, { agentIds: new Set() });
    expect(checked).toMatchObject({
      ok: true,
      definition: json,
      warnings: [{ code: 'agent-not-registered' }],
    });
    expect(compileDefinition(json as unknown as JsonValue)).toMatchObject({ ok: true, warnings: [] });
  });

  test('returns what is wrong, and nothing compiled', () => {
    const checked = compileDefinition({ definitionId: 'definition', name: 'Definition', nodes: [] });
    const message = 'does not fit; give a list of at least 1 item(s)';
    expect(checked).toEqual({
      ok: false,
      issues: [{ code: 'invalid-field', message, path: 'nodes' }],
      warnings: [],
    });
  });

  test('takes the limit on steps from its context, and 10,000 without', () => {
    const nodes = ['a', 'b', 'c'].map((it) => agent(it));
    const json = { definitionId: 'definition', name: 'Definition', nodes, edges: [] } as unknown as JsonValue;
    expect(compileDefinition(json).ok).toBe(true);
    expect(compileDefinition(json, { maxStepsPerExecution: 3 }).ok).toBe(true);
    expect(compileDefinition(json, { maxStepsPerExecution: 2 })).toMatchObject({
      issues: [{ code: 'fan-out-exceeds-limit' }],
    });
  });
});
