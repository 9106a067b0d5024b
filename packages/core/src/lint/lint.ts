/** Lints a definition: runs the table of rules, nothing else. */
import type { Definition } from '../definition/definition.js';
import {
  type ErrorCode,
  type Issue,
  type IssueCode,
  WARNING_CODES,
  type WarningCode,
} from '../definition/issue.js';
import { type Path, formatPath } from '../definition/path.js';
import { type LintModel, lintModel } from './model.js';
import type { Finding, LintContext, Rule } from './rule.js';
import { expressionRules } from './rules/expressions.js';
import { graphRules } from './rules/graph.js';
import { groupRules } from './rules/groups.js';
import { loopRules } from './rules/loops.js';
import { nodeRules } from './rules/nodes.js';
import { runTimeRules } from './rules/run-time.js';

export const RULES: readonly Rule[] = [
  ...graphRules,
  ...nodeRules,
  ...expressionRules,
  ...groupRules,
  ...loopRules,
  ...runTimeRules,
];

export interface LintReport {
  /** Each refuses the definition. */
  readonly issues: readonly Issue<ErrorCode>[];
  /** Accepted all the same. */
  readonly warnings: readonly Issue<WarningCode>[];
  readonly model: LintModel;
}

/** Everything that is to say about `definition` (contract section 15), in the order of the rules. */
export function lint(definition: Definition, context: LintContext): LintReport {
  const model = lintModel(definition);
  return { ...sorted(findings(RULES, model, context)), model };
}

/** What can be said of the parts of a definition while other parts are malformed. */
export function lintParts(definition: Definition, context: LintContext, toPath: (path: Path) => Path) {
  const elementRules = RULES.filter((rule) => rule.reads === 'element');
  const found = findings(elementRules, lintModel(definition), context);
  return sorted(found.map((it) => ({ ...it, path: toPath(it.path) })));
}

const findings = (rules: readonly Rule[], model: LintModel, context: LintContext): Finding[] =>
  rules.flatMap((rule) => rule.check(model, context));

function sorted(found: readonly Finding[]): Pick<LintReport, 'issues' | 'warnings'> {
  const issues = found.map(({ path, ...finding }): Issue => ({ ...finding, path: formatPath(path) }));
  return {
    issues: issues.filter((it): it is Issue<ErrorCode> => !isWarning(it.code)),
    warnings: issues.filter((it): it is Issue<WarningCode> => isWarning(it.code)),
  };
}

const isWarning = (code: IssueCode): code is WarningCode => WARNING_CODES.some((it) => it === code);
