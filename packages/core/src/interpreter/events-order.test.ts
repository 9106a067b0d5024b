import { describe, expect, test } from 'vitest';
import type { DefinitionGroup } from '../definition.js';
import { Run, agent, edge, group, human, onStatus, rejectTo, webhook } from '../test-support/run.js';

const MEMBERS = ['m1', 'm2', 'm3'];

describe('the order inside one change (contract section 11)', () => {
  /** Written, and so created, the other way round than the group names them. */
  const panel = (policy: NonNullable<DefinitionGroup['onQuorumMet']>, targets: string[]) => ({
    nodes: [
      ...MEMBERS.toReversed().map((it) => human(it, it, rejectTo('x'))),
      ...targets.map((it) => human(it, it, rejectTo('x'))),
      agent('x'),
    ],
    edges: targets.flatMap((target) => MEMBERS.map((it) => edge(it, target))),
    groups: [group(policy, MEMBERS, 1)],
  });

  test('the step, the quorum, cancellations in creation order, steps in the order of the edges', async () => {
    const run = await Run.start(panel('joinOnQuorum', ['second', 'first']));
    expect(await run.during(() => run.decide('m2', 'm2', 'approve'))).toEqual([
      'step.completed step_m2',
      'group.quorum-met',
      'step.cancelled step_m3',
      'step.cancelled step_m1',
      'step.awaiting-approval group_g__to__second',
      'step.awaiting-approval group_g__to__first',
    ]);
  });

  test.each(['cancelOnQuorum', 'joinOnQuorum'] as const)(
    '%s: and the end of the run after that',
    async (policy) => {
      const run = await Run.start(panel(policy, []));
      expect(await run.during(() => run.decide('m3', 'm3', 'approve'))).toEqual([
        'step.completed step_m3',
        'group.quorum-met',
        'step.cancelled step_m2',
        'step.cancelled step_m1',
        'execution.completed',
      ]);
      await run.ended('completed');
    },
  );

  test('what a started step causes at once follows after all that were started with it', async () => {
    const run = await Run.start({
      nodes: [
        human('it', 'ann', rejectTo('x')),
        webhook('hook'),
        human('beside', 'bob', rejectTo('x')),
        human('behind', 'cay', rejectTo('x')),
        agent('x'),
      ],
      edges: [edge('it', 'hook'), edge('it', 'beside'), edge('hook', 'behind')],
    });
    expect(await run.during(() => run.decide('it', 'ann', 'approve'))).toEqual([
      'step.completed step_it',
      'step.awaiting-approval step_it__to__beside',
      'step.awaiting-approval step_it__to__hook__to__behind',
    ]);
  });

  test('of a dispatch: the run, and then its roots', async () => {
    const run = await Run.start(panel('waitAll', []));
    expect((await run.events()).map(({ type, stepId }) => [type, stepId])).toEqual([
      ['execution.dispatched', null],
      ['step.awaiting-approval', 'step_m3'],
      ['step.awaiting-approval', 'step_m2'],
      ['step.awaiting-approval', 'step_m1'],
    ]);
  });
});

describe('the last event', () => {
  const ends: [string, (run: Run) => Promise<unknown>][] = [
    ['execution.completed', (run) => run.decide('it', 'ann', 'approve')],
    ['execution.failed', (run) => run.resolve('it', 'force-fail')],
    ['execution.cancelled', (run) => run.cancel()],
  ];
  test.each(ends)('is %s, and nothing that comes later adds another', async (type, end) => {
    const run = await Run.start({
      nodes: [
        human('it', ['ann', { userId: 'zoe', mandatory: false }], { ...rejectTo('other'), slaMs: 60_000 }),
        agent('other'),
      ],
      edges: [edge('it', 'other', onStatus('breached'))],
    });
    await end(run);
    expect((await run.types()).at(-1)).toBe(type);
    const before = await run.record();
    const late = [
      run.decide('it', 'zoe', 'approve'),
      run.resolve('it', 'force-complete'),
      run.cancelStep('it'),
      run.cancel(),
    ];
    await Promise.allSettled(late);
    await run.advance(600_000);
    expect(await run.record()).toEqual(before);
    await run.ended(type.slice('execution.'.length), type === 'execution.failed' ? 'step-failed' : undefined);
  });
});
