// Generated from the schemas of schema-common.ts by `npm run types`. Do not edit.

/** Retries of a failed call. */
export interface DefinitionRetry {
  /** Maximum number of calls, the first included; 3 by default. */
  maximumAttempts?: number | undefined;
  /** Wait before the second call, in ms; 1,000 by default. */
  initialIntervalMs?: number | undefined;
  /** Factor by which each further wait grows; 2 by default. */
  backoffCoefficient?: number | undefined;
  /** Longest wait, in ms; 60,000 by default. */
  maximumIntervalMs?: number | undefined;
}
