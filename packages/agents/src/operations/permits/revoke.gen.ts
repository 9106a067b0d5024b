// Generated from the schemas of revoke.ts by `npm run types`. Do not edit.

/** Which permit to take back; the token says who does. */
export interface RevokePermitData {
  /** Id of the permit. */
  permitId: string;
  /** Why, up to 500 characters. */
  reason?: string | undefined;
}
