import { describe, expect, test } from 'vitest';
import type { DefinitionNode } from '../definition.js';
import { CONTEXT, Run, agent, blocking, edge, human, onStatus } from '../test-support/run.js';

const SLA = { slaMs: 60_000 };
/** Every ending of the entry leads to `review`, which sends it back. */
const workflow = (entry: DefinitionNode, maxIterations = 2) => ({
  nodes: [
    entry,
    human('review', 'ann'),
    human('escalate', 'eve', { onReject: { routeToNodeId: 'bin' } }),
    agent('bin'),
  ],
  edges: ['completed', 'failed', 'breached'].map((it) => edge('draft', 'review', onStatus(it))),
  loops: [
    {
      loopId: 'L',
      entryNodeId: 'draft',
      bodyNodeIds: ['draft', 'review'],
      maxIterations,
      onExhausted: { routeToNodeId: 'escalate' },
    },
  ],
});
const attemptsOf = async (run: Run, nodeId: string) =>
  (await run.step(nodeId)).input['previousAttempts'] as { authorOutput: unknown }[];

describe('authorOutput is the output of the entry step as any reader sees it (contract section 6)', () => {
  const endings: [string, DefinitionNode, (run: Run) => Promise<unknown>][] = [
    ['completed', agent('draft'), async () => undefined],
    ['a human step that was breached', human('draft', ['zoe', 'yan'], SLA), breachedAfterOneApproval],
    ['a blocking agent that was breached', blocking('draft', '__mock__', SLA), (run) => run.advance(60_000)],
    ['failed by force', blocking('draft'), (run) => run.resolve('draft', 'force-fail')],
  ];

  test.each(endings)('%s', async (_, entry, end) => {
    const run = await Run.start(workflow(entry, 1));
    await end(run);
    const { output } = await run.step('draft');
    expect(output).not.toBeNull();
    await run.decide('review', 'ann', 'reject');
    expect(await attemptsOf(run, 'escalate')).toMatchObject([{ authorOutput: output }]);
    await run.decide('escalate', 'eve', 'approve');
    await run.ended('completed');
  });

  async function breachedAfterOneApproval(run: Run) {
    await run.decide('draft', 'zoe', 'approve');
    await run.advance(60_000);
  }
});

describe('previousAttempts are the loop’s own record, which no inputMapping shadows (contract section 6)', () => {
  const inputMapping = {
    previousAttempts: 'execution.input.forged',
    iteration: 'execution.input.forged',
    loopId: 'execution.input.forged',
    brief: 'execution.input.brief',
  };
  const triggerContext = { ...CONTEXT, forged: 'forged', brief: 'short' };

  test('an entry whose inputMapping names them keeps the whole history', async () => {
    const run = await Run.start(workflow(agent('draft', '__mock__', { inputMapping }), 3), {
      triggerContext,
    });
    for (const reason of ['one', 'two', 'three']) await run.decide('review', 'ann', 'reject', reason);
    const third = await run.step('draft');
    expect(third.input).toMatchObject({
      iteration: 3,
      loopId: 'L',
      brief: 'short',
      previousAttempts: [{ rejectionReason: 'one' }, { rejectionReason: 'two' }],
    });
    expect(await attemptsOf(run, 'escalate')).toMatchObject([
      { iteration: 1, rejectionReason: 'one' },
      { iteration: 2, rejectionReason: 'two' },
      { iteration: 3, rejectionReason: 'three' },
    ]);
    await run.decide('escalate', 'eve', 'approve');
    await run.ended('completed');
  });

  test('the first iteration has no record, and the mapping holds', async () => {
    const run = await Run.start(workflow(agent('draft', '__mock__', { inputMapping })), { triggerContext });
    expect((await run.step('draft')).input).toMatchObject({ iteration: 'forged', brief: 'short' });
    await run.check();
  });
});
