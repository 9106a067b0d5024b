/** The store: one implementation, on any database that a driver exists for. */
import type { ApprovalStore } from '@org/approval-core';
import { absenceStore } from './records/absences.js';
import { definitionStore } from './records/definitions.js';
import { deliveryStore } from './jobs/deliveries.js';
import { executionStore } from './executions.js';
import { QueueScans } from './jobs/queue-scans.js';
import { feedStore } from './feed/feed.js';
import { healthStore } from './health.js';
import { jobStore } from './jobs/jobs.js';
import { linkStore } from './records/links.js';
import { eventStore, scheduleStore } from './records/triggers.js';
import { secretStore } from './records/secrets.js';
import { subscriptionStore } from './feed/subscriptions.js';
import { read } from '../sql/retry.js';
import { type StoreContext, databaseNow } from './context.js';
import { guarded } from './guard.js';

export function sqlStore(context: StoreContext): ApprovalStore {
  const scans = new QueueScans();
  return {
    contractVersion: 1,
    shared: true,
    durable: true,
    callsHook: true,
    ...guarded(
      {
        now: () => read(context.driver, (session) => databaseNow(context, session)),
        ...definitionStore(context, scans),
        ...executionStore(context, scans),
        ...jobStore(context, scans),
        ...deliveryStore(context, scans),
        ...secretStore(context),
        ...feedStore(context),
        ...subscriptionStore(context),
        ...linkStore(context),
        ...healthStore(context),
      },
      context.driver,
    ),
    absences: guarded(absenceStore(context), context.driver),
    schedules: guarded(scheduleStore(context, scans), context.driver),
    events: guarded(eventStore(context, scans), context.driver),
  };
}
