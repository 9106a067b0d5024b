// Generated from the schemas of outcome.ts by `npm run types`. Do not edit.

/** Outcome of the call. */
export interface PermitOutcomeData {
  /** Id of the permit. */
  permitId: string;
  /** True if the call succeeded. */
  ok: boolean;
  /** Digest of the result: `<algorithm>:<hex>`. */
  resultDigest?: string | null | undefined;
  /** Error text, up to 2,000 characters. */
  error?: string | null | undefined;
  /** The same as in the request for the permit. */
  onBehalfOf?: string | null | undefined;
}
