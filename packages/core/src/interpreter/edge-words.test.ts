import { describe, expect, test } from 'vitest';
import type { Definition, DefinitionEdge, DefinitionNode } from '../definition/types.js';
import type { JsonValue } from '../definition/json.js';
import { compileDefinition } from '../compile/compile-definition.js';
import { agent, blocking, edge, human, onDecision, onStatus, rejectTo } from '../test-support/run.js';
import { Run } from '../test-support/run.js';

const MEMBERS = ['a', 'b', 'c'];
const G = { kind: 'group', groupId: 'g' } as const;
const BOTH: DefinitionEdge[] = [
  { from: G, to: 'yes' },
  { from: G, to: 'no', on: 'reject' },
];

const subflow = (config: object) => ({
  nodeId: 'r',
  type: 'subflow',
  config: { definitionId: 'child', ...config },
});

const definitionOf = (parts: Partial<Definition>) =>
  ({ definitionId: 'definition', name: 'Definition', edges: [], ...parts }) as unknown as JsonValue;

function compiled(parts: Partial<Definition>) {
  const checked = compileDefinition(definitionOf(parts));
  if (!checked.ok) throw new Error(JSON.stringify(checked.issues));
  return checked.compiled;
}
function codes(parts: Partial<Definition>): string[] {
  const checked = compileDefinition(definitionOf(parts));
  return checked.ok ? [] : [...new Set(checked.issues.map((it) => it.code))];
}

function grouped(policy: string, quorum: number, edges: DefinitionEdge[], more: object = {}) {
  const named = (id: string) => edges.some((it) => it.to === id);
  return {
    nodes: [
      ...MEMBERS.map((it) => human(it, it)),
      ...['yes', 'no', 'any'].filter(named).map((it) => agent(it)),
    ],
    edges,
    groups: [
      { groupId: 'g', memberNodeIds: MEMBERS, expectedSteps: 3, quorum, onQuorumMet: policy, ...more },
    ],
  } as unknown as Partial<Definition>;
}

describe('words', () => {
  const nodes = [human('r', 'ann', rejectTo('no')), agent('no'), agent('x')].map((it) =>
    it.nodeId === 'r' ? { ...it, slaMs: 60_000 } : it,
  );
  test.each([
    ['success', undefined],
    ['approve', onDecision('approve')],
    ['reject', onDecision('reject')],
    ['breach', onStatus('breached')],
    ['failure', onStatus('failed')],
  ] as const)('%s has the edge of its condition', (on, when) => {
    const breach = edge('r', 'no', onStatus('breached'));
    const words = compiled({ nodes, edges: [{ from: 'r', to: 'x', on }, breach] });
    expect(words.edges).toEqual(compiled({ nodes, edges: [edge('r', 'x', when), breach] }).edges);
  });

  test('a reject edge is a reject path, always and a condition are none', () => {
    const missing = 'human-missing-reject-path';
    const people = [human('r', 'ann'), agent('no')];
    expect(codes({ nodes: people, edges: [{ from: 'r', to: 'no', on: 'reject' }] })).toEqual([]);
    expect(codes({ nodes: people, edges: [{ from: 'r', to: 'no', on: 'always' }] })).toEqual([missing]);
    expect(codes({ nodes: people, edges: [edge('r', 'no', onDecision('reject'))] })).toEqual([missing]);
  });

  test('a loop in an edge equals onReject.loopBack', () => {
    const edges: DefinitionEdge[] = [
      { from: 'd', to: 'r' },
      { from: 'r', to: 'x' },
    ];
    const written = compiled({
      nodes: [
        agent('d'),
        human('r', 'ann', {
          onReject: {
            loopBack: { toNodeId: 'd', maxIterations: 2, onExhausted: { routeToNodeId: 'lost' } },
          },
        }),
        ...['x', 'lost'].map((it) => agent(it)),
      ],
      edges,
    });
    const words = compiled({
      nodes: [agent('d'), human('r', 'ann'), ...['x', 'lost'].map((it) => agent(it))],
      edges: [
        ...edges,
        { from: 'r', to: 'd', on: 'reject', loop: { maxIterations: 2 } },
        { from: 'r', to: 'lost', on: 'exhausted' },
      ],
    });
    expect(words).toEqual(written);
  });

  test.each([
    ['edge-role-conflict', { from: 'r', to: 'no', on: 'reject', when: onDecision('reject') }],
    ['edge-role-conflict', { from: 'r', to: 'no', on: 'custom' }],
    ['edge-role-conflict', { from: 'r', to: 'no', on: 'breach', loop: {} }],
    ['exhausted-edge-without-loop', { from: 'r', to: 'no', on: 'exhausted' }],
    ['loop-edge-not-back', { from: 'r', to: 'no', on: 'reject', loop: {} }],
    ['dangling-edge', { from: 'r', to: { kind: 'group', groupId: 'none' } }],
  ])('%s', (code, bad) => {
    const people = [human('r', 'ann', rejectTo('no')), agent('x'), agent('no')];
    const found = codes({ nodes: people, edges: [edge('r', 'x'), bad as DefinitionEdge] });
    expect(found).toContain(code);
  });

  test.each<[string, object, boolean]>([
    ['a human node', human('r', 'ann'), true],
    ['a subflow that has the decision of people', subflow({ decisionFrom: 'review' }), true],
    ['a subflow without a decision', subflow({}), false],
    ['an agent', agent('r'), false],
  ])('a loop of an edge takes rejections of people: %s', (_, node, isTaken) => {
    const edges = [edge('d', 'r'), { from: 'r', to: 'd', on: 'reject', loop: {} } as DefinitionEdge];
    const found = codes({ nodes: [agent('d'), node as DefinitionNode], edges });
    expect(found.includes('edge-role-conflict')).toBe(!isTaken);
    if (isTaken) expect(found).toEqual([]);
  });

  test.each([
    { on: 'breach' },
    { on: 'failure' },
    { on: 'success' },
    { on: 'otherwise' },
    { on: 'custom', when: onDecision('approve') },
    { when: onDecision('approve') },
  ])('a group may not have %o', (bad) => {
    const found = codes(grouped('waitAll', 2, [...BOTH, { from: G, to: 'any', ...bad } as DefinitionEdge]));
    expect(found).toContain('group-edge-role');
  });

  test('edges of groups beyond the limit are counted after they are expanded', () => {
    const sources = ['s', ...Array.from({ length: 40 }, (_, index) => `m${index}`)];
    const all = sources.slice(1);
    const H = { kind: 'group', groupId: 'h' } as const;
    const nodes = [...sources, ...MEMBERS, ...Array.from({ length: 15 }, (_, it) => `t${it}`)];
    const edges = Array.from({ length: 15 }, (_, it): DefinitionEdge => ({ from: H, to: `t${it}` }));
    const members = { memberNodeIds: all, expectedSteps: 40, quorum: 40, onQuorumMet: 'joinOnQuorum' };
    const groups = [{ groupId: 'h', ...members }] as unknown as Definition['groups'];
    expect(codes({ nodes: nodes.map((it) => agent(it)), edges, groups })).toEqual(['too-many-edges']);
  });
});

