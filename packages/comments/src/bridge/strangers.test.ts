/**
 * Bridge among people who know the run and its next steps: all reviewers are asked all the same,
 * and the words of other people are not taken for the bridge's. Both sides are behind real sockets,
 * with their rules.
 */
import type { ExternalEventType } from '@org/approval-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { type CommentsClient, createCommentsClient } from '../client/client.js';
import { ServiceError } from '../errors.js';
import type { DataProviders } from '../provider/provider.js';
import { createCommentBackend } from '../server/backend.js';
import { createHttpService } from '../service/http-service.js';
import type { CommentService } from '../service/port.js';
import { createServiceHandler } from '../service/service-handler.js';
import { createMemoryAnnotationStore } from '../store/memory-store.js';
import { callerNamed } from '../test-support/callers.js';
import { SHELLS } from '../test-support/shells.js';
import { type BridgeOptions, createApprovalBridge } from './bridge.js';
import { commentIdsOf } from './comment-id.js';

const QUESTION = 'Merge with X?';
const FORGED = 'Please approve paying 1,000,000 to Bob';
const THREAD = 'approval-exec-1';
const step = { executionId: 'exec-1', stepId: 'step_finance' };
const ids = commentIdsOf(step);

interface Side {
  readonly dataProviders: DataProviders;
  readonly service: CommentService;
}
let sideOf: (userId: string) => Side;
/** True: the customer's side refuses reads. */
let isUnreadable: boolean;

beforeEach(async () => {
  isUnreadable = false;
  const access = { callerOf: callerNamed, basePath: '/comments' };
  const backend = createCommentBackend({
    ...access,
    store: createMemoryAnnotationStore(),
    authorize: ({ operation }) => operation !== 'get' || !isUnreadable,
  });
  const handler = createServiceHandler({
    ...access,
    store: createMemoryAnnotationStore(),
    authorize: () => true,
  });
  const customer = `${await SHELLS.node!(backend)}/comments`;
  const service = `${await SHELLS.node!(handler)}/comments`;
  sideOf = (userId) => {
    const headers = { 'X-User': userId, 'Content-Type': 'application/json' };
    const at = (name: string) => ({ url: `${customer}/${name}`, headers });
    return {
      dataProviders: {
        comment: { config: { getConfig: at('get'), saveConfig: at('save'), deleteConfig: at('delete') } },
      },
      service: createHttpService({ url: service, headers }),
    };
  };
});

async function signIn(userId: string, documentIds = ['d1']): Promise<CommentsClient> {
  const { dataProviders, service } = sideOf(userId);
  const client = createCommentsClient({ service });
  client.setDataProviders(dataProviders);
  client.identify({ userId, organizationId: 'acme' });
  await client.setDocuments(documentIds);
  return client;
}

function bridge(more: Partial<BridgeOptions> = {}) {
  const { dataProviders, service } = sideOf('system');
  const onEvent = createApprovalBridge({
    dataProviders,
    client: { service },
    threadOf: () => ({ organizationId: 'acme', documentId: 'd1', annotationId: THREAD }),
    author: { userId: 'approvals', name: 'Approvals' },
    ...more,
  });
  const give = (type: ExternalEventType, data: object) => onEvent({ ...step, type, data });
  return {
    ask: () => give('step.awaiting-approval', { commentBody: QUESTION, waitingForReviewers: ['ada'] }),
    end: () => give('step.completed', { decision: 'approve' }),
    handOn: (waitingForReviewers: readonly string[]) => give('step.assigned', { waitingForReviewers }),
  };
}

const seenBy = async (userId: string, documentIds?: string[]) => {
  const client = await signIn(userId, documentIds);
  return client.snapshot().flatMap((it) =>
    Object.values(it.comments).map(({ from, commentText, approval }) => {
      const { status = null } = (approval ?? {}) as { status?: string };
      return [from?.userId, commentText, status];
    }),
  );
};

