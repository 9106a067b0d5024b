/** Long work lets the process go on: many automatic steps, and the commands of a batch. */
import { Turns } from '@org/approval-internal/turns';
import { op, variable, when } from '../../expression/build.js';
import { createApprovalEngine, createMemoryStore } from '../../index.js';
import type { Clock } from '../../ports/clock.js';
import { agent, edge, human, rejectTo } from '../../test-support/run.js';
import { expect, test } from 'vitest';

/** ms per agent or event, so that a run of them is far longer than a turn on any machine. */
const BUSY_MS = 5;

function beBusy(): void {
  const end = performance.now() + BUSY_MS;
  while (performance.now() < end);
}

test('300 agents that never wait, one after the other and at once', async () => {
  const busy = () => {
    beBusy();
    return { passed: true };
  };
  const engine = createApprovalEngine({ store: createMemoryStore(), agents: { busy } });
  const nodes = Array.from({ length: 100 }, (_, index) => agent(`n${index}`, 'busy'));
  await engine.definitions.create({ definitionId: 'row', name: 'Row', nodes, edges: [] });
  let turns = 0;
  const timer = setInterval(() => (turns += 1), 0);
  for (let run = 0; run < 3; run++) {
    await engine.executions.dispatch({ definitionId: 'row', triggerContext: { url: 'u' } });
  }
  await engine.idle();
  clearInterval(timer);
  // 16 are called at once; without a pause, all would end in one turn.
  expect(turns).toBeGreaterThan(10);
  await engine.stop();
}, 20_000);

const STEPS = 25;

/** Turns of the event loop while it works. */
async function turnsOf(act: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let isOver = false;
  const count = () => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  await act();
  isOver = true;
  return turns;
}

test.each([
  ['of one run', 1, STEPS],
  ['of as many runs', STEPS, 1],
])(
  'decisions that are given together, %s',
  async (_, runs, steps) => {
    // Each decision makes several events, and each event takes its time.
    let isSlow = false;
    let ids = 0;
    const next = (prefix: string) => {
      if (isSlow) beBusy();
      return `${prefix}_${(ids += 1)}`;
    };
    const engine = createApprovalEngine({ store: createMemoryStore(), ids: { next } });
    const nodeIds = Array.from({ length: steps }, (_, it) => `h${it}`);
    await engine.definitions.create({
      definitionId: 'slow',
      name: 'Slow',
      nodes: [...nodeIds.map((it) => human(it, 'ann', rejectTo('rework'))), agent('rework'), agent('after')],
      edges: nodeIds.map((it) => edge(it, 'after')),
    });
    const started = await Promise.all(
      Array.from({ length: runs }, () =>
        engine.executions.dispatch({ definitionId: 'slow', triggerContext: { url: 'u' } }),
      ),
    );
    const decisions = started.flatMap(({ executionId }) =>
      nodeIds.map((it) => ({
        ...{ executionId, stepId: `step_${it}`, reviewerId: 'ann', decision: 'approve' as const },
      })),
    );
    isSlow = true;
    const turns = await turnsOf(async () => {
      const { items } = await engine.steps.decideMany({ decisions });
      expect(items.filter((it) => it.ok)).toHaveLength(STEPS);
    });
    expect(turns).toBeGreaterThan(STEPS / 2);
    await engine.stop();
  },
  60_000,
);

const many = <T>(count: number, item: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, it) => item(it));

/** Edges with a condition each, which is parsed and asked about. */
const large = {
  definitionId: 'large',
  name: 'Large',
  nodes: many(100, (it) => agent(`n${it}`)),
  edges: many(400, (it) =>
    edge(`n${it % 99}`, `n${(it % 99) + 1}`, when(op('eq', variable('execution.input.n'), it))),
  ),
};
/** Each look at it is a few ms later, so that how fast the machine is changes nothing. */
function passing(): Clock {
  let now = 0;
  return { now: () => (now += 4), wakeAt: () => () => undefined };
}
/** Some of the steps in which it is looked at; each counts as a few ms. */
const SOME_TURNS = 10;

test.each(['validate', 'create', 'ensure'] as const)('a large definition, definitions.%s', async (name) => {
  const engine = createApprovalEngine({ store: createMemoryStore(), clock: passing() });
  await engine.definitions.ensure({ ...large, name: 'As it was' });
  const definition = name === 'create' ? { ...large, definitionId: 'another' } : large;
  const turns = await turnsOf(() => engine.definitions[name](definition));
  // Comparing with the stored definition compiles it twice more.
  expect(turns).toBeGreaterThan(name === 'ensure' ? 3 * SOME_TURNS : SOME_TURNS);
  await engine.stop();
});

test('what is made of definitions while they are looked at is there for one of them at a time', async () => {
  const engine = createApprovalEngine({ store: createMemoryStore(), clock: passing() });
  const ends = await Promise.all(
    ['a', 'b', 'c'].map((it) =>
      turnsOf(() => engine.definitions.create({ ...large, definitionId: `large-${it}` })),
    ),
  );
  // Each after the other; were they looked at together, they would end together.
  expect(ends[0]).toBeLessThan((ends[2] as number) / 2);
  await engine.stop();
});

test('long pieces of work of several callers go one by one, each in its own turn', async () => {
  let now = 0;
  const turns = new Turns({ now: () => now });
  let turn = 0;
  let isOver = false;
  const count = () => {
    turn += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const done: string[] = [];
  const inTurns = new Set<number>();
  const threeOf = async (name: string) => {
    for (let piece = 0; piece < 3; piece++) {
      await turns.alone(() => {
        done.push(name);
        inTurns.add(turn);
        now += 10;
      });
    }
  };
  await Promise.all([threeOf('a'), threeOf('b')]);
  isOver = true;
  expect(done).toEqual(['a', 'b', 'a', 'b', 'a', 'b']);
  expect(inTurns.size).toBe(6);
});
