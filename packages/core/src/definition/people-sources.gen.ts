// Generated from the schemas of people-sources.ts by `npm run types`. Do not edit.

/** Where the candidates of a pool come from: exactly one of `users`, `group`, `role` and `var`. */
export interface DefinitionPool {
  /** Ids of the candidates, 1 to 50. */
  users?: string[] | undefined;
  /** Name of a group in the host's directory. */
  group?: string | undefined;
  /** Name of a role in the host's directory. */
  role?: string | undefined;
  /**
   * Dot-path to a userId or a list of up to 500, from `execution.input` or `output` (of the step before).
   */
  var?: string | undefined;
}

/** A value that a run has. */
export interface DefinitionValue {
  /** Dot-path from `execution.input` or `output` (of the step before). */
  var: string;
}

/** Whom a chain ends with. */
export interface DefinitionChainLimit {
  /** Name of an attribute of people in the directory. */
  attribute: string;
  /** What it has to be at least: a number, or where the run has it. */
  atLeast: number | DefinitionValue;
}

/** Managers, each the manager of the one before. */
export interface DefinitionChain {
  /** Whose manager is the first. */
  startAt: DefinitionValue;
  /** How many managers there are at most, 1 to 10. */
  maxLevels: number;
  /** Ends the chain with the first whose attribute is large enough; somebody has to have it. */
  untilLimit?: DefinitionChainLimit | undefined;
}
