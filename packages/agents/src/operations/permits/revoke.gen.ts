// Generated from the schemas of revoke.ts by `npm run types`. Do not edit.

/** A permit to revoke; the token identifies the user. */
export interface RevokePermitData {
  /** Id of the permit. */
  permitId: string;
  /** Reason, up to 500 characters. */
  reason?: string | undefined;
}
