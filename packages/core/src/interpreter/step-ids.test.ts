import { describe, expect, test } from 'vitest';
import { Run, agent, edge, group, human, rejectTo } from '../test-support/run.js';

/** A name of the given length. */
const long = (letter: string, length = 64) => letter.repeat(length);
const idsOf = async (run: Run) => (await run.get()).steps.map((it) => it.stepId);

/** The step ids of another run of the same definition. */
async function idsOfAnotherRun(run: Run): Promise<string[]> {
  const { definitionId, triggerContext } = await run.get();
  const { executionId } = await run.engine.executions.dispatch({ definitionId, triggerContext });
  await run.drain();
  return (await run.engine.executions.get({ executionId })).steps.map((it) => it.stepId);
}

test('each way of starting has its own ids (contract section 1)', async () => {
  const members = ['m1', 'm2'];
  const run = await Run.start({
    nodes: [agent('a'), agent('draft'), ...members.map((it) => human(it, it)), agent('join'), agent('out')],
    edges: [edge('a', 'draft'), ...members.flatMap((it) => [edge('draft', it), edge(it, 'join')])],
    groups: [group('joinOnQuorum', members, 2)],
    loops: [
      {
        loopId: 'L',
        entryNodeId: 'draft',
        bodyNodeIds: ['draft', ...members],
        maxIterations: 2,
        onExhausted: { routeToNodeId: 'out' },
      },
    ],
  });
  await run.decide('m1', 'm1', 'reject');
  await run.decide('m2', 'm2', 'reject');
  expect(await idsOf(run)).toEqual([
    'step_a',
    'step_a__to__draft',
    'step_a__to__draft__to__m1',
    'step_a__to__draft__to__m2',
    'loop_L_iter_2__to__draft',
    'loop_L_iter_2__to__draft__to__m1',
    'loop_L_iter_2__to__draft__to__m2',
    'loop_L_exhausted__to__out',
  ]);
  await run.ended('completed');
});

test.each([
  [1, 'group_g__to__join'],
  [2, 'group_g_iter_2__to__join'],
  [3, 'group_g_iter_3__to__join'],
])('what a group starts in iteration %i', async (iteration, stepId) => {
  const members = ['m1', 'm2'];
  const run = await Run.start({
    nodes: [agent('draft'), ...members.map((it) => human(it, it)), agent('join')],
    edges: members.flatMap((it) => [edge('draft', it), edge(it, 'join')]),
    groups: [group('joinOnQuorum', members, 2)],
    loops: [{ loopId: 'L', entryNodeId: 'draft', bodyNodeIds: ['draft', ...members] }],
  });
  for (let rejected = 1; rejected < iteration; rejected++) await run.decide('m1', 'm1', 'reject');
  for (const nodeId of members) await run.decide(nodeId, nodeId, 'approve');
  expect((await run.step('join')).stepId).toBe(stepId);
});

describe('an id that would be longer than 200 characters', () => {
  /** A chain of nodes with the given names; each id is the one before it with `__to__<nodeId>`. */
  const chain = (names: string[]) =>
    Run.start({
      nodes: names.map((it) => agent(it)),
      edges: names.slice(1).map((it, index) => edge(names[index]!, it)),
    });

  test('200 are kept as they are, 201 are not', async () => {
    const kept = [long('a'), long('b'), long('c', 55)];
    const [, , exactly] = await idsOf(await chain(kept));
    expect(exactly).toBe(`step_${kept.join('__to__')}`);
    expect(exactly).toHaveLength(200);

    const [, before, cut] = await idsOf(await chain([long('a'), long('b'), long('c', 56)]));
    expect(cut!.length).toBeLessThanOrEqual(200);
    expect(cut).not.toContain(before);
    expect(cut!.endsWith(`__to__${long('c', 56)}`)).toBe(true);
  });

  test('keeps its last part, however long the chain is', async () => {
    const names = Array.from({ length: 12 }, (_, index) => long(String.fromCharCode(97 + index)));
    const ids = await idsOf(await chain(names));
    expect(ids).toHaveLength(names.length);
    for (const [index, id] of ids.entries()) {
      expect(id.length).toBeLessThanOrEqual(200);
      if (index > 0) expect(id.endsWith(`__to__${names[index]!}`)).toBe(true);
    }
    expect(new Set(ids).size).toBe(ids.length);
  });

  /** Two ways that part early, and come together where ids are too long. */
  const twoWays = () => {
    const sides = [long('l'), long('r')];
    return Run.start({
      nodes: [long('s'), ...sides, long('m'), long('e')].map((it) => agent(it)),
      edges: [
        ...sides.flatMap((it) => [edge(long('s'), it), edge(it, long('m'))]),
        edge(long('m'), long('e')),
      ],
    });
  };

  test.each(['m', 'e'])('differs for every way that leads to the node %s', async (letter) => {
    const run = await twoWays();
    const steps = (await run.get()).steps.filter((it) => it.nodeId === long(letter));
    const ids = steps.map((it) => it.stepId);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(2);
    expect(ids.every((it) => it.length <= 200)).toBe(true);
    await run.ended('completed');
  });

  test('is the same in every run', async () => {
    const run = await twoWays();
    const again = await idsOfAnotherRun(run);
    expect(again).toEqual(await idsOf(run));
    expect(again).toHaveLength(7);
  });

  test('differs from iteration to iteration', async () => {
    const body = [long('a'), long('b'), long('c'), long('d')];
    const run = await Run.start({
      nodes: [...body.map((it) => agent(it)), human('review', 'ann')],
      edges: [...body, 'review'].slice(1).map((it, index) => edge(body[index]!, it)),
      loops: [{ loopId: long('l'), entryNodeId: body[0]!, bodyNodeIds: [...body, 'review'] }],
    });
    await run.decide('review', 'ann', 'reject');
    await run.decide('review', 'ann', 'reject');
    const ids = await idsOf(run);
    expect(ids).toHaveLength(15);
    expect(new Set(ids).size).toBe(15);
    expect(ids.every((it) => it.length <= 200)).toBe(true);
  });

  test('names its step to every operation', async () => {
    const names = [long('a'), long('b'), long('c')];
    const run = await Run.start({
      nodes: [...names.map((it) => agent(it)), human('review', 'ann', rejectTo('x')), agent('x')],
      edges: [...names, 'review'].slice(1).map((it, index) => edge(names[index]!, it)),
    });
    const { stepId } = await run.step('review');
    expect(stepId).toMatch(/__to__review$/);
    expect(await run.decideStep(stepId, 'ann', 'approve')).toMatchObject({ recorded: true });
    await run.ended('completed');
  });
});

// step_a__to + __to__ + b and step_a + __to__ + to__b would be one id: the second never starts.
test.each(['a__to', 'a__to_', 'to__b', '_to__b'])(
  '%s would make ids that can be read in two ways, and is reserved',
  async (id) => {
    await expect(Run.start({ nodes: [agent(id)], edges: [] })).rejects.toMatchObject({
      details: { issues: [{ code: 'reserved-id' }] },
    });
  },
);
