/**
 * True when changesets raise the versions. @throws Error with advice if a release is impossible.
 */
export function rises(given: {
  readonly changesets: readonly string[];
  readonly changelog: string;
  readonly version: string;
  readonly node: string;
}): boolean;
