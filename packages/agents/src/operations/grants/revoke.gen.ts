// Generated from the schemas of revoke.ts by `npm run types`. Do not edit.

/** Which standing grant to take back; the token says who does. */
export interface RevokeGrantData {
  /** Id of the grant. */
  grantId: string;
}
