// Generated from the schemas of revoke.ts by `npm run types`. Do not edit.

/** A standing grant to revoke; the token identifies the user. */
export interface RevokeGrantData {
  /** Id of the grant. */
  grantId: string;
}