const votes = async (run: Run, ...list: ('approve' | 'reject')[]) => {
  for (const [index, it] of list.entries()) await run.decide(MEMBERS[index] ?? '', MEMBERS[index] ?? '', it);
};
const targets = async (run: Run) => Promise.all(['yes', 'no', 'any'].map((it) => run.count(it)));

describe('edges of groups', () => {
  test.each([
    [3, ['approve', 'approve', 'approve'], [1, 0, 0]],
    [3, ['reject', 'approve', 'approve'], [0, 1, 0]],
    [2, ['reject', 'approve', 'approve'], [1, 0, 0]],
    [2, ['reject', 'reject', 'approve'], [0, 1, 0]],
    [2, ['approve', 'approve'], [0, 0, 0]],
  ] as const)('waitAll with quorum %i and %j', async (quorum, list, want) => {
    const run = await Run.start(grouped('waitAll', quorum, BOTH) as never);
    await votes(run, ...list);
    expect(await targets(run)).toEqual(want);
    const collected = (await run.record()).filter((it) => it.type === 'group.collected');
    expect(collected).toHaveLength(list.length === 3 ? 1 : 0);
    expect(await run.types()).not.toContain('group.quorum-met');
    await run.check();
  });

  test('the input of a target', async () => {
    const run = await Run.start(grouped('waitAll', 2, BOTH) as never);
    await votes(run, 'reject', 'approve', 'approve');
    const { stepId, input } = await run.step('yes');
    expect(stepId).toBe('group_g__to__yes');
    expect(input).toMatchObject({ groupId: 'g', quorum: 2, totalApproved: 2, outcome: 'approve' });
    expect(Object.keys(input['groupOutputs'] as object)).toEqual(MEMBERS);
  });

  test.each([
    [['approve', 'approve'], [1, 0, 0], 'group-quorum-met'],
    [['reject', 'reject'], [0, 1, 0], 'group-quorum-unreachable'],
  ] as const)('cancelOnQuorum, %j', async (list, want, reason) => {
    const run = await Run.start(grouped('cancelOnQuorum', 2, BOTH) as never);
    await votes(run, ...list);
    expect(await targets(run)).toEqual(want);
    expect((await run.ofType('step.cancelled'))[0]?.data).toMatchObject({ reason });
    await run.check();
  });

  test('joinOnQuorum has the compiled form of the edges of its members, apart from their origin', () => {
    const own = compiled(grouped('joinOnQuorum', 2, BOTH));
    const byMember = MEMBERS.flatMap((from) => [{ from, to: 'yes' }]);
    const rejecting = MEMBERS.map((from): DefinitionEdge => ({ from, to: 'no', on: 'reject' }));
    const plain = compiled(grouped('joinOnQuorum', 2, [...byMember, ...rejecting]));
    expect(own.edges.map(({ fromGroupId: _, ...it }) => it)).toEqual(plain.edges);
    expect(own.groups).toEqual(plain.groups);
  });

  test('an edge into a group leads to each member', () => {
    const parts = grouped('joinOnQuorum', 3, [...BOTH, { from: 'draft', to: G }]);
    const { edges } = compiled({ ...parts, nodes: [agent('draft'), ...(parts.nodes ?? [])] });
    const into = edges.filter((it) => it.from === 'draft').map((it) => [it.to, it.toGroupId]);
    expect(into).toEqual(MEMBERS.map((it) => [it, 'g']));
  });
});

