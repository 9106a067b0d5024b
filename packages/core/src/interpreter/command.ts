/** Commands on an execution, a closed set, and their results. */
import { type ErrorCode, issuesText } from '../definition/issue.js';
import type { JsonObject, JsonValue } from '../definition/json.js';
import type { Presentation } from '../definition/presented.js';
import type { Call, CallAnswer, CallFailure, CallbackAddress } from './calls.js';
import type { Job } from './job.js';
import type { Answers } from './people/directory.js';
import type { Absence } from './people/substitutes.js';
import type { ReviewVote, SignalKey, StepStatus, Via, ExecutionState } from './state.js';
import type { ParentStep, Parties, Subject } from './header.js';
import type { RunEnd } from './run-end-data.js';

export const RESOLVE_ACTIONS = [
  'force-approve',
  'force-reject',
  'force-complete',
  'force-fail',
  'reviewer-approve',
  'reviewer-reject',
] as const;
export type ResolveAction = (typeof RESOLVE_ACTIONS)[number];

export const FINISH_ACTIONS = ['complete', 'fail'] as const;
export type FinishAction = (typeof FINISH_ACTIONS)[number];

/** Result of an agent. Its output is already JSON within the limits. */
export interface AgentResult {
  readonly passed: boolean;
  readonly summary: string | null;
  readonly output: JsonObject | null;
  /** null if the agent declared none. */
  readonly findings: readonly JsonObject[] | null;
}

interface Commands {
  /** The first command of every execution. */
  dispatch: {
    /** Presentation in place of that of the definition. */
    readonly presentation?: Presentation | undefined;
  };
  'record-decision': {
    readonly stepId: string;
    readonly reviewerId: string;
    readonly decision: ReviewVote;
    readonly reason: string | null;
    readonly reasonCode?: string | null;
    /** Form values of an approval. */
    readonly values?: JsonObject | null;
    /** User that a substitute decides for. */
    readonly onBehalfOf?: string | null;
    /** Digest of the subject of the decision. */
    readonly subjectDigest?: string | null;
    /** True if `subjectDigest` was shown to the decider. Null then means no subject. */
    readonly shown?: boolean;
    readonly round?: number | null;
    /** Absences read before the command, which prove that a substitute may decide. */
    readonly absences?: readonly Absence[];
    /** Merged into the output of the step if this decision ends it. */
    readonly output?: JsonObject | null;
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
    /** For `reviewer-…` actions only, like the fields below. */
    readonly reasonCode?: string | null;
    readonly values?: JsonObject | null;
    readonly subjectDigest?: string | null;
    readonly round?: number | null;
    readonly via?: Via | null;
  };
  'revoke-link': { readonly stepId: string; readonly linkId: string };
  'cancel-step': { readonly stepId: string; readonly actorId: string; readonly reason: string | null };
  'cancel-execution': { readonly reason: string | null };
  /** Sent by a worker before it calls the agent, which is required. */
  'begin-agent-call': { readonly stepId: string; readonly attempt: number };
  'agent-returned': { readonly stepId: string; readonly attempt: number; readonly result: AgentResult };
  'agent-failed': {
    readonly stepId: string;
    readonly attempt: number;
    readonly code: string;
    readonly message: string;
    readonly retryable: boolean;
  };
  /** Sent by a worker before it makes the call of a node, which is required. */
  'begin-call': {
    readonly stepId: string;
    readonly attempt: number;
    /** Address for the receiver to call back; null if it cannot. */
    readonly callback: CallbackAddress | null;
  };
  'call-returned': { readonly stepId: string; readonly attempt: number; readonly answer: CallAnswer };
  'call-failed': { readonly stepId: string; readonly attempt: number } & CallFailure;
  'call-timed-out': { readonly stepId: string };
  /** Result of a step that waits for a callback. */
  'complete-deferred': {
    readonly stepId: string;
    readonly status: 'completed' | 'failed';
    readonly output: JsonObject | null;
    readonly error: string | null;
    /** Equal for equal results only. */
    readonly fingerprint: string;
  };
  /** Sent when the job is due. The job proves that the time has come. */
  'deadline-passed': {
    readonly stepId: string;
    /** Due time of the job. It is refused if the deadline has moved since. */
    readonly dueAt?: number;
  };
  'agent-timed-out': { readonly stepId: string };
  /** Sent when the time of a wait has come. The job proves it. */
  'wait-over': { readonly stepId: string };
  /** Sent by a worker before it starts the run of a step. */
  'begin-run': { readonly stepId: string };
  'run-started': {
    readonly stepId: string;
    readonly definitionId: string;
    readonly definitionVersion: number;
  };
  /** The run was refused. */
  'run-refused': { readonly stepId: string; readonly code: string; readonly message: string };
  'run-ended': {
    readonly stepId: string;
    readonly definitionId: string;
    readonly definitionVersion: number;
    readonly end: RunEnd;
  };
  signal: {
    readonly name: string;
    readonly payload: JsonValue;
    /** Idempotency key; null without one. */
    readonly key: SignalKey | null;
  };
  /** Ends a step whose work is outside of the interpreter. */
  'finish-step': {
    readonly stepId: string;
    readonly action: FinishAction;
    readonly actorId: string;
    readonly output: JsonObject | null;
    readonly reason: string | null;
    readonly via?: Via | null;
  };
  /** Answers of the directory, from which the people are found. */
  'reviewers-found': { readonly stepId: string; readonly attempt: number; readonly answers: Answers };
  'directory-failed': {
    readonly stepId: string;
    readonly attempt: number;
    readonly message: string;
    readonly retryable: boolean;
  };
  'reminder-due': { readonly stepId: string; readonly dueAt: number };
  /** Reminds people of a waiting step, in addition to the reminders of its node. */
  remind: {
    readonly stepId: string;
    readonly actorId: string;
    /** null for everybody with an open decision or question. */
    readonly userId: string | null;
    /** Allows actors who neither started the execution nor contributed to it. */
    readonly asAdministrator: boolean;
  };
  /** Hands a place over. Only an administrator hands over the place of another user. */
  delegate: {
    readonly stepId: string;
    readonly reviewerId: string;
    readonly toUserId: string;
    readonly actorId: string;
    readonly reason: string | null;
  };
  claim: { readonly stepId: string; readonly reviewerId: string; readonly entry: number };
  release: { readonly stepId: string; readonly reviewerId: string; readonly entry: number };
  'add-reviewers': {
    readonly stepId: string;
    readonly reviewerId: string;
    readonly userIds: readonly string[];
    readonly reason: string | null;
  };
  'retract-decision': {
    readonly stepId: string;
    readonly reviewerId: string;
    readonly onBehalfOf: string | null;
    readonly round: number;
    readonly reason: string | null;
  };
  'request-information': {
    readonly stepId: string;
    readonly reviewerId: string;
    readonly question: string;
    /** null for the initiator. */
    readonly ofUserId: string | null;
    /** Without it, only an equal open question is a repeat. */
    readonly idempotencyKey?: string | undefined;
  };
  'provide-information': {
    readonly stepId: string;
    readonly actorId: string;
    readonly questionId: string;
    readonly answer: string;
    /** Allows answers to questions of other users. */
    readonly asAdministrator: boolean;
  };
  /** Restores lost jobs. `seq` is the seq of the state in which they were missing. */
  'restore-jobs': { readonly seq: number; readonly jobs: readonly Job[] };
  withdraw: { readonly actorId: string; readonly reason: string | null };
  'revise-subject': {
    readonly subject: Subject;
    /** Digest of the subject to replace; null if there was none. */
    readonly ifDigest: string | null;
    readonly actorId: string;
    readonly contributorId: string | null;
    /** Without it, only the current digest is a repeat. */
    readonly idempotencyKey?: string | undefined;
    /** Presentation from then on; unchanged without it. */
    readonly presentation?: Presentation | undefined;
  };
}

