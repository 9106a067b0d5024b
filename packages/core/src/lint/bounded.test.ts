/** Validation does bounded work for any definition (contract section 1). */
import { describe, expect, test } from 'vitest';
import type { JsonValue } from '../definition/json.js';
import { LIMITS } from '../definition/limits.js';
import { op, variable, when } from '../expression/build.js';
import { agent, edge, human, rejectTo } from '../test-support/run.js';
import { unitsOf } from '../test-support/work.js';
import { readDefinition } from './read.js';

const BASE = { definitionId: 'hostile', name: 'Hostile', nodes: [agent('a')], edges: [] };
const CONTEXT = { maxStepsPerExecution: LIMITS.stepsPerExecution, agentIds: null };
const read = (parts: object) => readDefinition({ ...BASE, ...parts } as unknown as JsonValue, CONTEXT);
const issues = (parts: object) => {
  const result = read(parts);
  return result.ok ? [] : result.issues;
};
const codes = (parts: object) => [...new Set(issues(parts).map((it) => it.code))];
const list = <T>(count: number, item: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => item(index));
const chain = (count: number) => list(count - 1, (it) => edge(`n${it}`, `n${it + 1}`));
const loopingBack = (count: number, to: (index: number) => string) => ({
  nodes: list(count, (it) => human(`n${it}`, 'ann', { onReject: { loopBack: { toNodeId: to(it) } } })),
  edges: chain(count),
});
const people = list(100, (it) => human(`n${it}`, 'ann', rejectTo('n99')));
const group = (index: number, memberNodeIds: string[]) => ({
  ...{ groupId: `g${index}`, memberNodeIds, expectedSteps: 1, quorum: 1 },
});
/** A subject and a pattern that a backtracking-free engine still needs millions of steps for. */
const costly = (index: number) => when(op('regex', `${'xy'.repeat(1_800)}${index}`, '[xy]*x[xy]{900}z'));
/** 490 operands in few characters, different for each edge. */
const crowded = (index: number) =>
  when(
    op(
      'and',
      ...list(240, (it) => op('eq', variable('output.decision'), index + it)).slice(0, 60),
      op('eq', variable('step.status'), 'x'),
    ),
  );

/** 500 operators and operands, one of which decides it. */
const wide = (index: number) =>
  when(
    op(
      'or',
      op('eq', variable('step.status'), 'breached'),
      op('eq', variable('execution.input.n'), index),
      ...list(493, () => 0),
    ),
  );

