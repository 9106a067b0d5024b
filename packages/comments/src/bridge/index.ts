/** `@org/approval-comments/bridge`: approval steps as comments. */
export {
  type ApprovalEvent,
  type ApprovalMark,
  type BridgeOptions,
  type BridgeOutcome,
  type BridgeThread,
  createApprovalBridge,
} from './bridge.js';
export {
  type BridgeCursors,
  type BridgeRunner,
  type BridgeRunnerOptions,
  type NumberedEvent,
  createBridgeRunner,
} from './runner.js';
export { StepNotPostedError } from './step-not-posted-error.js';
