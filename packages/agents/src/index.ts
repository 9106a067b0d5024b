/**
 * `@org/approval-agents`: people decide what agents may do, and exactly that is executed, at most
 * once.
 */
export type * from './types.js';
export type * from './gate-options.js';
export type * from './operations/wire-types.js';
export { createApprovalGate } from './gate/gate.js';
export { createMemoryPermitStore } from './store/memory.js';
export * from './store/permit-store.js';
export { renderCall } from './call/render.js';
export { digestOf } from './call/call.js';
export { PERMIT_OPERATIONS, PERMIT_PATHS, checkPermitRequest } from './operations/table.js';
