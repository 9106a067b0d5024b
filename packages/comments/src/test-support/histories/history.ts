/**
 * Three people and a moderator in five tabs: what they do, and what the pages show and report.
 */
import { VirtualClock } from '@org/approval-testkit';
import fc from 'fast-check';
import type { CommentsClient } from '../../client/client.js';
import { newCommentId } from '../../client/ids.js';
import { CommentNotFoundError, ConflictError, ResolverError } from '../../errors.js';
import type { CommentAnnotation, Fields } from '../../record.js';
import { type Attempt, isComment } from './judge.js';
import type { Fate, Network } from './network.js';

/** Ada has two tabs. A moderator changes and deletes what others wrote. */
export const TABS = ['ada', 'ada', 'bob', 'carol', 'mod'] as const;
const MODERATOR = TABS.indexOf('mod');
const HOUR = 3_600_000;
/** Difference of each tab's clock from the true time, in ms. */
const SKEWS = [0, HOUR, -2 * HOUR, 2 * HOUR, -HOUR] as const;
const THREADS = ['t1', 't2'] as const;

/** Relative frequency of each kind of step. */
const WHATS = {
  ...{ make: 4, add: 8, edit: 8, delete: 3, note: 4, status: 4, 'delete thread': 1 },
  ...{ read: 8, refresh: 2, late: 4, retry: 6, discard: 2, reload: 1, sleep: 1, reconcile: 1 },
};
type What = keyof typeof WHATS;
const whatOf = fc.oneof(
  ...Object.entries(WHATS).map(([what, weight]) => ({ weight, arbitrary: fc.constant(what as What) })),
);

const FATES: readonly Fate[] = [
  ...(['request lost', 'answer lost', 'late', 'doubled', 'slow request', 'slow answer'] as const),
];
/** Most of the time nothing happens to a request. */
const fatesOf = fc.oneof(
  { weight: 2, arbitrary: fc.constant<Fate[]>([]) },
  { weight: 1, arbitrary: fc.array(fc.constantFrom<Fate>('well', ...FATES), { maxLength: 4 }) },
);

export const stepOf = fc.record({
  tab: fc.nat(TABS.length - 1),
  what: whatOf,
  thread: fc.constantFrom(...THREADS),
  which: fc.nat(5),
  fates: fatesOf,
  /** Fates of the reads, which go out before writes too. */
  readFates: fatesOf,
  /** True when the page has looked for news just before. */
  hasLooked: fc.boolean(),
  /** True when the next step waits for this one. */
  isAwaited: fc.oneof(
    { weight: 3, arbitrary: fc.constant(true) },
    { weight: 2, arbitrary: fc.constant(false) },
  ),
});
export type Step = typeof stepOf extends fc.Arbitrary<infer Of> ? Of : never;

const START = Date.UTC(2026, 0, 1);
const SECOND = 1_000;

interface Failure {
  readonly error: unknown;
  /** The thread that was to be deleted; null: it is another write. */
  readonly thread: string | null;
  readonly attempts: readonly Attempt[];
}

/** Operation under way, until it is over. */
interface Under {
  isOver: boolean;
}

interface Tab {
  client: CommentsClient;
  /** Clock of the tab's machine; requests time out by it. */
  readonly clock: VirtualClock;
  readonly userId: string;
  /** Another one after a reload, which forgets what was written. */
  index: number;
  failures: Failure[];
}

export class History {
  readonly attempts: Attempt[] = [];
  readonly #network: Network;
  readonly #reverts: boolean;
  readonly tabs: Tab[] = [];
  readonly #running: Promise<unknown>[] = [];
  #isOver = false;
  #words = 0;
  #made = 0;

  constructor(network: Network, reverts: boolean) {
    this.#network = network;
    this.#reverts = reverts;
  }

  async begin(): Promise<void> {
    for (const [index, userId] of TABS.entries()) {
      const clock = new VirtualClock(START + (SKEWS[index] ?? 0));
      const client = await this.#network.signIn(userId, this.#reverts, clock);
      this.tabs.push({ userId, index, clock, failures: [], client });
    }
  }

