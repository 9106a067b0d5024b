/** Queue items before a batch, and writes of a batch before its commit. */
import type { Change, CommitResult, ExecutionKey } from '../../ports/store/executions.js';
import type { TelemetrySpan } from '../../ports/telemetry.js';
import type { ApprovalError } from '../errors.js';
import type { Busy } from './busy.js';
import type { WaitingCommand } from './decide-mailbox.js';

/** A queue item: the change that creates an execution, or the commands of one. */
export type Mailbox = Creation | Commands;

export interface Creation {
  readonly kind: 'create';
  /** `idOf(key)`, made once. */
  readonly id: string;
  readonly key: ExecutionKey;
  readonly change: Change;
  /** null: no telemetry. */
  readonly span: TelemetrySpan | null;
  busy: Busy;
  readonly resolve: (result: CommitResult) => void;
  readonly reject: (error: unknown) => void;
}

export interface Commands {
  readonly kind: 'commands';
  readonly id: string;
  readonly key: ExecutionKey;
  waiting: WaitingCommand[];
  /** Consecutive batches that lost to another writer. */
  conflicts: number;
  busy: Busy;
}

/** A change of the running batch, with the callers that get its result. */
export interface Write {
  readonly mailbox: Mailbox;
  readonly change: Change;
  readonly conclude: (result: CommitResult) => void;
}

export const idOf = ({ workspaceId, executionId }: ExecutionKey): string => `${workspaceId}\0${executionId}`;

/** True if a refusal of the whole may be due to one of several callers. */
export const hasSeveral = (mailbox: Mailbox): mailbox is Commands =>
  mailbox.kind === 'commands' && mailbox.waiting.length > 1;

export function reject(mailbox: Mailbox, error: ApprovalError): void {
  if (mailbox.kind === 'create') mailbox.reject(error);
  else for (const command of mailbox.waiting) command.reject(error);
}

/** The commands that wait in it, as telemetry knows them. */
export const spansOf = (mailbox: Mailbox): readonly TelemetrySpan[] =>
  (mailbox.kind === 'create' ? [mailbox.span] : mailbox.waiting.map((it) => it.span)).filter(
    (span) => span !== null,
  );
