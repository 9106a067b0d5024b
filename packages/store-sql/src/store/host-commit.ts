/** Calling the host in the transaction of a commit. */
import type { Change, CommitHook, CommitResult, HostTransaction } from '@org/approval-core';
import { systemClock } from '@org/approval-shared/clock';
import type { Session } from '../sql/driver.js';
import { sql } from '../sql/dialect.js';
import type { StoreContext } from './context.js';

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

type Try = (session: Session, changes: readonly Change[]) => Promise<void>;

/**
 * Commits by `run`, which is given what to do for the good changes once they are written. A change that the host refuses is left
 * out, and the rest is tried again from the start: what was written through the transaction goes with it.
 */
export async function withHost(
  context: StoreContext,
  changes: readonly Change[],
  hook: CommitHook,
  run: (changes: readonly Change[], host: Try) => Promise<CommitResult[]>,
): Promise<CommitResult[]> {
  const refused = new Map<Change, unknown>();
  for (;;) {
    const open = changes.filter((it) => !refused.has(it));
    try {
      const results = open.length === 0 ? [] : await run(open, callAll(context, hook, refused));
      const byChange = new Map(open.map((it, index) => [it, results[index]]));
      return changes.map(
        (it): CommitResult => byChange.get(it) ?? { kind: 'refused-by-host', error: refused.get(it) },
      );
    } catch (error) {
      if (!(error instanceof HostThrew)) throw error;
      refused.set(error.change, error.cause);
    }
  }
}

const callAll =
  (context: StoreContext, hook: CommitHook, refused: Map<Change, unknown>): Try =>
  async (session, changes) => {
    // Refused by a try whose connection was ended: out, before the others are asked again.
    const known = changes.find((it) => refused.has(it));
    if (known !== undefined) throw new HostThrew(known, refused.get(known));
    for (const change of changes) {
      try {
        await call(context, session, hook, change);
      } catch (error) {
        const fault = context.driver.faultOf(error);
        // On SQLite nothing of the host's can still be on its way to the database, and the connection is kept.
        const isHanging = error instanceof HostHangs && !context.driver.hosted && fault === 'lost';
        if (isHanging) refused.set(change, error);
        // The transaction as a whole lost: it is tried again, and the host is asked again.
        if (isHanging || fault === 'retry' || (fault === 'lost' && !(error instanceof HostHangs)))
          throw error;
        throw new HostThrew(change, error);
      }
    }
  };

async function call(
  { dialect, timers = systemClock }: StoreContext,
  session: Session,
  hook: CommitHook,
  change: Change,
): Promise<void> {
  let isOver = false;
  if (session.host === undefined) throw new Error('this session lends nobody its connection');
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