  async step(step: Step): Promise<void> {
    for (const { clock } of this.tabs) clock.jump(SECOND);
    const state: Under = { isOver: false };
    const done = this.#perform(step).finally(() => {
      state.isOver = true;
    });
    this.#running.push(done);
    // A slow one keeps no one waiting for ever: the next step comes meanwhile.
    for (let turn = 0; step.isAwaited && !state.isOver && turn < 40; turn += 1) await nextTurn();
  }

  /**
   * The network comes to rest, and what was still on its way arrives; some of it after everybody
   * has looked again.
   */
  async end(): Promise<void> {
    const { fates, late } = this.#network;
    this.#isOver = true;
    fates.writes.length = 0;
    fates.reads.length = 0;
    const last = late.splice(Math.ceil(late.length / 2));
    const state: Under = { isOver: false };
    const all = Promise.all(this.#running).finally(() => {
      state.isOver = true;
    });
    while (!state.isOver) {
      await late.shift()?.();
      if (late.length === 0) late.push(...last.splice(0));
      await nextTurn();
    }
    await all;
    for (const { client } of this.tabs) await client.getCommentAnnotations();
    for (const send of [...late.splice(0), ...last]) await send();
    this.#giveUp();
  }

  /** Gives up an add that was reported as failed at the customer's side and never tried again. */
  #giveUp(): void {
    if (!this.#reverts) return;
    for (const { failures } of this.tabs)
      for (const { error, attempts } of failures)
        if (error instanceof ResolverError && error.operation === 'save')
          for (const it of attempts) it.isGivenUp = true;
  }

  async #perform({ tab: index, what, thread: id, which, hasLooked, fates, readFates }: Step): Promise<void> {
    // Only the moderator, in the last tab, deletes threads.
    const tab = this.tabs[what === 'delete thread' ? MODERATOR : index] as Tab;
    const { client } = tab;
    if (hasLooked) await quiet(client.getCommentAnnotations());
    if (!this.#isOver) this.#network.fates.writes.splice(0, Infinity, ...fates);
    if (!this.#isOver) this.#network.fates.reads.splice(0, Infinity, ...readFates);
    switch (what) {
      case 'read':
      case 'refresh':
        return quiet(client.getCommentAnnotations({ refresh: what === 'refresh' }));
      case 'late':
        return quiet(this.#network.late.splice(which % Math.max(1, this.#network.late.length), 1)[0]?.());
      case 'retry':
        return this.#retry(tab, which);
      case 'discard':
        return this.#discard(tab, which);
      case 'reload':
        return this.#reload(tab);
      case 'sleep':
        // The machine sleeps for an hour. When it wakes, everything under way has timed out, and
        // may still arrive.
        return tab.clock.advance(HOUR);
      case 'reconcile':
        return this.#reconcile();
      default:
        return this.#write(tab, { what, id, which });
    }
  }

  async #write(tab: Tab, { what, id, which }: { what: What; id: string; which: number }): Promise<void> {
    const { client, userId } = tab;
    const thread = client.snapshot().find((it) => it.annotationId === id);
    const word = `word${(this.#words += 1)}`;
    // A person who is shown no thread begins one; often another person does the same at once.
    if (what === 'make' || (thread === undefined && what !== 'delete thread' && which % 3 > 0))
      return this.#make(tab, id, word, which % 2 === 0);
    if (what === 'note' || what === 'status') {
      const change = () => client.updateCommentAnnotation(id, { [what]: word }, 'status.changed');
      return this.#attempt(tab, [[`${id}/${what}`, textIn(thread, what), word]], change);
    }
    if (what === 'delete thread') {
      if (thread === undefined) return undefined;
      const deletes = this.#deletes(tab, id);
      this.attempts.push(...deletes);
      return this.#told(tab, deletes, id, () => client.deleteCommentAnnotation(id));
    }
    if (what === 'add') {
      const commentId = newCommentId();
      const add = () => client.addComment(id, { commentId, commentText: word });
      return this.#attempt(tab, [[`${id}/${commentId}`, null, word]], add);
    }
    const own = Object.values(thread?.comments ?? {}).filter(
      (it) => userId === 'mod' || it.from?.userId === userId,
    );
    const target = own[which % Math.max(own.length, 1)];
    if (target === undefined) return undefined;
    const { commentId } = target;
    const field = `${id}/${commentId}`;
    const seen = textIn(thread, String(commentId));
    if (what === 'delete')
      return this.#attempt(tab, [[field, seen, null]], () => client.deleteComment(id, commentId));
    const edit = () => client.updateComment(id, commentId, { commentText: word });
    return this.#attempt(tab, [[field, seen, word]], edit);
  }

  async #make(tab: Tab, id: string, word: string, withNote: boolean): Promise<void> {
    const commentId = newCommentId();
    const note = withNote ? { note: `${word}note` } : {};
    const comments = { [commentId]: { commentId, commentText: word } };
    const make = () =>
      tab.client.addCommentAnnotation({
        ...{ annotationId: id, metadata: { documentId: 'contract' }, comments },
        ...note,
      });
    const fields: [string, string | null, string | null][] = [[`${id}/${commentId}`, null, word]];
    if (withNote) fields.push([`${id}/note`, null, `${word}note`]);
    return this.#attempt(tab, fields, make);
  }

  async #attempt(
    tab: Tab,
    fields: readonly (readonly [string, string | null, string | null])[],
    write: () => Promise<unknown>,
  ): Promise<void> {
    const attempts = fields.map(([field, seen, value]): Attempt => {
      return { ...this.#about(tab), field, seen, value };
    });
    this.attempts.push(...attempts);
    await this.#told(tab, attempts, null, write);
  }

  #about({ userId, index }: Tab) {
    const order = (this.#made += 1);
    return {
      ...{ who: userId, tab: index, order },
      ...{ isRepeat: false, isAcknowledged: false, isRefused: false, isGivenUp: false },
    };
  }

  /** Deletes a thread, and with it every field and comment that the tab shows of it. */
  #deletes(tab: Tab, id: string): Attempt[] {
    const thread = tab.client.snapshot().find((it) => it.annotationId === id);
    const fields = ['note', 'status', ...Object.keys(thread?.comments ?? {})];
    const seen = fields.map((it) => [`${id}/${it}`, textIn(thread, it)] as const);
    const about = this.#about(tab);
    return seen.map(([field, it]) => ({ ...about, value: null, field, seen: it }));
  }

  async #told(
    tab: Tab,
    attempts: readonly Attempt[],
    thread: string | null,
    write: () => Promise<unknown>,
  ): Promise<void> {
    const { failures } = tab;
    try {
      await write();
      for (const it of attempts) it.isAcknowledged = true;
    } catch (error) {
      for (const it of attempts) it.isRefused = isRefusal(error);
      failures.push({ error, attempts, thread });
    }
  }

  /** The same write again; after a conflict its writer has seen what the error showed. */
  async #retry(tab: Tab, which: number): Promise<void> {
    const [failure] = tab.failures.splice(which % Math.max(1, tab.failures.length), 1);
    if (failure === undefined) return;
    const { error } = failure;
    const repeated = { ...this.#about(tab), isRepeat: true };
    const again = failure.attempts.map((it) => ({ ...it, ...repeated, seen: seenAfter(it, error) }));
    if (failure.thread !== null && error instanceof ConflictError)
      again.splice(0, Infinity, ...this.#deletes(tab, failure.thread));
    this.attempts.push(...again);
    await this.#told(tab, again, failure.thread, () => tab.client.retry(error));
  }

  async #discard(tab: Tab, which: number): Promise<void> {
    const [failure] = tab.failures.splice(which % Math.max(1, tab.failures.length), 1);
    if (failure === undefined) return;
    try {
      await tab.client.discard(failure.error);
      for (const it of failure.attempts) it.isGivenUp = true;
    } catch {
      // Still open: it may be tried again, or given up once more.
      tab.failures.push(failure);
    }
  }

  /**
   * Forgets failures with the tab. Writes that had not got through are no longer under way either.
   */
  async #reload(tab: Tab): Promise<void> {
    tab.failures = [];
    tab.index += TABS.length;
    tab.client = await this.#network.signIn(tab.userId, this.#reverts, tab.clock).catch(() => tab.client);
  }

  async #reconcile(): Promise<void> {
    const system = await this.#network.signIn('system', true).catch(() => null);
    await quiet(system?.reconcile());
  }
}

