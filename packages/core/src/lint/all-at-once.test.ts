import { describe, expect, test } from 'vitest';
import { ERROR_CODES, WARNING_CODES } from '../definition/issue.js';
import type { JsonValue } from '../definition/json.js';
import { agent, edge, human, onDecision, rejectTo } from '../test-support/run.js';
import { RULES } from './lint.js';
import { readDefinition } from './read.js';

function check(json: object) {
  const read = readDefinition(json as JsonValue, {
    maxStepsPerExecution: 10_000,
    agentIds: new Set(),
    hasTransport: false,
  });
  const texts = (list: readonly { code: string; path: string }[]) =>
    list.map((it) => `${it.code} ${it.path}`);
  return { ok: read.ok, issues: read.ok ? [] : texts(read.issues).sort(), warnings: texts(read.warnings) };
}
const BASE = { definitionId: 'definition', name: 'Definition' };

/** Something wrong in every corner. */
const FAULTY = {
  ...BASE,
  nodes: [
    human('alone', 'ann'),
    human('twice', ['bob', 'bob'], rejectTo('nowhere')),
    agent('twice', ''),
    agent('late', 'unknown', { slaMs: 1_000 }),
    { nodeId: 'bare', type: 'agent' },
    { nodeId: 'hook', type: 'webhook', config: { url: 'https://example.com' } },
  ],
  edges: [
    edge('alone', 'late'),
    edge('alone', 'late'),
    edge('late', 'ghost'),
    edge('bare', 'hook', 'x > 1'),
    edge('bare', 'hook', '{"op":"eq","args":[{"var":"env"}]}'),
    edge('hook', 'bare'),
    edge('late', 'hook'),
  ],
  groups: [
    {
      groupId: 'g',
      memberNodeIds: ['alone', 'hook', 'ghost'],
      expectedSteps: 4,
      quorum: 5,
      requiredNodeIds: ['late'],
    },
  ],
  loops: [
    {
      loopId: 'l',
      entryNodeId: 'bare',
      bodyNodeIds: ['late', 'ghost'],
      onExhausted: { routeToNodeId: 'ghost' },
    },
  ],
};
const ELEMENT_FINDINGS = [
  'agent-missing-agent-id nodes[2].config.agentId',
  'duplicate-edge edges[1]',
  'duplicate-node-id nodes[2].nodeId',
  'group-expected-steps-invalid groups[0].expectedSteps',
  'group-quorum-invalid groups[0].quorum',
  'group-required-not-in-members groups[0].requiredNodeIds',
  'loop-entry-must-be-in-body loops[0].entryNodeId',
  'loop-on-exhausted-route-to-in-body loops[0].onExhausted',
  'node-missing-config nodes[4].config',
  'reviewers-not-unique nodes[1].config.reviewers',
  'when-bad-arity edges[4].when.args',
  'when-not-json edges[3].when',
  'when-unknown-root edges[4].when.args[0].var',
];
const GRAPH_FINDINGS = [
  'cycle-detected edges',
  'dangling-edge edges[2].to',
  'group-member-depends-on-member groups[0].memberNodeIds',
  'group-member-missing groups[0].memberNodeIds',
  'group-non-blocking-agent-member groups[0].memberNodeIds',
  'human-missing-reject-path nodes[0].config.onReject',
  'loop-body-member-missing loops[0].bodyNodeIds',
  'loop-body-unreachable-from-entry loops[0].bodyNodeIds',
  'loop-on-exhausted-route-to-not-found loops[0].onExhausted',
  'missing-breach-edge nodes[3].slaMs',
  'on-reject-target-missing nodes[1].config.onReject.routeToNodeId',
];
const EVERYTHING = [...ELEMENT_FINDINGS, ...GRAPH_FINDINGS].sort();
const WARNINGS = ['agent-not-registered nodes[3].config.agentId', 'webhook-node-not-executed nodes[5]'];
/** See loop-rules.test.ts: reported of every loop while there is a cycle anywhere. */
const withoutCascade = (issues: string[]) =>
  issues.filter((it) => !it.startsWith('loop-body-must-have-single-terminal'));

