/** `@org/approval-comments/bridge`: approval steps as comments. */
export {
  type ApprovalEvent,
  type ApprovalMark,
  type BridgeOptions,
  type BridgeOutcome,
  type BridgeThread,
  createApprovalBridge,
} from './bridge.js';
