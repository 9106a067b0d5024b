import { describe, expect, test } from 'vitest';
import { Run, agent, edge, human, onDecision, onStatus, rejectTo } from '../test-support/run.js';
import { op, variable, when } from '../index.js';

/** A review whose edges lead to nodes named after them; every target passes at once. */
const review = (edges: Record<string, string | undefined>, more: object = {}) => ({
  nodes: [
    human('review', 'ann', { ...rejectTo('rework'), ...more }),
    agent('rework'),
    ...Object.keys(edges).map((it) => agent(it)),
  ],
  edges: Object.entries(edges).map(([to, condition]) => edge('review', to, condition)),
});
const reached = async (run: Run) =>
  (await run.get()).steps
    .map((step) => step.nodeId)
    .filter((it) => it !== 'review')
    .sort();

describe('which edges fire (contract section 4)', () => {
  const inputIs = (region: string) => when(op('eq', variable('execution.input.region'), region));
  const table: [string, Record<string, string | undefined>, 'approve' | 'reject', string[]][] = [
    ['1: no when, on an approval', { next: undefined }, 'approve', ['next']],
    ['1: no when, on a rejection', { next: undefined }, 'reject', ['rework']],
    [
      '2: when on the output, on an approval',
      { yes: onDecision('approve'), no: onDecision('reject') },
      'approve',
      ['yes'],
    ],
    [
      '2: when on the output, on a rejection',
      { yes: onDecision('approve'), no: onDecision('reject') },
      'reject',
      ['no', 'rework'],
    ],
    ['2: when on the input, on an approval', { eu: inputIs('eu'), us: inputIs('us') }, 'approve', ['eu']],
    [
      '3: when on the status, on an approval',
      { done: onStatus('completed'), late: onStatus('breached') },
      'approve',
      ['done'],
    ],
    ['4: when on the input, on a rejection', { eu: inputIs('eu') }, 'reject', ['rework']],
    ['4: when on the status, on a rejection', { done: onStatus('completed') }, 'reject', ['rework']],
    [
      'a when that reads the whole output and holds',
      { any: when(op('not', op('isEmpty', variable('output')))) },
      'reject',
      ['any', 'rework'],
    ],
  ];
  test.each(table)('%s', async (_, edges, decision, targets) => {
    const run = await Run.start(review(edges), { triggerContext: { url: 'https://e.com', region: 'eu' } });
    await run.decide('review', 'ann', decision);
    expect(await reached(run)).toEqual(targets);
    await run.ended('completed');
  });

  test('edges of one step with the same target start it once', async () => {
    const run = await Run.start({
      nodes: [agent('a'), agent('b')],
      edges: [edge('a', 'b'), edge('a', 'b', onStatus('completed'))],
    });
    expect(await run.statuses()).toEqual(['a completed', 'b completed']);
  });

  test('two steps that point at one node start it twice', async () => {
    const run = await Run.start({
      nodes: [agent('a'), agent('b'), agent('c')],
      edges: [edge('a', 'c'), edge('b', 'c')],
    });
    expect(await run.count('c')).toBe(2);
    await run.ended('completed');
  });

  test('roots and targets start in the order in which they are written, synthesized edges last', async () => {
    const run = await Run.start({
      nodes: [human('z', 'ann', rejectTo('y')), agent('y'), agent('x'), human('a', 'bob', rejectTo('y'))],
      edges: [edge('z', 'x', onDecision('reject'))],
    });
    expect((await run.statuses()).slice(0, 2)).toEqual(['z waiting', 'a waiting']);
    await run.decide('z', 'ann', 'reject');
    expect((await run.statuses()).slice(2)).toEqual(['x completed', 'y completed']);
  });

  test('a hand-made reject edge beside routeToNodeId means one edge', async () => {
    const definition = review({});
    const run = await Run.start({ ...definition, edges: [edge('review', 'rework', onDecision('reject'))] });
    const { compiled } = await run.engine.definitions.get({ definitionId: (await run.get()).definitionId });
    expect(compiled.edges).toHaveLength(1);
    expect(compiled.edges[0]?.role).toBe('reject');
  });
});