describe('groups that are collected', () => {
  const collected = async (run: Run) =>
    (await run.ofType('group.collected')).map(({ data: { iteration, outcome } }) => [iteration, outcome]);

  test('a member that never starts: when nothing is open', async () => {
    const parts = grouped('waitAll', 2, BOTH);
    const run = await Run.start({
      ...parts,
      nodes: [human('first', 'ann', rejectTo('bin')), agent('bin'), ...(parts.nodes ?? [])],
      edges: [...(parts.edges ?? []), { from: 'first', to: 'c', on: 'approve' }],
    } as never);
    await votes(run, 'approve', 'approve');
    expect(await targets(run)).toEqual([0, 0, 0]);
    await run.decide('first', 'ann', 'reject');
    expect(await targets(run)).toEqual([1, 0, 0]);
    expect(await run.count('c')).toBe(0);
    expect(await collected(run)).toEqual([[1, 'approve']]);
    expect((await run.get()).status).toBe('completed');
    await run.check();
  });

  test('once in each iteration of a loop', async () => {
    const parts = grouped('waitAll', 2, [{ from: G, to: 'yes' }]);
    const run = await Run.start({
      ...parts,
      nodes: [agent('draft'), ...(parts.nodes ?? []), human('last', 'eve')],
      edges: [
        { from: 'draft', to: G },
        ...(parts.edges ?? []),
        { from: 'yes', to: 'last' },
        { from: 'last', to: 'draft', on: 'reject', loop: { maxIterations: 3 } },
      ],
    } as never);
    for (const decision of ['reject', 'reject', 'approve'] as const) {
      await votes(run, 'approve', 'approve', 'approve');
      await run.decide('last', 'eve', decision);
    }
    expect(await collected(run)).toEqual([1, 2, 3].map((it) => [it, 'approve']));
    expect(await run.count('yes')).toBe(3);
    expect((await run.get()).status).toBe('completed');
    await run.check();
  });

  test.each([
    [['approve', 'approve', 'approve'], 'approved'],
    [['reject', 'approve', 'approve'], 'approved'],
    [['reject', 'reject', 'approve'], 'rejected'],
  ] as const)('decide the outcome once: %j is %s', async (list, outcome) => {
    const run = await Run.start(grouped('waitAll', 2, BOTH) as never);
    await votes(run, ...list);
    expect(await run.get()).toMatchObject({ status: 'completed', outcome });
  });

  test('a failure that no edge takes is not handled by the reject edge of the group', async () => {
    const parts = grouped('waitAll', 2, BOTH);
    const once = { retry: { maximumAttempts: 1 } };
    const nodes = (parts.nodes ?? []).map((it) => (it.nodeId === 'c' ? blocking('c', 'broken', once) : it));
    const broken = () => {
      throw new Error('broken');
    };
    const run = await Run.start({ ...parts, nodes }, { agents: { broken } });
    expect((await run.get()).status).toBe('failed');
  });
});

describe('loops of groups', () => {
  const again = (quorum: number): Partial<Definition> => {
    const parts = grouped('joinOnQuorum', quorum, [{ from: G, to: 'yes' }]);
    return {
      ...parts,
      nodes: [agent('draft'), ...(parts.nodes ?? []), agent('lost')],
      edges: [
        { from: 'draft', to: G },
        ...(parts.edges ?? []),
        { from: G, to: 'draft', on: 'reject', loop: { maxIterations: 2 } },
        { from: G, to: 'lost', on: 'exhausted' },
      ],
    };
  };

  test('rewind the members, and are exhausted', async () => {
    const { loops } = compiled(again(3));
    expect(loops).toMatchObject([
      {
        loopId: 'auto_of_group_g_loopback',
        entryNodeId: 'draft',
        bodyNodeIds: ['draft', ...MEMBERS],
        exhaustedNodeId: 'lost',
      },
    ]);
    const run = await Run.start(again(3) as never);
    await run.decide('a', 'a', 'reject');
    expect(await run.count('draft')).toBe(2);
    await run.decide('b', 'b', 'reject');
    expect(await Promise.all(['draft', 'yes', 'lost'].map((it) => run.count(it)))).toEqual([2, 0, 1]);
    await run.check();
  });

  test('need a join', () => {
    const parts = again(3);
    const groups = (parts.groups ?? []).map((it) => ({ ...it, onQuorumMet: 'waitAll' as const }));
    expect(codes({ ...parts, groups })).toContain('group-edge-role');
  });
});