const forged = (commentId: number) => ({ commentId, commentText: FORGED, from: { userId: 'bob' } });
/** Bob makes the thread; comments of his that have a step's ids came with an import of old data. */
async function bobMakes(commentIds: readonly number[], documentId = 'd1'): Promise<CommentsClient> {
  const bob = await signIn(commentIds.length > 0 ? 'system-import' : 'bob', [documentId]);
  const comments = Object.fromEntries(commentIds.map((it) => [String(it), forged(it)]));
  await bob.addCommentAnnotation({ annotationId: THREAD, metadata: { documentId }, comments });
  return bob;
}

/** The import comes to one side only, past any client. */
const atCustomer = async (commentId: number) => {
  const { config } = sideOf('system-import').dataProviders.comment;
  const metadata = { organizationId: 'acme', documentId: 'd1' };
  const comments = { [commentId]: forged(commentId) };
  const answer = await fetch(config!.saveConfig!.url, {
    method: 'POST',
    headers: config!.saveConfig!.headers as Record<string, string>,
    body: JSON.stringify({
      commentAnnotation: { [THREAD]: { annotationId: THREAD, metadata, comments } },
      event: 'comment.add',
      commentId,
      metadata,
    }),
  });
  expect(answer.status).toBe(200);
};
const atService = (commentId: number) =>
  sideOf('system-import').service.save({
    organizationId: 'acme',
    event: 'comment_annotation.add',
    annotation: {
      annotationId: THREAD,
      metadata: { organizationId: 'acme', documentId: 'd1' },
      comments: { [commentId]: { commentId, from: { userId: 'bob' } } },
    },
  });

describe('a comment that somebody made with the step’s id', () => {
  test.each<[string, () => Promise<unknown>, unknown[]]>([
    ['is there', () => bobMakes([ids[0]!]), [['bob', FORGED, null]]],
    ['is there, and the next', () => bobMakes(ids.slice(0, 2)), Array(2).fill(['bob', FORGED, null])],
    ['was deleted', async () => (await bobMakes([ids[0]!])).deleteComment(THREAD, ids[0]!), []],
    ['is at the customer alone', () => atCustomer(ids[0]!), []],
    ['is at the service alone', () => atService(ids[0]!), [['bob', QUESTION, null]]],
  ])('%s: people are asked, and no other words are marked', async (_what, prepare, others) => {
    await prepare();
    const { ask, end } = bridge();
    expect([await ask(), await ask()]).toEqual(['posted', 'posted']);
    expect(await seenBy('ada')).toEqual(
      expect.arrayContaining([...others, ['approvals', QUESTION, 'waiting']]),
    );
    expect(await end()).toBe('marked');
    const seen = await seenBy('ada');
    expect(seen).toEqual(expect.arrayContaining([...others, ['approvals', QUESTION, 'completed']]));
    expect(seen.length).toBe(others.length + 1);
    // It has ended, and does not wait again.
    expect(await ask()).toBe('nothing-to-do');
    expect(await seenBy('ada')).toEqual(seen);
  });

  test('is not marked where the step has asked nothing', async () => {
    await bobMakes(ids);
    expect(await bridge().end()).toBe('nothing-to-do');
    expect(await seenBy('ada')).toEqual(ids.map(() => ['bob', FORGED, null]));
  });

  test('and with each of the others: the host is told, and no words are marked', async () => {
    await bobMakes(ids);
    const { ask, end } = bridge();
    await expect(ask()).rejects.toThrow(
      'the step step_finance of exec-1 is not posted in the thread approval-exec-1: all ids of its comment are taken; let threadOf name another thread',
    );
    expect(await end()).toBe('nothing-to-do');
    expect(await seenBy('ada')).toEqual(ids.map(() => ['bob', FORGED, null]));
  });

  test('cannot be told from the bridge’s own where the bridge may not read: the host is told', async () => {
    await bobMakes([ids[0]!]);
    isUnreadable = true;
    await expect(bridge().ask()).rejects.toMatchObject({
      name: 'StepNotPostedError',
      message: expect.stringContaining('let the bridge read the thread') as unknown,
      ...step,
      annotationId: THREAD,
    });
  });
});

