import { describe, expect, test } from 'vitest';
import type { Definition } from '../definition/definition.js';
import type { JsonValue } from '../definition/json.js';
import { agent, edge, human, onDecision, onStatus, rejectTo } from '../test-support/run.js';
import { lintModel } from './model.js';
import { readDefinition } from './read.js';
import { worstCaseSteps } from './worst-case.js';

type Parts = Pick<Definition, 'nodes' | 'edges'> & Partial<Definition>;
const definition = (parts: Parts): Definition => ({
  definitionId: 'definition',
  name: 'Definition',
  ...parts,
});
const steps = (parts: Parts) => worstCaseSteps(lintModel(definition(parts)));
const agents = (ids: string) => Array.from(ids).map((it) => agent(it));
/** `arcs('a>b b>c')` */
const arcs = (text: string) => text.split(' ').map((it) => edge(it.charAt(0), it.charAt(2)));
const inEurope = '{"op":"eq","args":[{"var":"execution.input.region"},"eu"]}';
const join = (members: string, groupId = 'g') => ({
  groupId,
  memberNodeIds: Array.from(members),
  expectedSteps: members.length,
  quorum: 1,
  onQuorumMet: 'joinOnQuorum' as const,
});

/** n0 → a0, b0 → n1 → a1, b1 → n2 …: every diamond runs what comes after it twice. */
function diamonds(count: number): Parts {
  const stages = Array.from({ length: count }, (_, index) => index);
  return {
    nodes: ['n0', ...stages.flatMap((it) => [`a${it}`, `b${it}`, `n${it + 1}`])].map((it) => agent(it)),
    edges: stages.flatMap((it) =>
      [`a${it}`, `b${it}`].flatMap((side) => [edge(`n${it}`, side), edge(side, `n${it + 1}`)]),
    ),
  };
}

describe('the most steps that a run can start (contract section 1)', () => {
  test.each([
    [0, 1],
    [1, 5],
    [2, 13],
    [11, 8_189],
    [12, 16_381],
    [33, 4 * 2 ** 33 - 3],
  ])('a chain of %i diamonds: %i', (count, expected) => {
    expect(steps(diamonds(count))).toBe(expected);
  });

  test.each<[string, Parts, number]>([
    ['lone nodes', { nodes: agents('abc'), edges: [] }, 3],
    ['a chain', { nodes: agents('abc'), edges: arcs('a>b b>c') }, 3],
    ['two roots that point at one node start it twice', { nodes: agents('abc'), edges: arcs('a>c b>c') }, 4],
    ['three levels of it', { nodes: agents('abcdef'), edges: arcs('a>c b>c c>d c>e d>f e>f') }, 12],
    [
      'edges of one step with the same target start it once',
      { nodes: agents('ab'), edges: [edge('a', 'b'), edge('a', 'b', onStatus('completed'))] },
      2,
    ],
    [
      'branches on the input can both be taken',
      { nodes: agents('abcd'), edges: [edge('a', 'b'), edge('a', 'c', inEurope), ...arcs('b>d c>d')] },
      5,
    ],
    [
      'an edge that never fires starts nothing',
      { nodes: agents('abc'), edges: [edge('a', 'b'), edge('a', 'c', '{"op":"eq","args":[1,2]}')] },
      2,
    ],
    [
      'success and failure exclude each other',
      {
        nodes: agents('abcd'),
        edges: [edge('a', 'b'), edge('a', 'c', onStatus('failed')), ...arcs('b>d c>d')],
      },
      3,
    ],
    [
      'failure and breach exclude each other',
      {
        nodes: agents('abc'),
        edges: [edge('a', 'b', onStatus('failed')), edge('a', 'c', onStatus('breached'))],
      },
      2,
    ],
    [
      'an approval and a rejection exclude each other',
      { nodes: [human('a', 'ann', rejectTo('c')), ...agents('bc')], edges: arcs('a>b') },
      2,
    ],
    [
      'the worse of the two counts',
      { nodes: [human('a', 'ann', rejectTo('c')), ...agents('bcde')], edges: arcs('a>b c>d c>e') },
      4,
    ],
    [
      'an edge that takes any decision goes with either',
      {
        nodes: [human('a', 'ann', rejectTo('c')), ...agents('bcd')],
        edges: [
          edge('a', 'b'),
          edge('a', 'd', '{"op":"not","args":[{"op":"isEmpty","args":[{"var":"output"}]}]}'),
        ],
      },
      3,
    ],
  ])('%s', (_, parts, expected) => {
    expect(steps(parts)).toBe(expected);
  });

  test('a chain of branches that exclude each other does not multiply', () => {
    const stages = Array.from({ length: 30 }, (_, index) => index);
    const parts: Parts = {
      nodes: stages.flatMap((it) => [
        human(`n${it}`, 'ann', rejectTo(`b${it}`)),
        agent(`a${it}`),
        agent(`b${it}`),
      ]),
      edges: stages.flatMap((it) => [
        edge(`n${it}`, `a${it}`, onDecision('approve')),
        ...(it === 29 ? [] : [edge(`a${it}`, `n${it + 1}`), edge(`b${it}`, `n${it + 1}`)]),
      ]),
    };
    expect(steps(parts)).toBe(60);
  });
});

