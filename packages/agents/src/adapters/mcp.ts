/** `@org/approval-agents/mcp`. */
export type { ApprovalGate } from '../types.js';