describe('everything that is wrong is said at once (contract sections 14 and 15)', () => {
  test('what the rules find, with the warnings', () => {
    const { issues, warnings } = check(FAULTY);
    expect(withoutCascade(issues)).toEqual(EVERYTHING);
    expect(warnings.filter((it) => !it.startsWith('exhausted-target'))).toEqual(WARNINGS);
  });

  test('together with unknown fields', () => {
    const nodes = FAULTY.nodes.map((it, index) => (index === 4 ? it : { ...it, colour: 'red' }));
    const edges = FAULTY.edges.map((it) => ({ ...it, weight: 1 }));
    const { issues, warnings } = check({
      ...FAULTY,
      nodes,
      edges,
      size: 3,
      scope: { level: 'apiKey', of: 'x' },
    });
    const unknown = [
      ...[0, 1, 2, 3, 5].map((it) => `unknown-field nodes[${it}].colour`),
      ...[0, 1, 2, 3, 4, 5, 6].map((it) => `unknown-field edges[${it}].weight`),
      'unknown-field size',
      'unknown-field scope.of',
    ];
    expect(withoutCascade(issues)).toEqual([...EVERYTHING, ...unknown].sort());
    expect(warnings.filter((it) => !it.startsWith('exhausted-target'))).toEqual(WARNINGS);
  });

  test('together with malformed elements: what can be said of each of the others, at its own index', () => {
    const at = (finding: string) =>
      finding.replace(
        /(nodes|edges|groups|loops)\[(\d+)\]/,
        (_, list: string, index: string) => `${list}[${Number(index) + 1}]`,
      );
    const shifted = (list: object[], malformed: unknown) => [malformed, ...list];
    const { issues, warnings } = check({
      ...BASE,
      nodes: shifted(FAULTY.nodes, { nodeId: 'robot', type: 'robot' }),
      edges: shifted(FAULTY.edges, { from: 'alone' }),
      groups: shifted(FAULTY.groups, 'no group'),
      loops: shifted(FAULTY.loops, { ...FAULTY.loops[0], maxIterations: 99 }),
    });
    const malformed = ['nodes[0].type', 'edges[0].to', 'groups[0]', 'loops[0].maxIterations'].map(
      (it) => `invalid-field ${it}`,
    );
    expect(issues).toEqual([...ELEMENT_FINDINGS.map(at), ...malformed].sort());
    expect(warnings).toEqual(WARNINGS.map(at));
  });

  test('also when a list is missing or none', () => {
    const { issues } = check({ ...BASE, nodes: [agent('a', ''), agent('b', '')], edges: 'a>b' });
    expect(issues).toEqual([
      'agent-missing-agent-id nodes[0].config.agentId',
      'agent-missing-agent-id nodes[1].config.agentId',
      'invalid-field edges',
    ]);
    expect(check({ ...BASE, edges: [edge('a', 'b', 'x')] }).issues).toEqual([
      'invalid-field nodes',
      'when-not-json edges[0].when',
    ]);
  });

  test('nothing is said of references into what is malformed', () => {
    const nodes = [human('a', 'ann', rejectTo('b')), { nodeId: 'b', type: 'robot' }];
    expect(check({ ...BASE, nodes, edges: [edge('a', 'b')] }).issues).toEqual([
      'invalid-field nodes[1].type',
    ]);
  });

  // Sections 14 and 15: all nodes and edges are well-formed, but the graph is not checked.
  test.each<[string, object]>([
    ['a name', { name: '' }],
    ['a tag', { tags: ['x'.repeat(65)] }],
    ['a trigger', { triggers: [{ triggerId: 't', inboundWebhook: {} }] }],
    ['the scope', { scope: { level: 'planet' } }],
  ])('a fault in %s does not hide the graph', (_, more) => {
    const definition = { ...BASE, nodes: [human('a', 'ann')], edges: [edge('a', 'ghost')], ...more };
    const codes = check(definition).issues.map((it) => it.split(' ')[0]);
    expect(codes).toEqual(
      expect.arrayContaining(['invalid-field', 'dangling-edge', 'human-missing-reject-path']),
    );
  });

  // An unknown field alone hides no fault, but with a malformed element its node is left out.
  test('an unknown field does not hide its node when another node is malformed', () => {
    const nodes = [
      { ...agent('a', ''), colour: 'red' },
      { nodeId: 'b', type: 'robot' },
    ];
    expect(check({ ...BASE, nodes, edges: [] }).issues).toEqual([
      'agent-missing-agent-id nodes[0].config.agentId',
      'invalid-field nodes[1].type',
      'unknown-field nodes[0].colour',
    ]);
  });
});

describe('issues', () => {
  test('are in the order of the rules, and name what they are about', () => {
    const nodes = [human('a', [], rejectTo('b')), agent('b')];
    const json = { ...BASE, nodes, edges: [edge('a', 'x'), edge('a', 'y')] } as unknown as JsonValue;
    const read = readDefinition(json, { maxStepsPerExecution: 10_000, agentIds: null });
    expect(read.ok ? [] : read.issues).toEqual([
      { code: 'dangling-edge', path: 'edges[0].to', message: expect.stringMatching(/"x"/) as string },
      { code: 'dangling-edge', path: 'edges[1].to', message: expect.stringMatching(/"y"/) as string },
      {
        code: 'reviewers-missing',
        path: 'nodes[0].config.reviewers',
        nodeId: 'a',
        message: expect.any(String) as string,
      },
    ]);
  });

  test('that refuse a definition come from rules, and so do warnings', () => {
    const ofShape = [
      ...['unknown-field', 'reserved-id', 'secret-required'],
      ...['too-many-issues', 'too-many-nodes', 'too-many-edges'],
    ];
    const codes = RULES.flatMap((rule) => rule.codes);
    const known = [...ERROR_CODES, ...WARNING_CODES];
    expect([...new Set([...ofShape, ...codes])].sort()).toEqual([...known].sort());
    expect(new Set(known).size).toBe(known.length);
    // Kinds of nodes share codes; a rule of one kind names its code once.
    const shared = codes.filter((it, index) => codes.indexOf(it) !== index);
    expect([...new Set(shared)].sort()).toEqual([
      'fan-out-exceeds-limit',
      'human-missing-reject-path',
      'template-invalid',
      'template-too-large',
    ]);
  });

  test('none, and the definition comes back as it was written', () => {
    const json = {
      ...BASE,
      nodes: [human('a', 'ann', rejectTo('b')), agent('b')],
      edges: [edge('a', 'b', onDecision('approve'))],
      custom: { any: [1, { thing: null }] },
    } as unknown as JsonValue;
    const read = readDefinition(json, { maxStepsPerExecution: 10_000, agentIds: null });
    expect(read.ok && read.definition).toEqual(json);
  });
});
