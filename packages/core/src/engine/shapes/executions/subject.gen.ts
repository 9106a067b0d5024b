// Generated from the schemas of subject.ts by `npm run types`. Do not edit.

/** What is to be approved. */
export interface RunSubject {
  /** Digest of what is to be approved, as in `sha256:…`. */
  digest: string;
  /** The host's own id of what is to be approved, up to 200 characters. */
  ref?: string | undefined;
  /** Which state of it, up to 200 characters. */
  revision?: string | undefined;
}
