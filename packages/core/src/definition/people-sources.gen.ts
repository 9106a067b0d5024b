// Generated from the schemas of people-sources.ts by `npm run types`. Do not edit.

/** Source of a pool's candidates: exactly one of `users`, `group`, `role` and `var`. */
export interface DefinitionPool {
  /** Ids of the candidates, 1 to 50. */
  users?: string[] | undefined;
  /** Name of a group in the host's directory. */
  group?: string | undefined;
  /** Name of a role in the host's directory. */
  role?: string | undefined;
  /**
   * Dot-path to a userId or a list of up to 500, from `execution.input` or `output` (of the
   * previous step).
   */
  var?: string | undefined;
}

/** A value of the execution. */
export interface DefinitionValue {
  /** Dot-path from `execution.input` or `output` (of the previous step). */
  var: string;
}

/** Condition that ends a chain. */
export interface DefinitionChainLimit {
  /** Name of a user attribute in the directory. */
  attribute: string;
  /** Minimum value: a number, or the path of one in the execution. */
  atLeast: number | DefinitionValue;
}

/** A chain of managers, each the manager of the previous one. */
export interface DefinitionChain {
  /** User whose manager is the first of the chain. */
  startAt: DefinitionValue;
  /** Maximum number of managers, 1 to 10. */
  maxLevels: number;
  /**
   * Ends the chain with the first manager whose attribute reaches the minimum. One of them must
   * reach it.
   */
  untilLimit?: DefinitionChainLimit | undefined;
}
