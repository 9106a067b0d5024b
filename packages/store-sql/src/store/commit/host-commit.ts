/** Calls the host in the transaction of a commit. */
import type { HostTransaction } from '@org/approval-core';
import type { Change, CommitHook, CommitResult } from '@org/approval-core/store';
import { systemClock } from '@org/approval-internal/clock';
import type { Session } from '../../sql/driver.js';
import { sql } from '../../sql/dialect.js';
import { writeChanges } from './write.js';
import type { StoreContext } from '../context.js';

/** Time that the host has for one change, in ms. */
export const HOST_COMMIT_MS = 5_000;

/** An error of the host, as opposed to one of the database. */
class HostThrew extends Error {
  readonly change: Change;

  constructor(change: Change, cause: unknown) {
    super('the host refused a change', { cause });
    this.change = change;
  }
}

/**
 * The host still uses the connection, so it is not lent again. To drivers this is a lost
 * connection.
 */
class HostHangs extends Error {
  readonly code = 'ECONNABORTED';
}

/** Writes the valid changes, and calls the host after each. */
export type WriteWithHost = (session: Session, good: readonly Change[]) => Promise<void>;

/**
 * Up to this many refusals restart the batch without the refused change, which keeps one write per
 * table. After that each change is written by itself: a batch with half of its changes refused
 * would otherwise restart as often.
 */
const FEW = 2;

/**
 * Changes that are committed in parallel after one hung: fewer than the connections of a pool,
 * which others need too.
 */
const SIDE_BY_SIDE = 4;

/** Commits changes; `write` writes the valid ones. */
type Run = (changes: readonly Change[], write: WriteWithHost) => Promise<CommitResult[]>;

/**
 * Commits with `run`, and passes it a function that writes valid changes. A change that the host
 * refuses is left out, and its writes through the transaction are rolled back.
 */
export async function withHost(
  context: StoreContext,
  changes: readonly Change[],
  hook: CommitHook,
  run: Run,
): Promise<CommitResult[]> {
  const host: Host = { context, hook, refused: new Map() };
  const { refused } = host;
  const outcomes = new Map<Change, CommitResult>();
  for (;;) {
    const open = changes.filter((it) => !refused.has(it) && !outcomes.has(it));
    if (open.length === 0) break;
    const known = refused.size;
    const write = known < FEW ? writeTogether(host) : writeEach(host);
    try {
      const results = await run(open, write);
      for (const [index, result] of results.entries()) {
        const change = open[index];
        // The key may belong to a change that the host refused since: then it is free.
        const isOpen = result.kind === 'duplicate' && refused.size > known;
        if (change !== undefined && !isOpen) outcomes.set(change, result);
      }
    } catch (error) {
      if (error instanceof HostThrew) refused.set(error.change, error.cause);
      if (hungOf(host, open) !== undefined) await sideBySide(host, run, open, outcomes);
      else if (error instanceof HostThrew) continue;
      else if (outcomes.size === 0) throw error;
      // Other changes are committed and have results; these are retried.
      else for (const it of open) outcomes.set(it, { kind: 'busy' });
    }
  }
  return changes.map((it): CommitResult => {
    const result = refused.has(it) ? undefined : outcomes.get(it);
    return result ?? { kind: 'refused-by-host', error: refused.get(it) };
  });
}

interface Host {
  readonly context: StoreContext;
  readonly hook: CommitHook;
  /** Changes that the host refused, with its error. */
  readonly refused: Map<Change, unknown>;
}

/**
 * Commits the rest of a batch in which the host hung: it already cost the others five seconds, and
 * more of them may hang. Separate transactions do not wait for each other.
 */
async function sideBySide(
  host: Host,
  run: Run,
  changes: readonly Change[],
  outcomes: Map<Change, CommitResult>,
): Promise<void> {
  const { context, hook, refused } = host;
  const left = changes.filter((it) => !refused.has(it)).values();
  const next = async (): Promise<void> => {
    for (const change of left) {
      // The next try reports objections of the store.
      const [result] = await withHost(context, [change], hook, run).catch(() => []);
      if (result?.kind === 'refused-by-host') refused.set(change, result.error);
      else outcomes.set(change, result ?? { kind: 'busy' });
    }
  };
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, next));
}

/**
 * A hung change: its try has ended and closed its connection. A transaction of the host is kept.
 */
const hungOf = ({ context, refused }: Host, changes: readonly Change[]): Change | undefined =>
  context.driver.hosted ? undefined : changes.find((it) => refused.get(it) instanceof HostHangs);

/**
 * @throws HostThrew for a change that hung in an earlier try: it is left out before the next one.
 */
function leaveHung(host: Host, changes: readonly Change[]): void {
  const hung = hungOf(host, changes);
  if (hung !== undefined) throw new HostThrew(hung, host.refused.get(hung));
}

const writeTogether =
  (host: Host): WriteWithHost =>
  async (session, good) => {
    leaveHung(host, good);
    await writeChanges(host.context, session, good);
    for (const change of good) await ask(host, session, change);
  };

/** One after the other, each in its own savepoint. */
const writeEach =
  (host: Host): WriteWithHost =>
  async (session, good) => {
    leaveHung(host, good);
    for (const change of good) {
      // An earlier try may have called the host.
      if (host.refused.has(change)) continue;
      await session.run(sql('savepoint approval_change'));
      try {
        await writeChanges(host.context, session, [change]);
        await ask(host, session, change);
      } catch (error) {
        if (!(error instanceof HostThrew)) throw error;
        host.refused.set(change, error.cause);
        // If the host ended the transaction, the savepoint is gone: the other changes start again.
        await session.run(sql('rollback to savepoint approval_change')).catch(() => Promise.reject(error));
      }
      await session.run(sql('release savepoint approval_change'));
    }
  };

/** @throws HostThrew if the host refuses; what the database has to say as it is. */
async function ask({ context, hook, refused }: Host, session: Session, change: Change): Promise<void> {
  try {
    await call(context, session, hook, change);
  } catch (error) {
    const fault = context.driver.faultOf(error);
    // On SQLite no statement of the host can still be in transit, so the connection is kept.
    const isHanging = error instanceof HostHangs && !context.driver.hosted && fault === 'lost';
    if (isHanging) refused.set(change, error);
    // The whole transaction lost a conflict: it is retried, and the host is called again.
    if (isHanging || fault === 'retry' || (fault === 'lost' && !(error instanceof HostHangs))) throw error;
    throw new HostThrew(change, error);
  }
}

async function call(
  { dialect, timers = systemClock }: StoreContext,
  session: Session,
  hook: CommitHook,
  change: Change,
): Promise<void> {
  let isOver = false;
  if (session.host === undefined) throw new Error('this session has no connection for the host');
  const { client, query } = session.host;
  const transaction: HostTransaction = {
    dialect: dialect.name,
    client,
    query: async (text, params = []) => {
      if (isOver) throw new Error('the commit of this transaction has ended');
      return query(text, params);
    },
  };
  // A savepoint that cannot be released shows that the host ended or replaced the transaction.
  await session.run(sql('savepoint approval_host'));
  let cancel = (): void => undefined;
  const late = new Promise<never>((_, reject) => {
    cancel = timers.wakeAt(timers.now() + HOST_COMMIT_MS, () =>
      reject(new HostHangs(`onCommit took longer than ${HOST_COMMIT_MS} ms`)),
    );
  });
  try {
    await Promise.race([hook(change, transaction), late]);
  } finally {
    isOver = true;
    cancel();
  }
  await session.run(sql('release savepoint approval_host'));
}
