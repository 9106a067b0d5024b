import { createTestEngine } from '@org/approval-testkit';
import { describe, expect, test } from 'vitest';
import { CONTEXT, agent, edge, human, rejectTo } from '../test-support/run.js';

const nodes = [
  human('review', ['ann', { userId: 'bob', mandatory: false }], { ...rejectTo('rework'), slaMs: 60_000 }),
  agent('rework'),
  agent('publish'),
];
const late = JSON.stringify({ op: 'eq', args: [{ var: 'step.status' }, 'breached'] });

async function kit(runs: number) {
  const it = createTestEngine();
  await it.engine.definitions.create({
    definitionId: 'flow',
    name: 'Flow',
    nodes,
    edges: [edge('review', 'publish'), edge('review', 'rework', late)],
  });
  const ids: string[] = [];
  for (let index = 0; index < runs; index++) {
    it.clock.jump(10);
    ids.push(
      (await it.engine.executions.dispatch({ definitionId: 'flow', triggerContext: CONTEXT })).executionId,
    );
  }
  return { ...it, ids };
}
type Kit = Awaited<ReturnType<typeof kit>>;
const decide = ({ engine }: Kit, executionId: string, reviewerId: string) =>
  engine.steps.recordReviewerDecision({
    executionId,
    stepId: 'step_review',
    reviewerId,
    decision: 'approve',
  });

describe('getEvents', () => {
  test('pages by external events, and says where to go on', async () => {
    const it = await kit(1);
    const executionId = it.ids[0]!;
    await decide(it, executionId, 'ann');
    await it.drain();
    const all = (await it.engine.executions.getEvents({ executionId })).events;
    expect(all.map((event) => event.type)).toEqual([
      'execution.dispatched',
      'step.awaiting-approval',
      'step.completed',
      'step.completed',
      'execution.completed',
    ]);
    const seen = [];
    let sinceSeq = 0;
    for (;;) {
      const page = await it.engine.executions.getEvents({ executionId, sinceSeq, pageSize: 2 });
      expect(page.executionId).toBe(executionId);
      seen.push(...page.events);
      expect(page.nextCursor).toBe(page.events.at(-1)?.seq);
      sinceSeq = page.nextCursor;
      if (!page.hasMore) break;
    }
    expect(seen).toEqual(all);
    const end = await it.engine.executions.getEvents({ executionId, sinceSeq });
    expect(end).toEqual({ executionId, events: [], nextCursor: sinceSeq, hasMore: false });
  });

  test('returns exactly the contracted fields', async () => {
    const it = await kit(1);
    const { events } = await it.engine.executions.getEvents({ executionId: it.ids[0]! });
    for (const event of events) {
      expect(Object.keys(event).toSorted()).toEqual([
        'correlationId',
        'data',
        'eventId',
        'executionId',
        'seq',
        'stepId',
        'timestamp',
        'type',
      ]);
    }
  });
});

describe('list', () => {
  test('returns executions without steps, newest first, filtered, page by page', async () => {
    const it = await kit(5);
    const first = await it.engine.executions.list({ pageSize: 2 });
    expect(first.items.map((execution) => execution.executionId)).toEqual(it.ids.slice(3).toReversed());
    expect(first.items[0]).not.toHaveProperty('steps');
    expect(first.hasMore).toBe(true);
    const second = await it.engine.executions.list({ pageSize: 3, cursor: first.nextCursor! });
    expect(second.items.map((execution) => execution.executionId)).toEqual(it.ids.slice(0, 3).toReversed());
    expect([second.hasMore, second.nextCursor]).toEqual([false, null]);
    await it.engine.executions.cancel({ executionId: it.ids[1]! });
    const cancelled = await it.engine.executions.list({ status: 'cancelled', definitionId: 'flow' });
    expect(cancelled.items.map((execution) => execution.executionId)).toEqual([it.ids[1]]);
  });

  test.each([
    ['definitions', 'list'],
    ['executions', 'list'],
    ['steps', 'listWaiting'],
  ] as const)('%s.%s refuses page sizes out of range', async (area, operation) => {
    const it = await kit(0);
    const list = (it.engine[area] as unknown as Record<string, (request: object) => Promise<unknown>>)[
      operation
    ]!;
    for (const pageSize of [0, 501, 1.5, '10']) {
      await expect(list.call(it.engine[area], { pageSize })).rejects.toMatchObject({
        status: 'INVALID_ARGUMENT',
      });
    }
  });

  test('a cursor from elsewhere is refused', async () => {
    const it = await kit(1);
    for (const list of [
      () => it.engine.executions.list({ cursor: 'x' }),
      () => it.engine.steps.listWaiting({ cursor: 'x' }),
    ]) {
      await expect(list()).rejects.toMatchObject({
        status: 'INVALID_ARGUMENT',
        details: { issues: [{ path: 'cursor' }] },
      });
    }
  });
});

describe('listWaiting', () => {
  test('is the inbox of a reviewer: steps that lack their decision, the longest waiting first', async () => {
    const it = await kit(2);
    const inbox = async (reviewerId?: string) =>
      (await it.engine.steps.listWaiting(reviewerId === undefined ? {} : { reviewerId })).items;
    expect((await inbox('ann')).map((item) => item.executionId)).toEqual(it.ids);
    await decide(it, it.ids[0]!, 'bob');
    expect((await inbox('bob')).map((item) => item.executionId)).toEqual([it.ids[1]]);
    const [item] = await inbox('ann');
    const step = (await it.engine.executions.get({ executionId: it.ids[0]! })).steps[0]!;
    expect(item).toEqual({
      executionId: it.ids[0],
      definitionId: 'flow',
      stepId: 'step_review',
      nodeId: 'review',
      nodeType: 'human',
      title: 'Flow',
      facts: [{ label: 'url', value: CONTEXT['url'] }],
      url: null,
      amount: null,
      substitutes: [],
      commentBody: 'Please review (review).',
      waitingForReviewers: ['ann'],
      dueAt: step.dueAt,
      waitingSince: step.startedAt,
      as: [{ userId: 'ann', kind: 'person', claimedBy: null }],
    });
    await decide(it, it.ids[0]!, 'ann');
    expect((await inbox()).map((waiting) => waiting.executionId)).toEqual([it.ids[1]]);
    expect(await inbox('stranger')).toEqual([]);
  });
});

test('what is given out cannot change what is kept', async () => {
  const it = await kit(1);
  const executionId = it.ids[0]!;
  await decide(it, executionId, 'ann');
  await it.drain();
  const before = JSON.stringify(await it.engine.executions.get({ executionId }));
  const view = (await it.engine.executions.get({ executionId })) as unknown as {
    status: string;
    triggerContext: Record<string, unknown>;
    steps: { output: { decisions: unknown[] }; status: string }[];
  };
  view.status = 'failed';
  view.steps[0]!.status = 'failed';
  expect(() => (view.triggerContext['url'] = 'x')).toThrow(TypeError);
  expect(() => view.steps[0]!.output.decisions.push(1)).toThrow(TypeError);
  const { events } = await it.engine.executions.getEvents({ executionId });
  expect(() => ((events[0] as { seq: number }).seq = 9)).toThrow(TypeError);
  expect(JSON.stringify(await it.engine.executions.get({ executionId }))).toBe(before);
});
