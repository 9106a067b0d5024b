/** What can be asked of an execution: a closed set of commands, and the result of each. */
import { invalidField as fieldIssue, issuesText } from '../definition/issue.js';
import type { JsonObject } from '../definition/json.js';
import type { AgentResult } from './kinds/agent/output.js';
import type { ReviewVote, StepStatus, Via } from './state.js';

export const RESOLVE_ACTIONS = [
  'force-approve',
  'force-reject',
  'force-complete',
  'force-fail',
  'reviewer-approve',
  'reviewer-reject',
] as const;
export type ResolveAction = (typeof RESOLVE_ACTIONS)[number];

interface Commands {
  /** The first command of every execution. */
  dispatch: object;
  'record-decision': {
    readonly stepId: string;
    readonly reviewerId: string;
    readonly decision: ReviewVote;
    readonly reason: string | null;
    readonly reasonCode?: string | null;
    /** What an approval fills in. */
    readonly values?: JsonObject | null;
    readonly via?: Via | null;
  };
  'record-resolution': {
    readonly stepId: string;
    readonly resolutionId: string;
    readonly status: 'success' | 'failure';
    readonly output: JsonObject | null;
    readonly errorMessage: string | null;
  };
  'resolve-step': {
    readonly stepId: string;
    readonly action: ResolveAction;
    readonly actorId: string;
    readonly output: JsonObject | null;
    readonly reason: string | null;
    /** `reviewer-…` only, as the next one. */
    readonly reasonCode?: string | null;
    readonly values?: JsonObject | null;
    readonly via?: Via | null;
  };
  'revoke-link': { readonly stepId: string; readonly linkId: string };
  'cancel-step': { readonly stepId: string; readonly actorId: string; readonly reason: string | null };
  'cancel-execution': { readonly reason: string | null };
  /** A worker is about to call the agent; without this it must not. */
  'begin-agent-call': { readonly stepId: string; readonly attempt: number };
  'agent-returned': { readonly stepId: string; readonly attempt: number; readonly result: AgentResult };
  'agent-failed': {
    readonly stepId: string;
    readonly attempt: number;
    readonly code: string;
    readonly message: string;
    readonly retryable: boolean;
  };
  /** The result of a step whose agent deferred it. */
  'complete-deferred': {
    readonly stepId: string;
    readonly status: 'completed' | 'failed';
    readonly output: JsonObject | null;
    readonly error: string | null;
    /** The same for the same result, and for no other. */
    readonly fingerprint: string;
  };
  /** The job's time has come; the job itself is the proof that it has. */
  'deadline-passed': { readonly stepId: string };
  'agent-timed-out': { readonly stepId: string };
}

export interface RecordResult {
  readonly recorded: boolean;
  readonly aggregatorStatus: 'pending' | 'resolved';
  /** True only in the result of the call that resolved the step. */
  readonly resumeScheduled: boolean;
  /** On a replay. */
  readonly rejectionReason?: 'idempotent';
}

/** What the worker needs to call an agent. */
export interface AgentCall {
  readonly agentId: string;
  readonly nodeId: string;
  readonly attempt: number;
  readonly url: string;
  readonly input: JsonObject;
  readonly triggerContext: JsonObject;
  readonly promptOverride: string | null;
}

export interface CommandResults {
  dispatch: null;
  'record-decision': RecordResult;
  'record-resolution': RecordResult;
  'resolve-step': { readonly resolved: boolean; readonly status: StepStatus };
  'revoke-link': { readonly revoked: boolean };
  'cancel-step': null;
  'cancel-execution': null;
  /** null: the call is not to be made, the step has failed. */
  'begin-agent-call': AgentCall | null;
  'agent-returned': null;
  'agent-failed': null;
  'complete-deferred': null;
  'deadline-passed': null;
  'agent-timed-out': null;
}

/** Kind of a command, as in `record-decision`. */
export type CommandKind = keyof Commands;
/** A command of one kind, with what it takes. */
export type CommandOf<K extends CommandKind> = {
  /** Which command. */
  readonly kind: K;
} & Commands[K];
/** Anything that can be asked of an execution. */
export type Command = { [K in CommandKind]: CommandOf<K> }[CommandKind];

/** Why a command is refused; nothing has changed. */
export interface Refusal {
  /** What kind of refusal it is. */
  readonly status:
    'NOT_FOUND' | 'FAILED_PRECONDITION' | 'PERMISSION_DENIED' | 'INVALID_ARGUMENT' | 'RESOURCE_EXHAUSTED';
  /** Why, and what to do. */
  readonly message: string;
  /** What else is known. */
  readonly details: JsonObject;
}

/** What a handler makes of a command; a refusal comes before its first event. */
export type HandlerResult<R> =
  { readonly ok: true; readonly result: R } | { readonly ok: false; readonly refusal: Refusal };

export const succeeded = <R>(result: R): HandlerResult<R> => ({ ok: true, result });

export const refused = (
  status: Refusal['status'],
  message: string,
  details: JsonObject = {},
): { ok: false; refusal: Refusal } => ({ ok: false, refusal: { status, message, details } });

/** A refusal that programs tell from others by `details.code` (contract section 17). */
export const refusedWith = (code: RefusalCode, message: string, details: JsonObject = {}) =>
  refused('FAILED_PRECONDITION', message, { code, ...details });

/** What `details.code` says of a refusal. */
export type RefusalCode = 'link-revoked' | 'link-used' | 'not-asked-yet' | 'abstain-not-allowed';

/** A field of the request is wrong in a way that only the state shows; said as all faults of requests are (section 14). */
export const invalidField = (path: string, message: string) => invalidFields([{ path, message }]);

/** Several of them, at least one, all at once. */
export function invalidFields(faults: readonly { readonly path: string; readonly message: string }[]) {
  const issues = faults.map((it) => fieldIssue(it.path, it.message));
  return refused('INVALID_ARGUMENT', issuesText(issues), {
    issues: issues.map((it) => ({ ...it })),
  });
}

export const noStep = (stepId: string) =>
  refused('NOT_FOUND', `there is no step "${stepId}" in this execution`);