/** True when the write was never sent, or the customer's side refused it: no other side has it. */
const isRefusal = (error: unknown): boolean =>
  error instanceof CommentNotFoundError || (error instanceof ConflictError && error.side === 'customer');

const nextTurn = () => new Promise(setImmediate);

/** Returns the value of the same field that the error showed; otherwise the one seen before. */
function seenAfter({ field, seen }: Attempt, error: unknown): string | null {
  if (!(error instanceof ConflictError)) return seen;
  const name = isComment(field) ? 'commentText' : field.slice(field.indexOf('/') + 1);
  const { current, side } = error;
  if (current !== null && Object.hasOwn(current, name)) return current[name] as string;
  const isTold = side === (name === 'status' ? 'service' : 'customer');
  return isTold && current !== null ? null : seen;
}

function textIn(thread: CommentAnnotation | undefined, name: string): string | null {
  const comment: Fields | undefined = thread?.comments[name];
  const value = /^\d+$/.test(name) ? comment?.commentText : thread?.[name];
  return typeof value === 'string' ? value : null;
}

/** A request or an answer was lost: that is all that these tell. */
async function quiet(under: Promise<unknown> | undefined): Promise<void> {
  await under?.catch((error: unknown) => {
    if (!(error instanceof Error)) throw error;
  });
}
