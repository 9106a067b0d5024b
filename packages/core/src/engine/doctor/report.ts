/** What a doctor tells. */
import type { Finding } from '../../checker/check.js';
import type { InvariantCode } from '../../checker/invariants.js';

/** Why a run could not be looked at as a whole. */
export type DoctorCode =
  | InvariantCode
  /** The version of the definition that the run is on is not in the store. */
  | 'definition-lost'
  /** It has more events than are looked at. */
  | 'too-many-events';

/** Something that can never be, and is, in a live store. */
export interface DoctorFinding extends Omit<Finding, 'code'> {
  /** The rule that does not hold. */
  readonly code: DoctorCode;
  /** Whether `mend` can mend it safely. What it cannot is for somebody to look at: it decides nothing about a run. */
  readonly mendable: boolean;
  /** Whether this call has mended it, and has seen that it is. */
  readonly mended: boolean;
}

/** What a doctor has seen. */
export interface DoctorReport {
  /** How many runs were looked at. */
  readonly checked: number;
  /** What is wrong; of one run the first 100. */
  readonly findings: readonly DoctorFinding[];
  /** Findings beyond those. */
  readonly omitted: number;
  /** Runs that changed each time they were looked at: they are alive, and worth another look. */
  readonly unsettled: readonly string[];
  /** Whether the store lists jobs; where it does not, nobody can tell whether one was lost. */
  readonly jobsChecked: boolean;
  /** Where the next call goes on; null: every run was looked at. */
  readonly nextCursor: string | null;
}

/** Findings of one run that are told. */
export const FINDINGS_PER_RUN = 100;
/** A call ends early with so many, so that a report stays small however broken a store is. */
export const ENOUGH_FINDINGS = 500;
/** A message may quote a whole state. */
const MESSAGE_LENGTH = 2_000;

/** A finding as it is told. */
export const told = (
  { message, ...finding }: Omit<DoctorFinding, 'mendable' | 'mended'>,
  mendable: boolean,
): DoctorFinding => ({
  ...finding,
  message: message.length <= MESSAGE_LENGTH ? message : `${message.slice(0, MESSAGE_LENGTH)} …`,
  mendable,
  mended: false,
});