export interface RecordResult {
  readonly recorded: boolean;
  readonly aggregatorStatus: 'pending' | 'resolved';
  /** True only in the result of the call that resolved the step. */
  readonly resumeScheduled: boolean;
  /** Set on a replay. */
  readonly rejectionReason?: 'idempotent';
}

/** Input of a worker for the call of an agent. */
export interface AgentCall {
  readonly agentId: string;
  readonly nodeId: string;
  readonly attempt: number;
  readonly url: string;
  readonly input: JsonObject;
  readonly triggerContext: JsonObject;
  readonly promptOverride: string | null;
}

/** Input of a worker for the run of a step. */
export interface RunToStart {
  readonly executionId: string;
  readonly definitionId: string;
  /** Version to run; null for the newest. */
  readonly pin: { readonly uid: string; readonly version: number } | null;
  readonly isNewest: boolean;
  readonly triggerContext: JsonObject;
  readonly correlationId: string;
  readonly organizationId: string | null;
  readonly documentId: string | null;
  readonly parent: ParentStep;
  /** null if the run has none. */
  readonly parties: Parties | null;
}

export interface CommandResults {
  dispatch: null;
  'record-decision': RecordResult;
  'record-resolution': RecordResult;
  'resolve-step': { readonly resolved: boolean; readonly status: StepStatus };
  'revoke-link': { readonly revoked: boolean };
  'cancel-step': null;
  'cancel-execution': null;
  /** null if the step has failed and the call must not be made. */
  'begin-agent-call': AgentCall | null;
  'agent-returned': null;
  'agent-failed': null;
  /** null if the step has ended and the call must not be made. */
  'begin-call': Call | null;
  'call-returned': null;
  'call-failed': null;
  'call-timed-out': null;
  'complete-deferred': null;
  'deadline-passed': null;
  'agent-timed-out': null;
  'wait-over': null;
  /** null if the step has failed and no run must be started. */
  'begin-run': RunToStart | null;
  'run-started': null;
  'run-refused': null;
  'run-ended': null;
  signal: { readonly received: boolean; readonly stepIds: readonly string[] };
  'finish-step': { readonly resolved: boolean; readonly status: StepStatus };
  /** `again` if the directory has more questions to answer, because the exclusions changed. */
  'reviewers-found': 'found' | 'again';
  'directory-failed': null;
  'reminder-due': null;
  remind: { readonly reminded: boolean; readonly userIds: readonly string[] };
  delegate: { readonly delegated: boolean; readonly toUserId: string };
  claim: { readonly claimed: boolean; readonly until: number };
  release: { readonly released: boolean };
  'add-reviewers': { readonly added: readonly string[] };
  'retract-decision': { readonly retracted: boolean; readonly round: number };
  'request-information': {
    readonly asked: boolean;
    readonly questionId: string;
    readonly dueAt: number | null;
  };
  'provide-information': { readonly provided: boolean; readonly dueAt: number | null };
  'restore-jobs': null;
  withdraw: null;
  'revise-subject': {
    readonly revised: boolean;
    readonly digest: string;
    readonly resetStepIds: readonly string[];
  };
}

