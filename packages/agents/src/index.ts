/** `@org/approval-agents`: people decide what agents may do, and exactly that is executed, at most once. */
export type * from './types.js';
export * from './store/permit-store.js';
