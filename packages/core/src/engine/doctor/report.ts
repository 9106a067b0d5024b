/** The report of the doctor. */
import type { Finding } from '../../checker/check.js';
import type { InvariantCode } from '../../checker/invariants.js';

/** Codes of faults, and of runs that could not be checked. */
export type DoctorCode =
  | InvariantCode
  /** The version of the definition that the run is on is not in the store. */
  | 'definition-lost'
  /** It has more events than are checked. */
  | 'too-many-events'
  /**
   * A schedule has no job. `executionId` is the uid of its definition, and `stepId` its triggerId.
   */
  | 'schedule-lost'
  /** A step waits for a run that is gone or has ended, or a run is open and its step has ended. */
  | 'child-lost';

/** Something that can never be, and is, in a live store. */
export interface DoctorFinding extends Omit<Finding, 'code'> {
  /** The rule that does not hold. */
  readonly code: DoctorCode;
  /** True if the `fix` option fixes it safely. Other findings need a review. */
  readonly fixable: boolean;
  /** True if this call fixed it and verified the fix. */
  readonly fixed: boolean;
}

/** Report of the doctor. */
export interface DoctorReport {
  /** Number of checked runs. */
  readonly checked: number;
  /** Findings, at most 100 per run. */
  readonly findings: readonly DoctorFinding[];
  /** Number of findings beyond those. */
  readonly omitted: number;
  /** Runs that changed at every read: they are active; check them again. */
  readonly unsettled: readonly string[];
  /** True if the store lists jobs; otherwise lost jobs cannot be detected. */
  readonly jobsChecked: boolean;
  /** Cursor of the next call; null when every run was checked. */
  readonly nextCursor: string | null;
}

/** Limit of reported findings per run. */
export const FINDINGS_PER_RUN = 100;
/** Limit of findings per call, which ends early then, to keep reports small. */
export const ENOUGH_FINDINGS = 500;
/** A message may quote a whole state. */
const MESSAGE_LENGTH = 2_000;

/** Returns the reported form of a finding. */
export const findingOf = (
  { message, ...finding }: Omit<DoctorFinding, 'fixable' | 'fixed'>,
  fixable: boolean,
): DoctorFinding => ({
  ...finding,
  message: message.length <= MESSAGE_LENGTH ? message : `${message.slice(0, MESSAGE_LENGTH)} …`,
  fixable,
  fixed: false,
});
