// Generated from the schemas of run-requests.ts by `npm run types`. Do not edit.
import type { JsonValue } from '../../../definition/json.js';
import type { PresentationValues } from '../../../definition/presented.gen.js';
import type { RunSubject } from './subject.gen.js';

/** Selects the execution that its initiator withdraws. */
export interface WithdrawExecutionRequest {
  /** Id of the execution, as `dispatch` returned it. */
  executionId: string;
  /** User who requests it: the initiator of the execution. */
  actorId: string;
  /** Reason, up to 500 characters; `withdrawn` by default. */
  reason?: string | undefined;
}

/** New subject of an approval. */
export interface ReviseSubjectRequest {
  /** Id of the execution, as `dispatch` returned it. */
  executionId: string;
  /** New subject. */
  subject: RunSubject;
  /** Digest of what it replaces; null where there was none. */
  ifDigest: string | null;
  /** User who requests it; a contributor from then on. */
  actorId: string;
  /** Author of the change, if another user; a contributor from then on. */
  contributorId?: string | undefined;
  /**
   * Makes a repeat by the same actor change nothing, even after later changes; up to 200
   * characters.
   */
  idempotencyKey?: string | undefined;
  /** Presentation from then on; unchanged by default. */
  presentation?: PresentationValues | undefined;
}

/** A signal to an execution, for the steps that wait for it. */
export interface SignalExecutionRequest {
  /** Id of the execution, as `dispatch` returned it. */
  executionId: string;
  /** Name of the signal, as a wait node names it. */
  name: string;
  /** Any JSON up to 256 KiB; steps have it as `output.payload`. null by default. */
  payload?: JsonValue | undefined;
  /** Makes a repeat change nothing; unique among the last 100 of the execution. */
  idempotencyKey?: string | undefined;
}

/** Selects the execution to explain. */
export interface ExplainExecutionRequest {
  /** Id of the execution, as `dispatch` returned it. */
  executionId: string;
  /** Only this step; all of them by default. */
  stepId?: string | undefined;
  /** Only the step of this node, in place of `stepId`. */
  nodeId?: string | undefined;
}
