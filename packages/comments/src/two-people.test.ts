/**
 * Two people, one thread, and everything that can go wrong between them and both sides: views that are old, requests
 * that are lost, answers that are lost, requests that arrive long after they were given up. What is asked is not that
 * both end with the same, but that every word that was acknowledged is there unless somebody who had seen it took it
 * away, and that nothing that was taken away is back.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type CommentsClient, createCommentsClient } from './client/client.js';
import { newCommentId } from './client/ids.js';
import { ConflictError, ServiceError } from './errors.js';
import { createCommentBackend } from './server/backend.js';
import { createHttpService } from './service/http-service.js';
import { createServiceHandler } from './service/service-handler.js';
import { createMemoryAnnotationStore } from './store/memory-store.js';
import { type StoredThread } from './store/rows.js';
import { callerNamed } from './test-support/callers.js';

const { COMMENT_HISTORIES = '100', FAST_CHECK_SEED, FAST_CHECK_PATH } = process.env;
/** How many histories are tried; a failure prints the seed and the path with which it is played again. */
const RUNS = {
  numRuns: Number(COMMENT_HISTORIES),
  ...(FAST_CHECK_SEED !== undefined && { seed: Number(FAST_CHECK_SEED) }),
  ...(FAST_CHECK_PATH !== undefined && { path: FAST_CHECK_PATH, endOnFailure: true }),
};
const PEOPLE = ['ada', 'bob'] as const;

/** What becomes of a request. */
type Fate = 'well' | 'request lost' | 'answer lost' | 'late';

/** Both sides behind a network that does to requests what it is told. */
function world() {
  const [content, structure] = [createMemoryAnnotationStore(), createMemoryAnnotationStore()];
  const access = { callerOf: callerNamed, authorize: () => true };
  const customer = createCommentBackend({ ...access, store: content, basePath: '/customer' });
  const service = createServiceHandler({ ...access, store: structure, basePath: '/service' });
  const fates: Fate[] = [];
  const readFates: Fate[] = [];
  const late: (() => Promise<unknown>)[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const path = new Request(input).url.replace('http://x', '');
    const send = async () => {
      const bytes = new Uint8Array(await new Response(init?.body ?? null).arrayBuffer());
      const about = { method: 'POST', path, query: '', remoteAddress: null };
      const request = {
        ...about,
        headers: Object.fromEntries(new Headers(init?.headers)),
        body: { kind: 'bytes', bytes },
      } as const;
      const { status, body } = await (path.startsWith('/customer') ? customer : service)(request);
      return new Response(body, { status });
    };
    const fate = (/(save|delete)$/.test(path) ? fates : readFates).shift() ?? 'well';
    if (fate === 'well') return send();
    if (fate === 'answer lost') await send();
    // The sender gives up; the request is still on its way.
    if (fate === 'late') late.push(send);
    throw new TypeError('network');
  };
  const signIn = async (userId: string, revertOnFailure: boolean): Promise<CommentsClient> => {
    const headers = { 'x-user': userId };
    const client = createCommentsClient({
      service: createHttpService({ url: 'http://x/service', fetch, headers }),
      fetch,
      additionalEvents: ['status.changed'],
    });
    const at = (name: string) => ({ url: `http://x/customer/${name}`, headers });
    const saveRetryConfig = { retryCount: 1, revertOnFailure };
    client.setDataProviders({
      comment: {
        config: { getConfig: at('get'), saveConfig: at('save'), deleteConfig: at('delete'), saveRetryConfig },
      },
    });
    client.identify({ userId, organizationId: 'acme' });
    await client.setDocuments(['contract']);
    return client;
  };
  return { content, structure, fates, readFates, late, signIn };
}

type World = ReturnType<typeof world>;

/** One attempt to give a field of a comment, or of the thread, a value; null takes it away for good. */
interface Attempt {
  readonly who: number;
  readonly field: string;
  /** What its writer was shown when they wrote it; null: nothing. */
  readonly seen: string | null;
  readonly value: string | null;
  isAcknowledged: boolean;
}

type What = 'add' | 'edit' | 'delete' | 'note' | 'status' | 'read' | 'late' | 'retry' | 'drop';

const stepOf = fc.record({
  who: fc.nat(1),
  what: fc.constantFrom<What>('add', 'edit', 'delete', 'note', 'status', 'read', 'late', 'retry', 'drop'),
  which: fc.nat(5),
  fates: fc.array(fc.constantFrom<Fate>('well', 'well', 'request lost', 'answer lost', 'late'), {
    maxLength: 3,
  }),
  /** Of the reads, which go out before writes too. */
  readFates: fc.array(fc.constantFrom<Fate>('well', 'request lost', 'answer lost'), { maxLength: 2 }),
  /** Whether the next step waits for this one. */
  isAwaited: fc.boolean(),
});
type Step = typeof stepOf extends fc.Arbitrary<infer Of> ? Of : never;

