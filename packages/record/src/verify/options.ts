/** Options and result of a verification. */
import type { Decision } from './decisions.js';
import type { PinnedKey } from './trust.js';
import type { Finding, Verdict } from './verdict.js';

/** Knowledge of the verifier from outside the bundle. */
export interface VerifyOptions {
  /** Public keys that sign checkpoints: vkeys, or the 32 bytes of a key, also in base64. */
  readonly keys: readonly PinnedKey[];
  /** Notes of checkpoints that you or others kept. A bundle must fit all of them. */
  readonly anchors?: readonly string[] | undefined;
  /** Least number of leaves that the log of a complete bundle must have. */
  readonly minSize?: number | undefined;
  /** Time after which ended executions are deleted, in ms. Their absence is then EXPIRED. */
  readonly retentionMs?: number | undefined;
  /** Current time, in ms since the epoch. Default: the clock. */
  readonly now?: number | undefined;
}

/** Result for one execution. */
export interface VerifiedRun {
  /** Id of the execution. */
  readonly run: string;
  /** Worst finding about it, or INTACT. */
  readonly verdict: Verdict;
  /** Number of its last event in the bundle. */
  readonly seq: number;
  /** The record says nothing of events up to this one; 0 if it begins with the first. */
  readonly until: number;
  /** Texts that were erased by a logged redaction. */
  readonly redacted: number;
  /** People who were erased by a logged redaction. */
  readonly erased: number;
  /** Texts and people that are not shown, and that no logged redaction covers. */
  readonly withheld: number;
  /** First event that no checkpoint proves; null if all are proven. */
  readonly unanchoredFrom: number | null;
  /** Epoch of the log that proves the newest event; null without one. */
  readonly epoch: number | null;
  /** Newest checkpoint that proves an event. */
  readonly checkpoint: { readonly origin: string; readonly size: number; readonly root: string } | null;
  /** Workspace of the execution. */
  readonly workspace: string;
  /** Definition that it ran. */
  readonly definition: { readonly id: string; readonly version: number; readonly digest: string };
  /** Digest of its subject at the start; null without one. */
  readonly subject: string | null;
  /** Outcome or end as the record has it; null for an execution that has not ended. */
  readonly end: string | null;
  /** Its decisions in order, 1,000 at most. */
  readonly decisions: readonly Decision[];
}

/** Result of a verification. */
export interface Verified {
  /** The worst finding, or INTACT. */
  readonly verdict: Verdict;
  /** Everything that speaks against the bundle, 1,000 at most. */
  readonly findings: readonly Finding[];
  /** Number of findings beyond those listed. */
  readonly findingsLeftOut: number;
  /** Results of the executions, 100,000 at most. */
  readonly runs: readonly VerifiedRun[];
  /** Number of executions beyond those listed. */
  readonly runsLeftOut: number;
  /** True if the bundle says that it has every execution of its log. */
  readonly complete: boolean;
  /** Executions that a complete bundle lacks because retention deleted them. */
  readonly expired: number;
  /** Result in sentences, the verdict first. It also says what the bundle cannot show. */
  readonly text: string;
}
