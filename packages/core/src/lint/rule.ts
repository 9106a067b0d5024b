/** What a lint rule is. */
import type { IssueCode } from '../definition/issue.js';
import type { Path } from '../definition/path.js';
import type { LintModel } from './model.js';

export interface Finding<C extends IssueCode = IssueCode> {
  readonly code: C;
  /** What is wrong and how to mend it. */
  readonly message: string;
  readonly path: Path;
  readonly nodeId?: string;
}

/** What a rule may know beyond the definition. */
export interface LintContext {
  readonly maxStepsPerExecution: number;
  /** Agents that the host registered; null when unknown. */
  readonly agentIds: ReadonlySet<string> | null;
  /** Whether the host has a directory; left out when unknown. */
  readonly hasDirectory?: boolean;
  /** Calendars that the host has; left out when unknown. */
  readonly calendars?: ReadonlySet<string>;
}

/** One rule; its findings all have one of its codes. */
export interface Rule<C extends IssueCode = IssueCode> {
  readonly codes: readonly C[];
  /**
   * `element`: what it finds among some nodes, edges, groups and loops stays true when more come to them, so it also
   * runs while others are malformed. `graph`: needs all of them.
   */
  readonly reads: 'element' | 'graph';
  /** What it finds, one after the other as it is asked: the linter stops asking when it has enough. */
  readonly check: (model: LintModel, context: LintContext) => Iterable<Finding<C>>;
}

/** The items that stand behind an earlier one with the same key. */
export function repeated<T>(items: readonly T[], keyOf: (item: T) => string): T[] {
  const seen = new Set<string>();
  return items.filter((item) => {
    const key = keyOf(item);
    const again = seen.has(key);
    seen.add(key);
    return again;
  });
}

/** `"a", "b"`; of many the first ten. */
export const quoted = (names: Iterable<string>): string =>
  listed(
    [...names].map((it) => `"${it}"`),
    ', ',
  );

export function listed(texts: readonly string[], separator: string): string {
  const shown = texts.slice(0, 10).join(separator);
  return texts.length <= 10 ? shown : `${shown} and ${texts.length - 10} more`;
}