interface Failure {
  readonly error: unknown;
  readonly attempt: Attempt;
}

class History {
  readonly attempts: Attempt[] = [];
  readonly #world: World;
  readonly #clients: readonly CommentsClient[];
  readonly #failed: [Failure | undefined, Failure | undefined] = [undefined, undefined];
  readonly #running: Promise<unknown>[] = [];
  #words = 0;

  constructor(of: World, clients: readonly CommentsClient[]) {
    this.#world = of;
    this.#clients = clients;
  }

  async step({ who, what, which, fates, readFates, isAwaited }: Step): Promise<void> {
    const client = this.#clients[who] as CommentsClient;
    this.#world.fates.splice(0, Infinity, ...fates);
    this.#world.readFates.splice(0, Infinity, ...readFates);
    const done = this.#perform(client, who as 0 | 1, what, which);
    this.#running.push(done);
    if (isAwaited) await done;
  }

  /** The network comes to rest, and what was still on its way arrives. */
  async end(): Promise<void> {
    this.#world.fates.length = 0;
    this.#world.readFates.length = 0;
    await Promise.all(this.#running);
    for (const send of this.#world.late.splice(0)) await send();
  }

  async #perform(client: CommentsClient, who: 0 | 1, what: Step['what'], which: number): Promise<void> {
    const thread = client.snapshot().find((it) => it.annotationId === 't1');
    const own = Object.values(thread?.comments ?? {}).filter((it) => it.from?.userId === PEOPLE[who]);
    const target = own[which % Math.max(own.length, 1)];
    const word = `word ${(this.#words += 1)}`;
    const textOf = target?.commentText ?? null;
    switch (what) {
      case 'read':
        return unlessLost(client.getCommentAnnotations({ refresh: which % 2 === 0 }));
      case 'late':
        await this.#world.late.shift()?.();
        return undefined;
      case 'retry':
        return this.#retry(client, who);
      case 'add': {
        const commentId = newCommentId();
        const add = () => client.addComment('t1', { commentId, commentText: word });
        return this.#attempt(who, `${commentId}`, null, word, add);
      }
      case 'note':
      case 'status': {
        const name = what === 'note' ? 'note' : 'status';
        const seen = (thread?.[name] as string | undefined) ?? null;
        const value = `word${this.#words}`;
        const change = () => client.updateCommentAnnotation('t1', { [name]: value }, 'status.changed');
        return this.#attempt(who, name, seen, value, change);
      }
      case 'edit': {
        if (target === undefined) return undefined;
        const { commentId } = target;
        const edit = () => client.updateComment('t1', commentId, { commentText: word });
        return this.#attempt(who, `${commentId}`, textOf, word, edit);
      }
      case 'delete': {
        if (target === undefined) return undefined;
        const { commentId } = target;
        return this.#attempt(who, `${commentId}`, textOf, null, () => client.deleteComment('t1', commentId));
      }
      case 'drop':
        // The other tab of the same person, which has seen nothing since: it only reads.
        return unlessLost(client.getNotifications());
    }
  }

  async #attempt(
    who: 0 | 1,
    field: string,
    seen: string | null,
    value: string | null,
    write: () => Promise<unknown>,
  ): Promise<void> {
    const attempt: Attempt = { who, field, seen, value, isAcknowledged: false };
    this.attempts.push(attempt);
    try {
      await write();
      attempt.isAcknowledged = true;
    } catch (error) {
      this.#failed[who] = { error, attempt };
    }
  }

  /** The same write again; after a conflict its writer has seen what the error showed. */
  async #retry(client: CommentsClient, who: 0 | 1): Promise<void> {
    const failed = this.#failed[who];
    if (failed === undefined) return;
    const { error, attempt } = failed;
    const current = error instanceof ConflictError ? (error.current ?? {}) : null;
    const shown = current?.[/^\d/.test(attempt.field) ? 'commentText' : attempt.field];
    const seen = current === null ? attempt.seen : ((shown as string | undefined) ?? null);
    const again = { ...attempt, seen };
    this.attempts.push(again);
    try {
      await client.retry(error);
      again.isAcknowledged = true;
    } catch (next) {
      this.#failed[who] = { error: next, attempt: again };
    }
  }
}

/** A read whose request or answer was lost shows nothing new. */
async function unlessLost(reading: Promise<unknown>): Promise<void> {
  await reading.catch((error: unknown) => {
    if (!(error instanceof ServiceError)) throw error;
  });
}

