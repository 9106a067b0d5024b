/** What waits for a batch, and what of a batch waits for its commit. */
import type { Change, CommitResult, ExecutionKey } from '../../ports/store/executions.js';
import type { ApprovalError } from '../errors.js';
import { roughBytes } from '../size.js';
import type { Busy } from './busy.js';
import type { WaitingCommand } from './decide-mailbox.js';

/** What waits to be committed: the change that creates an execution, or the commands that wait for one. */
export type Mailbox = Creation | Commands;

interface Creation {
  readonly kind: 'create';
  readonly key: ExecutionKey;
  readonly change: Change;
  busy: Busy;
  readonly resolve: (result: CommitResult) => void;
  readonly reject: (error: unknown) => void;
}

export interface Commands {
  readonly kind: 'commands';
  readonly key: ExecutionKey;
  waiting: WaitingCommand[];
  /** Batches in a row that somebody else was faster than. */
  conflicts: number;
  busy: Busy;
}

/** A change of the batch under way, and who is told what the store made of it. */
export interface Write {
  readonly mailbox: Mailbox;
  readonly change: Change;
  readonly conclude: (result: CommitResult) => void;
}

export const idOf = ({ workspaceId, executionId }: ExecutionKey): string => `${workspaceId}\0${executionId}`;

/** What an event, a step or a state takes beside what it says: ids, times, names of fields. */
const FRAME_BYTES = 512;

/** Bytes of JSON that a change has to say, roughly; stops soon behind `enough`. Frames are of one size, and not looked at. */
export function bytesOf({ expectedSeq, state, changedSteps, events }: Change, enough: number): number {
  let bytes = FRAME_BYTES * (1 + changedSteps.length + events.length);
  const add = (value: unknown) => {
    if (bytes < enough && value !== null) bytes += roughBytes(value, enough - bytes);
  };
  if (expectedSeq === 0) add(state.triggerContext);
  for (const { input, output, decisions, resolutions, waitingForReviewers, people = null } of changedSteps) {
    add(input);
    add(output);
    add(decisions);
    add(resolutions);
    add(waitingForReviewers);
    add(people);
  }
  for (const { data } of events) add(data);
  return bytes;
}

export function reject(mailbox: Mailbox, error: ApprovalError): void {
  if (mailbox.kind === 'create') mailbox.reject(error);
  else for (const command of mailbox.waiting) command.reject(error);
}