describe('a joinOnQuorum group starts what comes after it once', () => {
  const people = (ids: string, to = 'r') => Array.from(ids).map((it) => human(it, 'ann', rejectTo(to)));
  test.each<[string, Parts, number]>([
    [
      'three members and a successor',
      {
        nodes: [...agents('s'), ...people('abc'), ...agents('xr')],
        edges: arcs('s>a s>b s>c a>x b>x c>x'),
        groups: [join('abc')],
      },
      5,
    ],
    [
      'the same without the group',
      { nodes: [...agents('s'), ...people('abc'), ...agents('xr')], edges: arcs('s>a s>b s>c a>x b>x c>x') },
      7,
    ],
    [
      'the same with a group that does not join',
      {
        nodes: [...agents('s'), ...people('abc'), ...agents('xr')],
        edges: arcs('s>a s>b s>c a>x b>x c>x'),
        groups: [{ ...join('abc'), onQuorumMet: 'waitAll' }],
      },
      7,
    ],
    [
      'two successors, and what comes after them',
      {
        nodes: [...people('ab'), ...agents('xyzr')],
        edges: arcs('a>x b>x a>y b>y x>z y>z'),
        groups: [join('ab')],
      },
      6,
    ],
    [
      'the worse of approval and rejection',
      { nodes: [...people('ab'), ...agents('xrtu')], edges: arcs('a>x b>x r>t r>u'), groups: [join('ab')] },
      5,
    ],
    [
      'rejections that lead to different nodes',
      {
        nodes: [...people('a', 'r'), ...people('b', 't'), ...agents('rtx')],
        edges: arcs('a>x b>x'),
        groups: [join('ab')],
      },
      4,
    ],
    [
      'recovery edges, which members fire one by one',
      {
        nodes: [...people('ab'), ...agents('xry')],
        edges: [
          ...arcs('a>x b>x'),
          edge('a', 'y', onStatus('breached')),
          edge('b', 'y', onStatus('breached')),
        ],
        groups: [join('ab')],
      },
      5,
    ],
  ])('%s', (_, parts, expected) => {
    expect(steps(parts)).toBe(expected);
  });

  test('a chain of joins adds, it does not multiply', () => {
    const parts = diamonds(10);
    const stages = Array.from({ length: 10 }, (_, index) => index);
    const members = (it: number) => [`a${it}`, `b${it}`];
    const groups = stages.map((it) => ({ ...join('ab', `g${it}`), memberNodeIds: members(it) }));
    expect(steps(parts)).toBe(4 * 2 ** 10 - 3);
    expect(steps({ ...parts, groups })).toBe(31);
  });
});

describe('fan-out-exceeds-limit', () => {
  const issues = (parts: Parts, maxStepsPerExecution: number) => {
    const json = definition(parts) as unknown as JsonValue;
    const read = readDefinition(json, { maxStepsPerExecution, agentIds: null });
    return read.ok ? [] : read.issues;
  };

  test('above the limit, not at it', () => {
    expect(issues(diamonds(11), 8_189)).toEqual([]);
    expect(issues(diamonds(11), 8_188)).toMatchObject([{ code: 'fan-out-exceeds-limit', path: 'edges' }]);
  });

  test('the message says how many, and what helps', () => {
    const [issue] = issues(diamonds(12), 10_000);
    expect(issue?.message).toMatch(/could start 16381 steps, and the limit is 10000/);
    expect(issue?.message).toMatch(/join branches with a joinOnQuorum group, or lower maxIterations$/);
    expect(issues(diamonds(33), 10_000)[0]?.message).toMatch(/ 34359738365 steps/);
  });

  test('where there is a cycle, only the cycle is reported', () => {
    const { nodes, edges = [] } = diamonds(20);
    const codes = issues({ nodes, edges: [...edges, edge('n20', 'n1')] }, 10_000).map((it) => it.code);
    expect(codes).toEqual(['cycle-detected']);
  });
});
