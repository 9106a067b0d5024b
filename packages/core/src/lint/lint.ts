/** Lints a definition by running the table of rules. */
import type { Definition } from '../definition/definition.js';
import {
  type ErrorCode,
  type Issue,
  type IssueCode,
  WARNING_CODES,
  type WarningCode,
} from '../definition/issue.js';
import { LIMITS } from '../definition/limits.js';
import type { InSteps } from '../definition/in-steps.js';
import type { IssueList } from '../definition/issue-list.js';
import { type Path, formatPath } from '../definition/path.js';
import { type LintModel, modelInSteps } from './model.js';
import type { LintContext, Rule } from './rule.js';
import { durationRules } from './rules/durations.js';
import { edgeRules } from './rules/edges.js';
import { edgeWordRules } from './rules/edge-words.js';
import { expressionRules } from './rules/expressions.js';
import { graphRules } from './rules/graph.js';
import { groupRules } from './rules/groups.js';
import { inputRules } from './rules/input.js';
import { loopRules } from './rules/loops.js';
import { outcomeRules } from './rules/outcomes.js';
import { nodeRules } from './rules/nodes.js';
import { presentationRules } from './rules/presentations.js';
import { reviewerRules } from './rules/reviewers.js';
import { separationRules } from './rules/separation.js';
import { runTimeRules } from './rules/run-time.js';
import { receiverRules } from './rules/receiver.js';
import { eventRules } from './rules/events.js';
import { scheduleRules } from './rules/schedules.js';
import { triggerRules } from './rules/triggers.js';

/** Codes found before the rules run. Every other code belongs to a rule. */
type ShapeCode =
  | 'unknown-field'
  | 'reserved-id'
  | 'secret-required'
  | 'too-many-issues'
  | 'too-many-nodes'
  | 'too-many-edges';
type RuledCode = Exclude<IssueCode, ShapeCode>;

/** Returns the rules. A code without a rule is a compile error that names the code. */
const everyCode = <C extends RuledCode>(
  rules: readonly Rule<C>[] &
    ([RuledCode] extends [C] ? unknown : { readonly withoutRule: Exclude<RuledCode, C> }),
): readonly Rule[] => rules;

export const RULES = everyCode([
  ...graphRules,
  ...edgeRules,
  ...edgeWordRules,
  ...nodeRules,
  ...reviewerRules,
  ...durationRules,
  ...separationRules,
  ...expressionRules,
  ...presentationRules,
  ...inputRules,
  ...groupRules,
  ...loopRules,
  ...outcomeRules,
  ...runTimeRules,
  ...triggerRules,
  ...scheduleRules,
  ...eventRules,
  ...receiverRules,
]);

export interface LintReport {
  /** Warnings do not refuse the definition. */
  readonly warnings: readonly Issue<WarningCode>[];
  readonly model: LintModel;
}

/**
 * Runs every rule (contract section 15) in order. Adds errors to `issues` until that list is full.
 */
export function* lint(definition: Definition, context: LintContext, issues: IssueList): InSteps<LintReport> {
  const model = yield* modelInSteps(definition);
  if (model.isTooMany) {
    issues.add([TOO_MANY_EDGES]);
    return { warnings: [], model };
  }
  return { warnings: yield* run(RULES, model, context, issues), model };
}

/** The rules would read a graph that lacks edges. */
const TOO_MANY_EDGES: Issue<ErrorCode> = {
  code: 'too-many-edges',
  message: `the edges of groups stand for more than ${LIMITS.edges} edges, one for each pair of nodes; give the groups fewer members or edges, or split the workflow in two`,
  path: 'edges',
};

/** Runs the rules that remain valid while other parts of the definition are malformed. */
export function* lintParts(
  definition: Definition,
  context: LintContext,
  issues: IssueList,
  toPath: (path: Path) => Path,
): InSteps<readonly Issue<WarningCode>[]> {
  const elementRules = RULES.filter((rule) => rule.reads === 'element');
  const model = yield* modelInSteps(definition);
  return model.isTooMany ? [] : yield* run(elementRules, model, context, issues, toPath);
}

/** Runs one rule per step. Later rules may assume that earlier ones left room in the list. */
function* run(
  rules: readonly Rule[],
  model: LintModel,
  context: LintContext,
  issues: IssueList,
  toPath: (path: Path) => Path = (path) => path,
): InSteps<readonly Issue<WarningCode>[]> {
  const warnings: Issue<WarningCode>[] = [];
  for (const rule of rules) {
    for (const { path, ...finding } of rule.check(model, context)) {
      const issue: Issue = { ...finding, path: formatPath(toPath(path)) };
      if (isWarning(issue)) warnings.push(issue);
      else issues.add([issue as Issue<ErrorCode>]);
      if (issues.isFull) return warnings;
    }
    yield;
  }
  return warnings;
}

const WARNINGS: ReadonlySet<IssueCode> = new Set(WARNING_CODES);
const isWarning = (issue: Issue): issue is Issue<WarningCode> => WARNINGS.has(issue.code);
