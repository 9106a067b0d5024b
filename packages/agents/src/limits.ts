/** Every bound of the gate (permits G1 to G7). Lengths are in characters, times in milliseconds. */
export const PERMIT_LIMITS = {
  argsBytes: 196_608,
  argsDepth: 60,
  targetLength: 500,
  refLength: 200,
  attempts: 1_000,
  reasonLength: 2_000,
  revokeReasonLength: 500,
  errorLength: 2_000,
  batch: 50,
  pending: 100,
  deniedBeforeMs: 600_000,
  /** Concurrent reads in a process; each reads up to a hundred permits. */
  looks: 2,
  waitMs: 60_000,
  /** Limit over HTTP. */
  httpWaitMs: 25_000,
  /** Concurrent waits from outside; calls in process are not limited. */
  waits: 100,
  workspaceWaits: 50,
  subjectWaits: 25,
  askMinMs: 1_000,
  askMs: 31_536_000_000,
  grantMinMs: 1_000,
  grantMs: 86_400_000,
  rules: 200,
  grantUses: 1_000,
  grantPeople: 50,
  matchArguments: 50,
  matchValues: 50,
  matchBytes: 65_536,
  redactions: 50,
  tools: 1_000,
  difference: 20,
  history: 200,
  /** Remembered amendment keys of a permit; an older key is a new amendment. */
  amendKeys: 20,
  policyBytes: 1_048_576,
  batchBytes: 16_777_216,
} as const;

/** Defaults of omitted options. */
export const PERMIT_DEFAULTS = { askMs: 86_400_000, grantMs: 900_000, pageSize: 50 } as const;
