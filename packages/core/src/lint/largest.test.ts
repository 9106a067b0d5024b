import { describe, expect, test } from 'vitest';
import { LIMITS } from '../definition/limits.js';
import { op, variable, when } from '../expression/build.js';
import { agent, edge, human } from '../test-support/run.js';
import { readDefinition } from './read.js';

/** A condition that only this edge has. */
const condition = (index: number) =>
  when(op('or', op('eq', variable('step.status'), 'failed'), op('eq', variable('execution.input.n'), index)));
/** The longest condition there may be. */
const long = (index: number) => {
  const shell = when(op('eq', variable('execution.input.text'), `${index}:`)).length;
  return when(
    op('eq', variable('execution.input.text'), `${index}:${'x'.repeat(LIMITS.whenLength - shell)}`),
  );
};
const read = (parts: object) =>
  readDefinition(
    { definitionId: 'largest', name: 'Largest', ...parts },
    {
      maxStepsPerExecution: LIMITS.stepsPerExecution,
      agentIds: null,
    },
  );
const issues = (parts: object) => {
  const result = read(parts);
  return result.ok ? [] : result.issues;
};
const stages = (count: number) => Array.from({ length: count }, (_, index) => index);

describe('the largest legal definition: 100 nodes, 500 edges, each with a when', () => {
  const edges = stages(500).map((it) => edge(`n${it % 99}`, `n${(it % 99) + 1}`, condition(it)));

  test('a chain with many edges between neighbours', () => {
    const nodes = stages(100).map((it) => agent(`n${it}`));
    expect(issues({ nodes, edges })).toEqual([]);
  });

  test('with conditions of the largest size', () => {
    const nodes = stages(100).map((it) => agent(`n${it}`));
    expect(long(499)).toHaveLength(LIMITS.whenLength);
    expect(issues({ nodes, edges: edges.map((it, index) => ({ ...it, when: long(index) })) })).toEqual([]);
  });

  test('with 20 loops, of 5 nodes each', () => {
    const nodes = stages(100).map((it) => (it % 5 === 4 ? human(`n${it}`, 'ann') : agent(`n${it}`)));
    const loops = stages(20).map((it) => ({
      loopId: `l${it}`,
      entryNodeId: `n${it * 5}`,
      bodyNodeIds: stages(5).map((offset) => `n${it * 5 + offset}`),
      maxIterations: 20,
    }));
    expect(issues({ nodes, edges, loops })).toEqual([]);
  });

  test('with 25 groups, of 4 members each', () => {
    const nodes = stages(100).map((it) =>
      human(`n${it}`, 'ann', { onReject: { loopBack: { toNodeId: `n${it}` } } }),
    );
    const groups = stages(25).map((it) => ({
      groupId: `g${it}`,
      memberNodeIds: stages(4).map((offset) => `n${it + offset * 25}`),
      expectedSteps: 4,
      quorum: 4,
      onQuorumMet: 'waitAll',
    }));
    expect(issues({ nodes, edges: [], groups })).toEqual([]);
  });

  test('as dense as it can be: counted exactly, however large the number', () => {
    const nodes = stages(100).map((it) => agent(`n${it}`));
    const dense = stages(100).flatMap((from) => stages(5).map((by) => edge(`n${from}`, `n${from + by + 1}`)));
    const found = issues({
      nodes,
      edges: dense.filter((it) => nodes.some(({ nodeId }) => nodeId === it.to)),
    });
    expect(found.map((it) => it.code)).toEqual(['fan-out-exceeds-limit']);
    // Starts of a node: those of the five nodes before it, added up. All of them together:
    const starts: number[] = [];
    for (const it of stages(100)) starts.push(it === 0 ? 1 : starts.slice(-5).reduce((a, b) => a + b));
    const total = starts.reduce((a, b) => a + b);
    const [, counted] = /start (\S+) steps/.exec(found[0]?.message ?? '') ?? [];
    expect(Number(counted) / total).toBeCloseTo(1, 10);
  });
});
