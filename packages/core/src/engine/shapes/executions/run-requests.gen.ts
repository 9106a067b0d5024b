// Generated from the schemas of run-requests.ts by `npm run types`. Do not edit.
import type { RunSubject } from './subject.gen.js';

/** Which run its initiator takes back. */
export interface WithdrawExecutionRequest {
  /** Id of the execution, as `dispatch` returned it. */
  executionId: string;
  /** Who asks for it: who started the run. */
  actorId: string;
  /** Why, up to 500 characters; `withdrawn` by default. */
  reason?: string | undefined;
}

/** What is to be approved from now on. */
export interface ReviseSubjectRequest {
  /** Id of the execution, as `dispatch` returned it. */
  executionId: string;
  /** What is to be approved now. */
  subject: RunSubject;
  /** Digest of what it replaces; null where there was none. */
  ifDigest: string | null;
  /** Who asks for it; a contributor from then on. */
  actorId: string;
  /** Who made the change, where it is somebody else; a contributor from then on. */
  contributorId?: string | undefined;
  /** Makes a repeat by the same actor change nothing, whatever came after it; up to 200 characters. */
  idempotencyKey?: string | undefined;
}

/** Which run to explain. */
export interface ExplainExecutionRequest {
  /** Id of the execution, as `dispatch` returned it. */
  executionId: string;
  /** Only this step; all of them by default. */
  stepId?: string | undefined;
}