describe('failures and breaches', () => {
  const failing = { agents: { broken: () => Promise.reject(new Error('no')) } };
  const once = { retry: { maximumAttempts: 1 } };

  test('a failure without a recovery edge fails the execution', async () => {
    const run = await Run.start(
      { nodes: [agent('a', 'broken', once), agent('b')], edges: [edge('a', 'b')] },
      failing,
    );
    expect(await run.statuses()).toEqual(['a failed']);
    await run.ended('failed', 'step-failed');
    expect((await run.get()).failureReason).toMatchObject({ stepId: 'step_a' });
  });

  test('an edge that reads step.status and holds recovers it', async () => {
    const edges = [
      edge('a', 'ok'),
      edge('a', 'repair', onStatus('failed')),
      edge('a', 'late', onStatus('breached')),
    ];
    const nodes = [agent('a', 'broken', once), agent('ok'), agent('repair'), agent('late')];
    const run = await Run.start({ nodes, edges }, failing);
    expect(await run.statuses()).toEqual(['a failed', 'repair completed']);
    await run.ended('completed');
  });

  test('an edge that does not read step.status never recovers a failure', async () => {
    const edges = [
      edge('a', 'b', when(op('eq', variable('execution.input.url'), 'https://example.com/doc'))),
    ];
    const run = await Run.start({ nodes: [agent('a', 'broken', once), agent('b')], edges }, failing);
    await run.ended('failed', 'step-failed');
  });

  test('what is open is cancelled, in the order of creation, before the execution fails', async () => {
    const nodes = [
      human('x', 'ann', rejectTo('r')),
      human('y', 'bob', rejectTo('r')),
      agent('a', 'broken', once),
      agent('r'),
    ];
    const run = await Run.start({ nodes, edges: [] }, failing);
    await run.ended('failed', 'step-failed');
    const events = (await run.events()).slice(-4);
    expect(events.map((it) => [it.type, it.stepId])).toEqual([
      ['step.failed', 'step_a'],
      ['step.cancelled', 'step_x'],
      ['step.cancelled', 'step_y'],
      ['execution.failed', null],
    ]);
    expect(events[1]?.data).toEqual({ nodeId: 'x', actorId: 'system:execution', reason: 'execution-failed' });
  });

  const SLA = { slaMs: 60_000 };
  test('a breach follows the edge that routes on it, and no success edge', async () => {
    const definition = review({ next: undefined, boss: onStatus('breached') }, SLA);
    const run = await Run.start(definition);
    await run.advance(59_999);
    expect(await run.statuses()).toEqual(['review waiting']);
    await run.advance(1);
    expect(await run.statuses()).toEqual(['review breached', 'boss completed']);
    await run.ended('completed');
    const breached = (await run.events()).find((it) => it.type === 'step.breached');
    const { dueAt, startedAt } = await run.step('review');
    expect(breached?.data).toEqual({ nodeId: 'review', slaMs: 60_000, dueAt });
    expect(dueAt! - startedAt!).toBe(60_000);
  });

  test('a breach that no edge takes fails the execution', async () => {
    const onlyInCanada = when(
      op(
        'and',
        op('eq', variable('step.status'), 'breached'),
        op('eq', variable('execution.input.region'), 'ca'),
      ),
    );
    const run = await Run.start(review({ boss: onlyInCanada }, SLA));
    await run.advance(60_000);
    await run.ended('failed', 'step-breached');
  });

  test('a decision before the breach wins; one after it is refused', async () => {
    const early = await Run.start(review({ boss: onStatus('breached') }, SLA));
    await early.advance(59_000);
    await early.decide('review', 'ann', 'approve');
    await early.advance(60_000);
    expect(await early.types()).not.toContain('step.breached');
    const late = await Run.start(review({ boss: onStatus('breached') }, SLA));
    await late.advance(60_000);
    await expect(late.decide('review', 'ann', 'approve')).rejects.toMatchObject({
      status: 'FAILED_PRECONDITION',
    });
  });

  test('the output after a breach holds what was recorded, without a decision', async () => {
    const nodes = [human('review', ['ann', 'bob'], { ...rejectTo('r'), ...SLA }), agent('r'), agent('boss')];
    const approvedByOne = when(
      op('and', op('eq', variable('step.status'), 'breached'), op('eq', variable('output.approveCount'), 1)),
    );
    const run = await Run.start({ nodes, edges: [edge('review', 'boss', approvedByOne)] });
    await run.decide('review', 'ann', 'approve');
    await run.advance(60_000);
    const { output } = await run.step('review');
    expect(output).toMatchObject({ aggregatorStatus: 'pending', approveCount: 1, totalResponses: 1 });
    expect(output).not.toHaveProperty('decision');
    expect(output).not.toHaveProperty('approved');
    expect(await run.count('boss')).toBe(1);
  });

  test('a rejection that no edge and no loop takes fails the execution', async () => {
    // The loop takes only what its predicate matches.
    const important = when(op('eq', variable('output.rejectionReason'), 'again'));
    const run = await Run.start({
      nodes: [
        agent('draft'),
        human('review', 'ann', { onReject: { loopBack: { toNodeId: 'draft', when: important } } }),
      ],
      edges: [edge('draft', 'review')],
    });
    await run.decide('review', 'ann', 'reject', 'never');
    await run.ended('failed', 'unhandled-rejection');
  });
});
