/** Definitions that subflow nodes name, as found in the store when a version is written. */

/** A version of a definition that a node runs. */
export interface FoundRun {
  readonly uid: string;
  readonly version: number;
  readonly organizationId: string | null;
  readonly documentId: string | null;
  /** Maximum number of steps of a run, those of its subflows included. */
  readonly steps: number;
  /** Ids of its nodes that people decide. */
  readonly humanNodeIds: readonly string[];
}

/** Result of the search for a node's definition, by nodeId. */
export type Pins = ReadonlyMap<string, FoundRun | 'definition-missing' | 'version-missing'>;

/** Returns what a node runs; null if it was not searched for or not found. */
export function pinOf(pins: Pins | undefined, nodeId: string): FoundRun | null {
  const found = pins?.get(nodeId);
  return typeof found === 'object' ? found : null;
}
