/** Opens and migrates `--store memory`, `sqlite:FILE`, `postgres://…` or `mysql://…`. */
import { type PermitStore, createMemoryPermitStore } from '@org/approval-agents';
import { type ApprovalStore, createMemoryStore } from '@org/approval-core';
import { openStore } from '@org/approval-store-sql/open';
import { openPermitStore } from '@org/approval-store-sql/permits';

export interface Opened {
  readonly store: ApprovalStore;
  readonly close: () => Promise<void>;
}

export async function openStoreOf(name: string): Promise<Opened> {
  if (name === 'memory') return { store: createMemoryStore(), close: () => Promise.resolve() };
  return openStore(name);
}

/** The same for permits, on a pool of their own. */
export async function openPermitsOf(name: string): Promise<OpenedPermits> {
  if (name === 'memory') return { store: createMemoryPermitStore(), close: () => Promise.resolve() };
  return openPermitStore(name);
}

export interface OpenedPermits {
  readonly store: PermitStore;
  readonly close: () => Promise<void>;
}