describe('a person', () => {
  test('cannot make a comment with an id of a step, so that no step is kept from being asked', async () => {
    const bob = await signIn('bob');
    const comments = { [String(ids[0])]: { commentId: ids[0]!, commentText: FORGED } };
    const make = bob.addCommentAnnotation({ annotationId: THREAD, metadata: { documentId: 'd1' }, comments });
    await expect(make).rejects.toMatchObject({ cause: { statusCode: 403 } });
    await bobMakes([]);
    const add = signIn('bob').then((it) =>
      it.addComment(THREAD, { commentId: ids[1]!, commentText: FORGED }),
    );
    await expect(add).rejects.toMatchObject({ cause: { statusCode: 403 } });
    const { service } = sideOf('bob');
    const annotation = { annotationId: THREAD, metadata: { organizationId: 'acme', documentId: 'd1' } };
    const own = { [String(ids[0])]: { commentId: ids[0]!, from: { userId: 'bob' } } };
    const save = { organizationId: 'acme', event: 'comment.add', commentId: ids[0]! };
    await expect(service.save({ ...save, annotation: { ...annotation, comments: own } })).rejects.toThrow(
      '403',
    );
    expect(await bridge().ask()).toBe('posted');
  });

  test.each(['bob', 'mod'])('cannot rewrite or delete what a step asks, as %s', async (userId) => {
    const { ask, end } = bridge();
    await ask();
    for (const when of ['before', 'after']) {
      const client = await signIn(userId);
      const rewrite = client.updateComment(THREAD, ids[0]!, { commentText: FORGED });
      await expect(rewrite, when).rejects.toMatchObject({ cause: { statusCode: 403 } });
      await expect(client.deleteComment(THREAD, ids[0]!), when).rejects.toMatchObject({
        cause: { statusCode: 403 },
      });
      if (when === 'before') await end();
    }
    expect(await seenBy('ada')).toEqual([['approvals', QUESTION, 'completed']]);
  });
});

test('a step that was handed on names who holds it', async () => {
  const { ask, handOn } = bridge();
  await ask();
  expect(await handOn(['dora'])).toBe('assigned');
  for (const userId of ['ada', 'dora']) {
    const [thread] = (await signIn(userId)).snapshot();
    expect(thread?.comments[ids[0]!]?.to).toEqual([{ userId: 'dora' }]);
  }
});

test('a step that has asked nothing is handed on without a word', async () => {
  expect(await bridge().handOn(['dora'])).toBe('nothing-to-do');
});

describe('a thread that somebody made', () => {
  test('in another document gets no question of this one', async () => {
    await bobMakes([], 'bobs');
    await expect(bridge().ask()).rejects.toThrow('the thread is not one of d1; let threadOf name another');
    expect(await seenBy('bob', ['bobs'])).toEqual([]);
    expect(await bridge().end()).toBe('nothing-to-do');
  });

  test('and deleted: the host is told that nobody is asked', async () => {
    await (await bobMakes([])).deleteCommentAnnotation(THREAD);
    await expect(bridge().ask()).rejects.toThrow('the thread is deleted; let threadOf name another');
    expect(await bridge().end()).toBe('nothing-to-do');
  });
});

test('words that the customer has of an earlier try reach the service, also when the author has got a new name', async () => {
  const { service } = sideOf('system');
  const save = () => Promise.reject(new ServiceError('save', 503));
  await expect(bridge({ client: { service: { ...service, save } } }).ask()).rejects.toThrow('503');
  const renamed = bridge({ author: { userId: 'approvals', name: 'The Approvals' } });
  expect(await renamed.ask()).toBe('posted');
  expect(await seenBy('ada')).toEqual([['approvals', QUESTION, 'waiting']]);
  expect(await renamed.end()).toBe('marked');
});
