/** `@org/approval-agents/claude`. */
export type { ApprovalGate } from '../types.js';
