/** `--store memory`, `sqlite:FILE`, `postgres://…` or `mysql://…`: the store, with its tables made. */
import { type ApprovalStore, createMemoryStore } from '@org/approval-core';
import { openStore } from '@org/approval-store-sql/open';

export interface Opened {
  readonly store: ApprovalStore;
  readonly close: () => Promise<void>;
}

export async function openStoreOf(name: string): Promise<Opened> {
  if (name === 'memory') return { store: createMemoryStore(), close: () => Promise.resolve() };
  return openStore(name);
}
