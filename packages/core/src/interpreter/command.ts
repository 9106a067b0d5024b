/** What can be asked of an execution: a closed set of commands, and what each answers. */
import type { JsonObject } from '../definition/json.js';
import type { AgentResult } from './kinds/agent-output.js';
import type { ReviewDecision, StepStatus } from './state.js';

export const RESOLVE_ACTIONS = [
  'force-approve',
  'force-reject',
  'force-complete',
  'force-fail',
  'reviewer-approve',
  'reviewer-reject',
] as const;
export type ResolveAction = (typeof RESOLVE_ACTIONS)[number];

export interface Commands {
  /** The first command of every execution. */
  dispatch: object;
  'record-decision': {
    readonly stepId: string;
    readonly reviewerId: string;
    readonly decision: ReviewDecision;
    readonly reason: string | null;
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
  };
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
  /** The answer to a step whose agent deferred it. */
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

export interface ReviewAnswer {
  readonly recorded: boolean;
  readonly aggregatorStatus: 'pending' | 'resolved';
  /** True only in the answer to the call that resolved the step. */
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

export interface Answers {
  dispatch: null;
  'record-decision': ReviewAnswer;
  'record-resolution': ReviewAnswer;
  'resolve-step': { readonly resolved: boolean; readonly status: StepStatus };
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

export type CommandKind = keyof Commands;
export type CommandOf<K extends CommandKind> = { readonly kind: K } & Commands[K];
export type Command = { [K in CommandKind]: CommandOf<K> }[CommandKind];

/** Why a command is refused; nothing has changed. */
export interface Refusal {
  readonly status: 'NOT_FOUND' | 'FAILED_PRECONDITION' | 'PERMISSION_DENIED' | 'INVALID_ARGUMENT';
  readonly message: string;
  readonly details: JsonObject;
}

/** What a handler makes of a command; a refusal comes before its first event. */
export type Reply<A> =
  { readonly ok: true; readonly answer: A } | { readonly ok: false; readonly refusal: Refusal };

export const answered = <A>(answer: A): Reply<A> => ({ ok: true, answer });

export const refused = (
  status: Refusal['status'],
  message: string,
  details: JsonObject = {},
): { ok: false; refusal: Refusal } => ({ ok: false, refusal: { status, message, details } });

/** A field of the request is wrong in a way that only the state shows; said as all faults of requests are (section 14). */
export const invalidField = (path: string, message: string) =>
  refused('INVALID_ARGUMENT', `invalid-field at ${path}: ${message}`, {
    issues: [{ code: 'invalid-field', message, path }],
  });

export const noStep = (stepId: string) =>
  refused('NOT_FOUND', `there is no step "${stepId}" in this execution`);
