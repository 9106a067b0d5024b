/** `@org/approval-agents/openai-agents`. */
export type { ApprovalGate } from '../types.js';