/** Kind of a command, as in `record-decision`. */
export type CommandKind = keyof Commands;
/** A command of one kind with its fields. */
export type CommandOf<K extends CommandKind> = {
  /** Kind of the command. */
  readonly kind: K;
} & Commands[K];
/** Any command on an execution. */
export type Command = { [K in CommandKind]: CommandOf<K> }[CommandKind];

/** Refusal of a command. The state is unchanged. */
export interface Refusal {
  /** Status of the refusal. */
  readonly status:
    'NOT_FOUND' | 'FAILED_PRECONDITION' | 'PERMISSION_DENIED' | 'INVALID_ARGUMENT' | 'RESOURCE_EXHAUSTED';
  /** Reason, and advice. */
  readonly message: string;
  /** Further details. */
  readonly details: JsonObject;
}

/** Result of a command's handler. It refuses before it emits events. */
export type HandlerResult<R> =
  { readonly ok: true; readonly result: R } | { readonly ok: false; readonly refusal: Refusal };

export const succeeded = <R>(result: R): HandlerResult<R> => ({ ok: true, result });

export const refused = (
  status: Refusal['status'],
  message: string,
  details: JsonObject = {},
): { ok: false; refusal: Refusal } => ({ ok: false, refusal: { status, message, details } });

/** Builds a refusal that programs recognize by `details.code` (contract section 17). */
export const refusedWith = (code: RefusalCode, message: string, details: JsonObject = {}) =>
  refused('FAILED_PRECONDITION', message, { code, ...details });

/** Values of `details.code` in a refusal. */
export type RefusalCode =
  | 'abstain-not-allowed'
  | 'already-asked'
  | 'answered-already'
  | 'calendar-unknown'
  | 'claimed'
  | 'imported'
  | 'key-reused'
  | 'limit-reached'
  | 'link-revoked'
  | 'link-used'
  | 'not-allowed'
  | 'not-asked-yet'
  | 'not-personal'
  | 'reminded-already'
  | 'reserved-key'
  | 'stale-round'
  | 'subject-approved'
  | 'subject-changed'
  | 'subject-passed';

/** Refuses a user who is excluded from deciding. */
export const excludedRefusal = (userId: string) =>
  refused('PERMISSION_DENIED', `"${userId}" must not decide this step: separation of duties`, {
    code: 'separation-of-duties',
  });

/** Refuses a field that the state shows to be invalid, like an invalid request (section 14). */
export const invalidField = (path: string, message: string) => invalidFields([{ path, message }]);

/** Refuses one or more invalid fields at once. */
export function invalidFields(
  faults: readonly { readonly path: string; readonly message: string; readonly code?: ErrorCode }[],
) {
  const issues = faults.map(({ code = 'invalid-field', message, path }) => ({ code, message, path }));
  return refused('INVALID_ARGUMENT', issuesText(issues), { issues });
}

/** Number of waiting steps that a refusal names. */
const WAITING_NAMED = 100;

/** Refuses an unknown step or node, and names the steps that wait. */
export function noStepOf(
  { steps }: Pick<ExecutionState, 'steps'>,
  unknown: { readonly stepId: string } | { readonly nodeId: string },
) {
  const waiting = steps
    .filter((it) => it.status === 'waiting')
    .slice(0, WAITING_NAMED)
    .map(({ stepId, nodeId }) => ({ stepId, nodeId }));
  const what =
    'stepId' in unknown
      ? `step "${unknown.stepId}" does not exist in this execution`
      : `this execution has no step of node "${unknown.nodeId}"`;
  return refused('NOT_FOUND', what, { waiting });
}
