/** What can be asked of an execution: a closed set of commands, and the result of each. */
import { invalidField as fieldIssue, issuesText } from '../definition/issue.js';
import type { JsonObject } from '../definition/json.js';
import type { Job } from './job.js';
import type { AgentResult } from '../nodes/agent/run-output.js';
import type { Answers } from './people/directory.js';
import type { Absence } from './people/substitutes.js';
import type { ReviewVote, StepStatus, Via } from './state.js';
import type { Subject } from './header.js';

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
    /** For whom, where somebody stands in. */
    readonly onBehalfOf?: string | null;
    /** Digest of what the decision is on. */
    readonly subjectDigest?: string | null;
    /** Whether that is what was shown to whoever decides: null is then that there was none, and says nothing otherwise. */
    readonly shown?: boolean;
    readonly round?: number | null;
    /** Absences as they were read before the command: the evidence that somebody may stand in. */
    readonly absences?: readonly Absence[];
    /** Joins the output of the step if this decision ends it. */
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
    /** `reviewer-…` only, as the next one. */
    readonly reasonCode?: string | null;
    readonly values?: JsonObject | null;
    readonly subjectDigest?: string | null;
    readonly round?: number | null;
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
  'deadline-passed': {
    readonly stepId: string;
    /** When the job was due: a deadline that has moved since has not passed. */
    readonly dueAt?: number;
  };
  'agent-timed-out': { readonly stepId: string };
  /** What the directory said; the people are found from it. */
  'reviewers-found': { readonly stepId: string; readonly attempt: number; readonly answers: Answers };
  'directory-failed': {
    readonly stepId: string;
    readonly attempt: number;
    readonly message: string;
    readonly retryable: boolean;
  };
  'reminder-due': { readonly stepId: string; readonly dueAt: number };
  /** Reminds people of a waiting step, beside the reminders of its node. */
  remind: {
    readonly stepId: string;
    readonly actorId: string;
    /** null: everybody who owes an answer. */
    readonly userId: string | null;
    /** Whether somebody may remind who neither started the run nor contributed to it. */
    readonly asAdministrator: boolean;
  };
  /** Hands a place over. By somebody else than who holds it: for an administrator. */
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
    /** null: the initiator. */
    readonly ofUserId: string | null;
    /** Absent: only the same question while it is open is a repeat. */
    readonly idempotencyKey?: string | undefined;
  };
  'provide-information': {
    readonly stepId: string;
    readonly actorId: string;
    readonly questionId: string;
    readonly answer: string;
    /** Whether the actor may answer what others were asked. */
    readonly asAdministrator: boolean;
  };
  /** Makes jobs again that were lost; `seq` is what they were missed at. */
  'restore-jobs': { readonly seq: number; readonly jobs: readonly Job[] };
  withdraw: { readonly actorId: string; readonly reason: string | null };
  'revise-subject': {
    readonly subject: Subject;
    /** Digest of what is to be replaced; null: there was none. */
    readonly ifDigest: string | null;
    readonly actorId: string;
    readonly contributorId: string | null;
    /** Absent: only the digest that is current already is a repeat. */
    readonly idempotencyKey?: string | undefined;
  };
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
  /** `again`: more has to be asked, because others are kept from deciding than before. */
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
export type RefusalCode =
  | 'abstain-not-allowed'
  | 'already-asked'
  | 'answered-already'
  | 'calendar-unknown'
  | 'claimed'
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
  | 'subject-changed';

/** Somebody who is kept from deciding. */
export const excludedRefusal = (userId: string) =>
  refused('PERMISSION_DENIED', `"${userId}" must not decide this step: separation of duties`, {
    code: 'separation-of-duties',
  });

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
