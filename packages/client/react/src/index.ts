/** `@org/approval-react`: an inbox and runs that keep themselves up to date, for React. */
export { type ApprovalProviderProps, ApprovalProvider, useApprovalClient } from './provider.js';
export { type Inbox, type Run, useExecution, useInbox } from './hooks.js';
