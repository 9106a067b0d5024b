/** `@org/approval-agents/generic`. */
export type { ApprovalGate } from '../types.js';
