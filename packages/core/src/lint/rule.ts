/** Types and helpers of lint rules. */
import type { IssueCode } from '../definition/issue.js';
import type { Path } from '../definition/path.js';
import type { Pins } from './pins.js';
import type { LintModel } from './model.js';

export interface Finding<C extends IssueCode = IssueCode> {
  readonly code: C;
  /** Message that says what is wrong and how to fix it. */
  readonly message: string;
  readonly path: Path;
  readonly nodeId?: string;
}

/** Registered agents: iterating lists their ids, and `has` may know more than are listed. */
export interface RegisteredAgents extends Iterable<string> {
  readonly has: (agentId: string) => boolean;
}

/** Facts about the host that rules may use. */
export interface LintContext {
  readonly maxStepsPerExecution: number;
  /** Agents that the host registered; null when unknown. */
  readonly agentIds: RegisteredAgents | null;
  /** True if the host has a directory; undefined when unknown. */
  readonly hasDirectory?: boolean;
  /** True if the host has a transport that calls; undefined when unknown. */
  readonly hasTransport?: boolean;
  /** True if receivers can call the engine back; undefined when unknown. */
  readonly hasCallbacks?: boolean;
  /** Channels of notification nodes; undefined when unknown. */
  readonly channels?: ReadonlySet<string>;
  /** Calendars of the host; undefined when unknown. */
  readonly calendars?: ReadonlySet<string>;
  /** Definitions that the subflow nodes run; undefined when unknown. */
  readonly pins?: Pins;
}

/** A rule. Each finding has one of its codes. */
export interface Rule<C extends IssueCode = IssueCode> {
  readonly codes: readonly C[];
  /**
   * `element` rules stay true when more nodes, edges, groups or loops are added, so they also run
   * while other parts are malformed. `graph` rules need the whole definition.
   */
  readonly reads: 'element' | 'graph';
  /** Yields findings lazily. The linter stops when its list is full. */
  readonly check: (model: LintModel, context: LintContext) => Iterable<Finding<C>>;
}

/** Items after an earlier one with the same key. */
export function repeated<T>(items: readonly T[], keyOf: (item: T) => string): T[] {
  const seen = new Set<string>();
  return items.filter((item) => {
    const key = keyOf(item);
    const again = seen.has(key);
    seen.add(key);
    return again;
  });
}

/** Quoted names, at most ten: `"a", "b"`. */
export const quoted = (names: Iterable<string>): string =>
  listed(
    [...names].map((it) => `"${it}"`),
    ', ',
  );

export function listed(texts: readonly string[], separator: string): string {
  const shown = texts.slice(0, 10).join(separator);
  return texts.length <= 10 ? shown : `${shown} and ${texts.length - 10} more`;
}
