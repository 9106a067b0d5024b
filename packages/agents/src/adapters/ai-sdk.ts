/** `@org/approval-agents/ai-sdk`. */
export type { ApprovalGate } from '../types.js';
