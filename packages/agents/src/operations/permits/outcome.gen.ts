// Generated from the schemas of outcome.ts by `npm run types`. Do not edit.

/** What came of the call. */
export interface PermitOutcomeData {
  /** Id of the permit. */
  permitId: string;
  /** Whether the call did what it was to do. */
  ok: boolean;
  /** Digest of the result: `<algorithm>:<hex>`. */
  resultDigest?: string | null | undefined;
  /** What went wrong, up to 2,000 characters. */
  error?: string | null | undefined;
  /** As it was asked. */
  onBehalfOf?: string | null | undefined;
}
