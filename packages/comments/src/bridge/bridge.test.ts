/** A real engine, whose steps are talked about in a thread. */
import { VirtualClock } from '@org/approval-testkit';
import { createApprovalEngine, createMemoryStore } from '@org/approval-core';
import fc from 'fast-check';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import type { CommentDataProvider } from '../provider/provider.js';
import type { PartialCommentAnnotation } from '../record.js';
import { createLocalService } from '../service/local-service.js';
import { createMemoryAnnotationStore } from '../store/memory-store.js';
import { comment, thread } from '../test-support/records.js';
import { createCommentsClient } from '../client/client.js';
import { type ApprovalEvent, type BridgeOptions, createApprovalBridge } from './bridge.js';
import { commentIdsOf } from './comment-id.js';
import { type NumberedEvent, createBridgeRunner } from './runner.js';

let kept: Map<string, PartialCommentAnnotation>;
let structure: ReturnType<typeof createMemoryAnnotationStore>;
let isDown: boolean;
const ok = { success: true, statusCode: 200 };
const provider: CommentDataProvider = {
  get: async () => ({ ...ok, data: Object.fromEntries(kept) }),
  save: async ({ commentAnnotation }) => {
    if (isDown) return { success: false, statusCode: 500 };
    for (const [id, annotation] of Object.entries(commentAnnotation)) {
      const before = kept.get(id);
      kept.set(id, { ...before, ...annotation, comments: { ...before?.comments, ...annotation.comments } });
    }
    return ok;
  },
  delete: async () => ok,
};
const where = { organizationId: 'acme', documentId: 'contract', annotationId: 't1' };

beforeEach(() => {
  kept = new Map();
  structure = createMemoryAnnotationStore();
  isDown = false;
});

const bridge = (options: Partial<BridgeOptions> = {}) =>
  createApprovalBridge({
    dataProviders: { comment: provider },
    client: { service: createLocalService(structure) },
    threadOf: () => where,
    author: { userId: 'approvals', name: 'Approvals' },
    ...options,
  });

/** The events of a run that Maria, or who is named, has approved. */
async function approvedRun(commentBody?: string, reviewerId = 'maria'): Promise<readonly ApprovalEvent[]> {
  const engine = createApprovalEngine({ store: createMemoryStore() });
  onTestFinished(() => engine.stop());
  const reviewers = [{ userId: reviewerId, mandatory: true }];
  const agent = (nodeId: string) =>
    ({ nodeId, type: 'agent', config: { agentId: '__mock__', urlPath: 'url' } }) as const;
  await engine.definitions.create({
    definitionId: 'invoice',
    name: 'Invoice',
    nodes: [
      {
        nodeId: 'ask',
        type: 'human',
        config: {
          reviewers,
          onReject: { routeToNodeId: 'back' },
          ...(commentBody !== undefined && { commentBody }),
        },
      },
      agent('pay'),
      agent('back'),
    ],
    edges: [{ from: 'ask', to: 'pay' }],
  });
  const { executionId } = await engine.executions.dispatch({
    definitionId: 'invoice',
    triggerContext: { url: 'https://x.example' },
  });
  await engine.steps.recordReviewerDecision({
    executionId,
    stepId: 'step_ask',
    reviewerId,
    decision: 'approve',
  });
  await engine.idle();
  return (await engine.executions.getEvents({ executionId, sinceSeq: 0 })).events;
}

const commentsKept = () => Object.values(kept.get('t1')?.comments ?? {});
const marks = async () => {
  const { threads } = await structure.find({ organizationId: 'acme' });
  return Object.values(threads[0]?.comments ?? {}).map((it) => it.record.approval);
};

test('what a step asks is posted once, to whom it asks, and marked when the step ends', async () => {
  const events = await approvedRun('Is this ours to pay?');
  const onEvent = bridge();
  const outcomes = [];
  for (const event of events) outcomes.push([event.type, event.stepId, await onEvent(event)]);
  expect(outcomes.filter(([, , outcome]) => outcome !== 'nothing-to-do')).toEqual([
    ['step.awaiting-approval', 'step_ask', 'posted'],
    ['step.completed', 'step_ask', 'marked'],
  ]);
  expect(commentsKept()).toMatchObject([
    {
      commentText: 'Is this ours to pay?',
      from: { userId: 'approvals', name: 'Approvals' },
      to: [{ userId: 'maria' }],
    },
  ]);
  const { executionId } = events[0]!;
  expect(await marks()).toEqual([
    { executionId, stepId: 'step_ask', status: 'completed', decision: 'approve' },
  ]);
  expect(JSON.stringify(await structure.find({ organizationId: 'acme' }))).not.toContain('ours to pay');
});

test('the service knows whom a step asks, however long their ids are', async () => {
  const userId = '𝒙'.repeat(256);
  const events = await approvedRun('Is this ours to pay?', userId);
  const onEvent = bridge({ author: { userId: '𝒚'.repeat(256) } });
  for (const event of events) await onEvent(event);
  const { threads } = await structure.find({ organizationId: 'acme' });
  expect(Object.values(threads[0]?.comments ?? {}).map((it) => it.record)).toMatchObject([
    { from: { userId: '𝒚'.repeat(256) }, to: [{ userId }] },
  ]);
});

