/** The store: one implementation, on whatever database the driver speaks to. */
import type { ApprovalStore } from '@org/approval-core';
import { absenceStore } from './absences.js';
import { definitionStore } from './definitions.js';
import { deliveryStore } from './deliveries.js';
import { executionStore } from './executions.js';
import { Fronts } from './fronts.js';
import { feedStore } from './feed.js';
import { healthStore } from './health.js';
import { jobStore } from './jobs.js';
import { linkStore } from './links.js';
import { secretStore } from './secrets.js';
import { subscriptionStore } from './subscriptions.js';
import { read } from '../sql/retry.js';
import { type StoreContext, databaseNow } from './context.js';
import { guarded } from './guard.js';

export function sqlStore(context: StoreContext): ApprovalStore {
  const fronts = new Fronts();
  return {
    contractVersion: 1,
    shared: true,
    durable: true,
    callsHook: true,
    ...guarded(
      {
        now: () => read(context.driver, (session) => databaseNow(context, session)),
        ...definitionStore(context),
        ...executionStore(context, fronts),
        ...jobStore(context, fronts),
        ...deliveryStore(context, fronts),
        ...secretStore(context),
        ...feedStore(context),
        ...subscriptionStore(context),
        ...linkStore(context),
        ...healthStore(context),
      },
      context.driver,
    ),
    absences: guarded(absenceStore(context), context.driver),
  };
}
