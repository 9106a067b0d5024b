/** Whether the versions rise. @throws Error that says what to do when there is nothing to release, or this Node cannot. */
export function rises(given: {
  readonly changesets: readonly string[];
  readonly changelog: string;
  readonly version: string;
  readonly node: string;
}): boolean;