/** What a side has under the name of an attempt's field; null: it is not there. */
function valueOf(thread: StoredThread, field: string): string | null {
  if (field === 'note' || field === 'status')
    return (thread.thread.record[field] as string | undefined) ?? null;
  const row = thread.comments[field];
  return row === undefined || row.isDeleted === true ? null : (row.record.commentText as string);
}

/** Everything that was seen on the way to the value that is there now: people know what they wrote themselves before. */
function wayTo(value: string | null, field: string, attempts: readonly Attempt[]): Set<string | null> {
  const way = new Set<string | null>([value]);
  const ofField = attempts.filter((it) => it.field === field);
  for (const step of way) {
    for (const [index, it] of ofField.entries()) {
      if (it.value !== step) continue;
      if (it.seen !== null) way.add(it.seen);
      for (const earlier of ofField.slice(0, index)) if (earlier.who === it.who) way.add(earlier.value);
    }
  }
  return way;
}

function check(thread: StoredThread, fields: readonly string[], attempts: readonly Attempt[]): void {
  for (const field of fields) {
    const value = valueOf(thread, field);
    const way = wayTo(value, field, attempts);
    for (const it of attempts.filter((one) => one.field === field && one.isAcknowledged)) {
      const isThere = way.has(it.value);
      // An acknowledged word is what is there, or was seen by who replaced it; an acknowledged delete is for good.
      expect({ ...it, isThere, value }).toEqual({ ...it, isThere: true, value });
      if (it.value === null) expect({ field, value }).toEqual({ field, value: null });
    }
  }
}

const step = (who: 0 | 1, what: What, isAwaited = false): Step => {
  return { who, what, which: 0, fates: [], readFates: [], isAwaited };
};

/** Histories in which a word was lost once. */
const LOST_ONCE: [Step[], boolean][] = [
  [
    [
      ...[step(1, 'status'), step(0, 'add', true), step(0, 'add'), step(0, 'status')],
      // What Bob set is read, and not shown: her own lies over it.
      ...[step(0, 'read', true), step(0, 'status'), step(0, 'add')],
    ],
    true,
  ],
  // What is typed after "try again" comes after it, on the way too.
  [
    [
      { ...step(1, 'status', true), fates: ['request lost', 'answer lost'] },
      ...[step(1, 'retry'), step(0, 'add'), step(1, 'status')],
    ],
    false,
  ],
  // What failed and is shown does not go over what a conflict tells of, on the back of another write.
  [
    [
      ...[step(0, 'note'), step(1, 'note'), { ...step(0, 'status'), fates: ['late'] as Fate[] }],
      ...[step(0, 'add'), { ...step(0, 'add', true), fates: ['answer lost'] as Fate[] }, step(0, 'status')],
    ],
    false,
  ],
];

test(
  'two people in one thread: every acknowledged word is there, and nothing that was erased is back',
  { timeout: 600_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(stepOf, { minLength: 2, maxLength: 20 }),
        fc.boolean(),
        async (steps, reverts) => {
          const its = world();
          const clients = [await its.signIn('ada', reverts), await its.signIn('bob', reverts)] as const;
          const first = { 1: { commentId: 1, commentText: 'first' } };
          await clients[0].addCommentAnnotation({
            ...{ annotationId: 't1', metadata: { documentId: 'contract' }, comments: first },
          });
          await clients[1].getCommentAnnotations();
          const history = new History(its, clients);
          for (const step of steps) await history.step(step);
          await history.end();

          const { attempts } = history;
          const { threads: kept } = await its.content.find({ organizationId: 'acme' });
          const { threads: known } = await its.structure.find({ organizationId: 'acme' });
          const comments = [...new Set(attempts.map((it) => it.field))].filter((it) => /^\d+$/.test(it));
          check(kept[0] as StoredThread, [...comments, 'note'], attempts);
          check(known[0] as StoredThread, ['status'], attempts);
          // The service shows what was acknowledged, and tells of nothing that was taken away.
          for (const { field, value, isAcknowledged } of attempts.filter((it) =>
            comments.includes(it.field),
          )) {
            const row = known[0]?.comments[field];
            if (isAcknowledged && value === null)
              expect([field, row?.isDeleted ?? true]).toEqual([field, true]);
          }
          // And both people see the same, once they look.
          for (const client of clients) await client.getCommentAnnotations({ refresh: true });
          if (reverts) expect(clients[0].snapshot()).toEqual(clients[1].snapshot());
          expect(JSON.stringify(known)).not.toContain('word ');
        },
      ),
      { ...RUNS, examples: LOST_ONCE },
    );
  },
);
