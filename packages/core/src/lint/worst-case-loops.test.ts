import { describe, expect, test } from 'vitest';
import type { Definition } from '../definition/definition.js';
import { agent, edge, human, rejectTo } from '../test-support/run.js';
import { lintModel } from './model.js';
import { worstCaseSteps } from './worst-case.js';

type Parts = Pick<Definition, 'nodes' | 'edges'> & Partial<Definition>;
const steps = (parts: Parts) =>
  worstCaseSteps(lintModel({ definitionId: 'definition', name: 'Definition', ...parts }));
const agents = (ids: string) => Array.from(ids).map((it) => agent(it));
const people = (ids: string) => Array.from(ids).map((it) => human(it, 'ann'));
/** `arcs('a>b b>c')` */
const arcs = (text: string) => text.split(' ').map((it) => edge(it.charAt(0), it.charAt(2)));
const loop = (body: string, maxIterations: number, more: object = {}) => ({
  loopId: `loop-${body}`,
  entryNodeId: body.charAt(0),
  bodyNodeIds: Array.from(body),
  maxIterations,
  ...more,
});
const exhausted = (routeToNodeId: string) => ({ onExhausted: { routeToNodeId } });
const join = (members: string) => ({
  groupId: 'g',
  memberNodeIds: Array.from(members),
  expectedSteps: members.length,
  quorum: members.length,
  onQuorumMet: 'joinOnQuorum' as const,
});

describe('what loops add to the most steps of a run (contract sections 1 and 6)', () => {
  test.each<[string, Parts, number]>([
    [
      'the body, once for each iteration',
      { nodes: [...agents('d'), ...people('h')], edges: arcs('d>h'), loops: [loop('dh', 7)] },
      14,
    ],
    [
      'one iteration adds nothing',
      { nodes: [...agents('d'), ...people('h')], edges: arcs('d>h'), loops: [loop('dh', 1)] },
      2,
    ],
    [
      'five by default',
      {
        nodes: [...agents('d'), human('h', 'ann', { onReject: { loopBack: { toNodeId: 'd' } } })],
        edges: arcs('d>h'),
      },
      10,
    ],
    [
      'what comes after the last reviewer is started once',
      {
        nodes: [...agents('d'), ...people('h'), ...agents('pq')],
        edges: arcs('d>h h>p p>q'),
        loops: [loop('dh', 7)],
      },
      16,
    ],
    [
      'what leaves the body before a reviewer is started in every iteration',
      {
        nodes: [...agents('d'), ...people('h'), ...agents('no')],
        edges: arcs('d>h d>n n>o'),
        loops: [loop('dh', 3)],
      },
      12,
    ],
    [
      'what leaves it after an early reviewer, too, if a later one can reject',
      { nodes: [...people('ab'), ...agents('n')], edges: arcs('a>b a>n'), loops: [loop('ab', 3)] },
      9,
    ],
    [
      'the route of an exhausted loop, and what comes after it, once',
      {
        nodes: [...agents('d'), ...people('h'), ...agents('xyz')],
        edges: arcs('d>h x>y x>z'),
        loops: [loop('dh', 3, exhausted('x'))],
      },
      9,
    ],
    [
      'agents alone never rewind',
      { nodes: agents('abp'), edges: arcs('a>b b>p'), loops: [loop('ab', 20, exhausted('p'))] },
      3,
    ],
    [
      'an entry that is started from two sides is rewound once',
      { nodes: [...agents('pqd'), ...people('h')], edges: arcs('p>d q>d d>h'), loops: [loop('dh', 4)] },
      12,
    ],
    [
      'branches inside that exclude each other',
      {
        nodes: [human('a', 'ann', rejectTo('c')), ...agents('bc'), ...people('h')],
        edges: [edge('a', 'b'), ...arcs('b>h c>h')],
        loops: [loop('abch', 3)],
      },
      9,
    ],
    [
      'reviewers side by side, joined',
      {
        nodes: [...agents('d'), ...people('ab'), ...agents('p')],
        edges: arcs('d>a d>b a>p b>p'),
        groups: [join('ab')],
        loops: [loop('dab', 3)],
      },
      10,
    ],
    [
      'branches joined inside, then a reviewer',
      {
        nodes: [...agents('d'), ...people('abh'), ...agents('p')],
        edges: arcs('d>a d>b a>h b>h h>p'),
        groups: [join('ab')],
        loops: [loop('dabh', 3)],
      },
      // Each pass counts the nodes after the last reviewer, as either branch may still wait.
      15,
    ],
    [
      'a reviewer before one member of a join still waits when the other has met its quorum (the successor was counted once)',
      {
        nodes: [...agents('d'), ...people('sabf'), ...agents('pq')],
        edges: arcs('d>s d>b s>a a>f b>f f>p p>q'),
        groups: [{ ...join('ab'), quorum: 1 }],
        loops: [loop('dsabf', 2)],
      },
      14,
    ],
  ])('%s', (_, parts, expected) => {
    expect(steps(parts)).toBe(expected);
  });

  test('loops one after the other add, they do not multiply', () => {
    const stages = Array.from({ length: 20 }, (_, index) => index);
    const parts: Parts = {
      nodes: stages.flatMap((it) => [
        agent(`draft-${it}`),
        human(`review-${it}`, 'ann', {
          onReject: { loopBack: { toNodeId: `draft-${it}`, maxIterations: 20 } },
        }),
      ]),
      edges: stages.flatMap((it) => [
        edge(`draft-${it}`, `review-${it}`),
        ...(it === 0 ? [] : [edge(`review-${it - 1}`, `draft-${it}`)]),
      ]),
    };
    expect(steps(parts)).toBe(20 * 20 * 2);
  });

  test('a loop that an exhausted loop leads to adds its own iterations', () => {
    const parts = {
      nodes: [...agents('d'), ...people('h'), ...agents('e'), ...people('i')],
      edges: arcs('d>h e>i'),
      loops: [loop('dh', 3, exhausted('e')), loop('ei', 4)],
    };
    expect(steps(parts)).toBe(3 * 2 + 4 * 2);
  });

  test('a cycle has no end', () => {
    expect(steps({ nodes: agents('ab'), edges: arcs('a>b b>a') })).toBe(Infinity);
  });
});
