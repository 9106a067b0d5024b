/** The host of a simulated world: its transactions, in which it emits events. */
import type { ApprovalStore } from '@org/approval-core';
import type { EventStore } from '@org/approval-core/store';
import { overriding } from '../../overriding.js';

type Emitted = Parameters<EventStore['emit']>[0];

/** A transaction of the host: its writes become true together, or are dropped. */
export class HostTransaction {
  /** Events that were emitted in it. */
  readonly emitted: Emitted[] = [];
}

/** A store whose events can be emitted in a transaction of the host. */
export interface HostedStore extends ApprovalStore {
  readonly commitHost: (transaction: HostTransaction) => Promise<void>;
}

/** Adds transactions of the host to a store in memory. */
export function hosted(store: ApprovalStore): HostedStore {
  const { events } = store;
  if (events === undefined) throw new TypeError('the store keeps no host events');
  const methods: Partial<HostedStore> = {
    inTransaction: (transaction: HostTransaction) =>
      overriding(store, { events: within(events, transaction) }),
    async commitHost({ emitted }) {
      for (const it of emitted.splice(0)) await events.emit(it);
    },
  };
  return overriding(store as HostedStore, methods);
}

const within = (events: EventStore, { emitted }: HostTransaction): EventStore =>
  overriding(events, {
    async emit(it) {
      const { workspaceId, eventKey } = it.event;
      const known = await events.loadHostEvent({ workspaceId, eventKey });
      if (known === null) emitted.push(it);
      return known;
    },
  });