/** One unit is about 1 ms. Unbounded work would take seconds to hours; the largest is below 150. */
describe('validating takes bounded work', () => {
  test.each<[string, object, number]>([
    ['loopBack at each of 100 nodes, to the first', loopingBack(100, () => 'n0'), 50],
    ['loopBack at each of 100 nodes, to itself', loopingBack(100, (it) => `n${it}`), 50],
    ['loopBack at each of 500 nodes', loopingBack(500, () => 'n0'), 50],
    ['120,000 edges of unknown fields', { edges: list(120_000, () => ({ x: 1 })) }, 50],
    ['340,000 nodes of nothing', { nodes: list(340_000, () => ({})) }, 50],
    [
      '100 nodes of 2,000 unknown fields',
      { nodes: list(100, () => Object.fromEntries(list(2_000, (it) => [`k${it}`, 1]))) },
      100,
    ],
    ['90,000 unknown fields', Object.fromEntries(list(90_000, (it) => [`k${it}`, 1])), 300],
    [
      '100 groups of 100 members',
      {
        nodes: people,
        edges: chain(100),
        groups: list(100, (it) =>
          group(
            it,
            people.map((node) => node.nodeId),
          ),
        ),
      },
      50,
    ],
    [
      '100 groups of 100 references that are none',
      { groups: list(100, (it) => ({ ...group(it, []), memberNodeIds: list(100, () => ({})) })) },
      50,
    ],
    [
      '100 nodes of 50 reviewers that are none',
      { nodes: list(100, (it) => human(`n${it}`, 'ann', { reviewers: list(50, () => ({})) })) },
      50,
    ],
    [
      'an inputMapping of 100,000 names',
      {
        nodes: [
          agent('a', '__mock__', { inputMapping: Object.fromEntries(list(100_000, (it) => [`k${it}`, 0])) }),
        ],
      },
      300,
    ],
    [
      'headers of 100,000 names',
      {
        nodes: [
          {
            nodeId: 'a',
            type: 'webhook',
            config: { url: 'u', headers: Object.fromEntries(list(100_000, (it) => [`k${it}`, 0])) },
          },
        ],
      },
      300,
    ],
    [
      '100 nodes of one name, 500 edges between two',
      {
        nodes: list(100, () => human('a', 'ann', rejectTo('b'))),
        edges: list(500, () => edge('a', 'b', when(op('eq', variable('output.text'), 'x'.repeat(1_900))))),
      },
      100,
    ],
    [
      'patterns that take their time',
      { nodes: list(2, (it) => agent(`n${it}`)), edges: list(25, (it) => edge('n0', 'n1', costly(it))) },
      200,
    ],
    [
      '500 crowded conditions',
      {
        nodes: list(100, (it) => agent(`n${it}`)),
        edges: list(500, (it) => edge(`n${it % 99}`, `n${(it % 99) + 1}`, crowded(it))),
      },
      300,
    ],
    [
      '500 conditions of 500 operands, nodes with deadlines',
      {
        nodes: list(100, (it) => ({ ...agent(`n${it}`), slaMs: 1_000 })),
        edges: list(500, (it) => edge(`n${it % 48}`, `n${(it % 48) + 1}`, wide(it))),
      },
      120,
    ],
  ])('%s', (_, parts, most) => {
    read(BASE); // Created once.
    expect(unitsOf(() => void read(parts), most)).toBeLessThan(most);
  });
});

describe('an answer lists at most 100 issues, and says that there are more', () => {
  test.each<[string, object]>([
    ['unknown fields', Object.fromEntries(list(101, (it) => [`k${it}`, 1]))],
    ['unknown fields of nodes', { nodes: list(100, (it) => ({ ...agent(`n${it}`), x: 1, y: 1 })) }],
    ['findings of one rule', { edges: list(101, (it) => edge('a', `ghost${it}`)) }],
    [
      'groups that share members',
      {
        nodes: people,
        groups: list(3, (it) =>
          group(
            it,
            people.map((node) => node.nodeId),
          ),
        ),
      },
    ],
  ])('%s', (_, parts) => {
    const found = issues(parts);
    expect(found).toHaveLength(101);
    expect(found.at(-1)).toMatchObject({ code: 'too-many-issues', path: '' });
    expect(found.slice(0, 100).some((it) => it.code === 'too-many-issues')).toBe(false);
  });

  test('100 of them are all of them', () => {
    const found = issues({ edges: list(100, (it) => edge('a', `ghost${it}`)) });
    expect(found).toHaveLength(100);
    expect(found.some((it) => it.code === 'too-many-issues')).toBe(false);
  });

  test('foreign names are cut short in them', () => {
    const found = issues({
      ['k'.repeat(100_000)]: 1,
      nodes: [{ ...agent('x'), nodeId: `auto_${'x'.repeat(100_000)}` }],
    });
    expect(JSON.stringify(found).length).toBeLessThan(2_000);
  });
});

describe('a list that is too long is counted, and nothing else is looked at', () => {
  test.each<[string, object, string[]]>([
    ['nodes', { nodes: list(101, () => ({})), edges: [edge('a', 'ghost')] }, ['too-many-nodes']],
    ['edges', { edges: list(501, () => ({ x: 1 })) }, ['too-many-edges']],
    [
      'nodes and edges',
      { nodes: list(101, () => ({})), edges: list(501, () => ({})) },
      ['too-many-nodes', 'too-many-edges'],
    ],
    ['groups', { groups: list(101, () => ({})) }, ['invalid-field']],
    ['loops', { loops: list(21, () => ({})) }, ['invalid-field']],
    ['triggers', { triggers: list(51, () => ({})) }, ['invalid-field']],
  ])('%s', (_, parts, expected) => {
    expect(codes(parts)).toEqual(expected);
    expect(issues(parts)).toHaveLength(expected.length);
  });
});
