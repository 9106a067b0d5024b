/** `@org/approval-testkit`: tools for tests of hosts and stores. */
export { checkedStore } from './checked-store.js';
export { overriding } from './overriding.js';
export { sequentialIds } from './sequential-ids.js';
export { BROKEN_STORES, type BrokenStore } from './store/broken-stores.js';
export type { StoreCase, StoreContext, StoreNeed, StoreUnderTest } from './store/case.js';
export {
  STORE_CASES,
  type StoreConformanceOptions,
  registerStoreConformance,
  runStoreCase,
} from './store/conformance.js';
export { type TestEngine, createTestEngine } from './test-engine.js';
export { VirtualClock } from './virtual-clock.js';
export { type ReceivedAttempt, type TestReceiver, createTestReceiver } from './test-receiver.js';
export {
  PERMIT_STORE_CASES,
  type PermitStoreConformanceOptions,
  registerPermitStoreConformance,
  runPermitStoreCase,
} from './permits/conformance.js';
export type { PermitStoreCase, PermitStoreContext, PermitStoreUnderTest } from './permits/case.js';
export { BROKEN_PERMIT_STORES, type BrokenPermitStore } from './permits/broken-permit-stores.js';
export {
  type CommentBackendFinding,
  type CommentBackendFunctions,
  type CommentBackendOptions,
  type CommentBackendUrls,
  commentBackendFindings,
} from './comments/findings.js';
