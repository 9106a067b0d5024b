/** The store: one implementation, on whatever database the driver speaks to. */
import type { ApprovalStore } from '@org/approval-core';
import { definitionStore } from './definitions.js';
import { deliveryStore } from './deliveries.js';
import { executionStore } from './executions.js';
import { jobStore } from './jobs.js';
import { secretStore } from './secrets.js';
import type { StoreContext } from './context.js';

export const sqlStore = (context: StoreContext): ApprovalStore => ({
  contractVersion: 1,
  shared: true,
  durable: true,
  ...definitionStore(context),
  ...executionStore(context),
  ...jobStore(context),
  ...deliveryStore(context),
  ...secretStore(context),
});
