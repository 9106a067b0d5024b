/** Calling the host in the transaction of a commit. */
import type { HostTransaction } from '@org/approval-core';
import type { Change, CommitHook, CommitResult } from '@org/approval-core/store';
import { systemClock } from '@org/approval-internal/clock';
import type { Session } from '../../sql/driver.js';
import { sql } from '../../sql/dialect.js';
import { writeChanges } from './write.js';
import type { StoreContext } from '../context.js';

/** How long the host has for one change. */
export const HOST_COMMIT_MS = 5_000;

/** The host's fault, apart from those of the database. */
class HostThrew extends Error {
  readonly change: Change;

  constructor(change: Change, cause: unknown) {
    super('the host refused a change', { cause });
    this.change = change;
  }
}

/** It still holds the connection: nobody else may get it. To drivers this is a connection that is lost. */
class HostHangs extends Error {
  readonly code = 'ECONNABORTED';
}

/** Writes the changes that are found to be good, and has the host write its rows with each. */
export type WriteWithHost = (session: Session, good: readonly Change[]) => Promise<void>;

/**
 * So many refusals are undone by a try from the start without it, which leaves all others one write per table. Behind them each
 * change is written by itself: otherwise half of a batch that is refused would be as many tries of the whole.
 */
const FEW = 2;

/** Changes beside one that hung which are committed side by side: fewer than a pool has connections, which others need too. */
const SIDE_BY_SIDE = 4;

/** Commits changes, which are given how the good ones of them are written. */
type Run = (changes: readonly Change[], write: WriteWithHost) => Promise<CommitResult[]>;

/**
 * Commits by `run`, which is given how the good changes are written. A change that the host refuses is left out, and what was
 * written through the transaction goes with it.
 */
export async function withHost(
  context: StoreContext,
  changes: readonly Change[],
  hook: CommitHook,
  run: Run,
): Promise<CommitResult[]> {
  const host: Host = { context, hook, refused: new Map() };
  const { refused } = host;
  const told = new Map<Change, CommitResult>();
  for (;;) {
    const open = changes.filter((it) => !refused.has(it) && !told.has(it));
    if (open.length === 0) break;
    const known = refused.size;
    const write = known < FEW ? writeTogether(host) : writeEach(host);
    try {
      const results = await run(open, write);
      for (const [index, result] of results.entries()) {
        const change = open[index];
        // The key may be that of a change that the host has refused since: then it is free.
        const isOpen = result.kind === 'duplicate' && refused.size > known;
        if (change !== undefined && !isOpen) told.set(change, result);
      }
    } catch (error) {
      if (error instanceof HostThrew) refused.set(error.change, error.cause);
      if (hungOf(host, open) !== undefined) await sideBySide(host, run, open, told);
      else if (error instanceof HostThrew) continue;
      else if (told.size === 0) throw error;
      // Others are committed, and are told so; these come again.
      else for (const it of open) told.set(it, { kind: 'busy' });
    }
  }
  return changes.map((it): CommitResult => {
    const result = refused.has(it) ? undefined : told.get(it);
    return result ?? { kind: 'refused-by-host', error: refused.get(it) };
  });
}

interface Host {
  readonly context: StoreContext;
  readonly hook: CommitHook;
  /** Those that the host refused, and what it said. */
  readonly refused: Map<Change, unknown>;
}

/**
 * What else a try held in which the host hung: one that hangs has cost the others its five seconds, and others of them may
 * hang too. By themselves they wait for each other no more.
 */
async function sideBySide(
  host: Host,
  run: Run,
  changes: readonly Change[],
  told: Map<Change, CommitResult>,
): Promise<void> {
  const { context, hook, refused } = host;
  const left = changes.filter((it) => !refused.has(it)).values();
  const next = async (): Promise<void> => {
    for (const change of left) {
      // What the store has to say against one is told to it when it comes again.
      const [result] = await withHost(context, [change], hook, run).catch(() => []);
      if (result?.kind === 'refused-by-host') refused.set(change, result.error);
      else told.set(change, result ?? { kind: 'busy' });
    }
  };
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, next));
}

/** One of them that hung: its try has ended, and with it its connection. A transaction of the host's is kept. */
const hungOf = ({ context, refused }: Host, changes: readonly Change[]): Change | undefined =>
  context.driver.hosted ? undefined : changes.find((it) => refused.get(it) instanceof HostHangs);

/** @throws HostThrew of a change that hung in a try before: it is out before the others are asked again. */
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

/** One after the other, each behind a savepoint of its own. */
const writeEach =
  (host: Host): WriteWithHost =>
  async (session, good) => {
    leaveHung(host, good);
    for (const change of good) {
      // A try before this one may have asked.
      if (host.refused.has(change)) continue;
      await session.run(sql('savepoint approval_change'));
      try {
        await writeChanges(host.context, session, [change]);
        await ask(host, session, change);
      } catch (error) {
        if (!(error instanceof HostThrew)) throw error;
        host.refused.set(change, error.cause);
        // Where the host ended the transaction there is nothing to go back to: the others are tried from the start.
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
    // On SQLite nothing of the host's can still be on its way to the database, and the connection is kept.
    const isHanging = error instanceof HostHangs && !context.driver.hosted && fault === 'lost';
    if (isHanging) refused.set(change, error);
    // The transaction as a whole lost: it is tried again, and the host is asked again.
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
      if (isOver) throw new Error('the commit that this transaction was of is over');
      return query(text, params);
    },
  };
  // A savepoint that cannot be released says that the transaction is not what it was, whatever the host did to it.
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