test('events that come again, also late and from other processes, change nothing', async () => {
  const events = await approvedRun('Is this ours to pay?');
  for (const event of events) await bridge()(event);
  const saved = structuredClone([...kept]);
  for (const event of events) await bridge()(event);
  const waiting = events.find((it) => it.type === 'step.awaiting-approval')!;
  // It has ended: it does not wait again.
  expect(await bridge()(waiting)).toBe('nothing-to-do');
  expect([...kept]).toEqual(saved);
  expect(commentsKept().length).toBe(1);
  expect(await marks()).toMatchObject([{ status: 'completed' }]);
});

test('an event reads nothing, however many threads the document has', async () => {
  const service = createLocalService(structure);
  const list = () => Promise.reject(new Error('was read'));
  const get = list;
  const onEvent = bridge({
    client: { service: { ...service, list } },
    dataProviders: { comment: { ...provider, get } },
  });
  for (const event of await approvedRun('Is this ours to pay?')) await onEvent(event);
  expect(await marks()).toMatchObject([{ status: 'completed' }]);
});

test('a runner gives every event in order, again after a failure, from where the last process stopped', async () => {
  const events = (await approvedRun('Is this ours to pay?')) as readonly NumberedEvent[];
  const { executionId } = events[0]!;
  const clock = new VirtualClock();
  let cursor = 0;
  const given: number[] = [];
  let isAway = true;
  const runner = (inner = bridge()) =>
    createBridgeRunner({
      onEvent: async (event) => {
        given.push((event as NumberedEvent).seq);
        await inner(event);
      },
      read: async (_id, since) => events.filter((it) => it.seq > since).slice(0, 2),
      cursors: { load: async () => cursor, save: async (_id, seq) => void (cursor = seq) },
      onError: () => {
        isAway = false;
        isDown = false;
        queueMicrotask(() => void clock.advance(1_000));
      },
      clock,
    });
  isDown = true;
  const first = runner();
  first.wake(executionId);
  first.wake(executionId);
  await first.idle();
  expect(isAway).toBe(false);
  const failing = events.find((it) => it.type === 'step.awaiting-approval')!.seq;
  // Each once, in their order, and the one that failed again before any later one.
  expect(given).toEqual(events.flatMap((it) => (it.seq === failing ? [it.seq, it.seq] : [it.seq])));
  expect(await marks()).toMatchObject([{ status: 'completed' }]);
  given.length = 0;
  const second = runner();
  second.wake(executionId);
  await second.idle();
  expect(given).toEqual([]);
  await second.stop();
});

test('what people write in the thread stays', async () => {
  const events = await approvedRun('Is this ours to pay?');
  const client = createCommentsClient({ service: createLocalService(structure) });
  client.setDataProviders({ comment: provider });
  client.identify({ userId: 'ada', organizationId: 'acme' });
  await client.setDocuments(['contract']);
  await client.addCommentAnnotation(thread('t1', [comment(1)]));
  for (const event of events) await bridge()(event);
  expect(
    commentsKept()
      .map((it) => it.commentText)
      .sort(),
  ).toEqual(['Is this ours to pay?', comment(1).commentText]);
});

test('a step that asks nothing, and a run that belongs to no thread, post nothing', async () => {
  for (const event of await approvedRun()) expect(await bridge()(event)).toBe('nothing-to-do');
  const nowhere = bridge({ threadOf: () => null });
  for (const event of await approvedRun('Hello?')) expect(await nowhere(event)).toBe('nothing-to-do');
  const unknown = bridge({ threadOf: (() => undefined) as never });
  for (const event of await approvedRun('Hello?')) expect(await unknown(event)).toBe('nothing-to-do');
  const half = bridge({ threadOf: () => ({ organizationId: 'acme', documentId: 'contract' }) as never });
  const asking = (await approvedRun('Hello?')).find((it) => it.type === 'step.awaiting-approval')!;
  await expect(half(asking)).rejects.toThrow(/^threadOf must give the texts organizationId, documentId and/);
  expect(kept.size).toBe(0);
});

test('a customer’s side that is down rejects; the event given again posts it', async () => {
  const event = (await approvedRun('Hello?')).find((it) => it.type === 'step.awaiting-approval')!;
  isDown = true;
  await expect(bridge()(event)).rejects.toMatchObject({ name: 'ResolverError', operation: 'save' });
  isDown = false;
  expect(await bridge()(event)).toBe('posted');
});

test('ids are whole numbers that JSON keeps, the same for the same step and others for others', () => {
  const name = fc.string({ minLength: 1 });
  fc.assert(
    fc.property(name, name, (executionId, stepId) => {
      const ids = commentIdsOf({ executionId, stepId });
      expect(ids.every((id) => Number.isSafeInteger(id) && id >= 0)).toBe(true);
      expect(commentIdsOf({ executionId, stepId })).toEqual(ids);
    }),
  );
  const steps = Array.from({ length: 20_000 }, (_, index) => ({
    executionId: 'exec',
    stepId: `step_${index}`,
  }));
  const ids = steps.flatMap(commentIdsOf);
  expect(new Set(ids).size).toBe(ids.length);
});
