/** What a lint rule is. */
import type { IssueCode } from '../definition/issue.js';
import type { Path } from '../definition/path.js';
import type { LintModel } from './model.js';

export interface Finding {
  readonly code: IssueCode;
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
}

/** One rule; its findings all have one of its codes. */
export interface Rule {
  readonly codes: readonly IssueCode[];
  /**
   * `element`: what it finds among some nodes, edges, groups and loops stays true when more come to them, so it also
   * runs while others are malformed. `graph`: needs all of them.
   */
  readonly reads: 'element' | 'graph';
  readonly check: (model: LintModel, context: LintContext) => Finding[];
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

/** `"a", "b"` */
export const quoted = (names: Iterable<string>): string => [...names].map((it) => `"${it}"`).join(', ');
