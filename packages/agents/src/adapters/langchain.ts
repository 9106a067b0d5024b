/** `@org/approval-agents/langchain`. */
export type { ApprovalGate } from '../types.js';
