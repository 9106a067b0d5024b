/** The store that the quickstart runs on: a temporary file by default. */
import { type ApprovalStore, createMemoryStore } from '@org/approval-core';
import { openStore } from '@org/approval-store-sql/open';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Opened {
  readonly store: ApprovalStore;
  /** To show; it has no password in it. */
  readonly name: string;
  readonly close: () => Promise<void>;
}

/** `memory`, or a URL for `openStore`; by default SQLite in a folder that `close` removes. */
export async function openStoreOf(url: string | undefined): Promise<Opened> {
  if (url === 'memory') {
    return { store: createMemoryStore(), name: 'in memory', close: () => Promise.resolve() };
  }
  if (url !== undefined) return { ...(await openStore(url)), name: url.replace(/:.*@/s, ':…@') };
  const folder = await mkdtemp(join(tmpdir(), 'approval-quickstart-'));
  const opened = await openStore(`sqlite:${join(folder, 'approvals.db')}`);
  return {
    store: opened.store,
    name: 'SQLite, in a file that is gone afterwards',
    async close() {
      await opened.close();
      await rm(folder, { recursive: true });
    },
  };
}
