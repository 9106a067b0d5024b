/** `@org/approval-react`: live data of the inbox and of runs, for React. */
export { type ApprovalProviderProps, ApprovalProvider, useApprovalClient } from './provider.js';
export { factText, moneyText, presentationOf } from './presented.js';
export { type Inbox, type Run, useExecution, useInbox } from './hooks.js';
