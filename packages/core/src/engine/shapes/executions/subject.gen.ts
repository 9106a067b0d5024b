// Generated from the schemas of subject.ts by `npm run types`. Do not edit.

/** Subject of an approval. */
export interface RunSubject {
  /** Digest of what is to be approved, as in `sha256:…`. */
  digest: string;
  /** The host's own id of what is to be approved, up to 200 characters. */
  ref?: string | undefined;
  /** Revision of it, up to 200 characters. */
  revision?: string | undefined;
}
