/** Compiles a definition from JSON, or returns everything that is wrong with it. */
import type { Definition } from '../definition/definition.js';
import { type InSteps, atOnce } from '../definition/in-steps.js';
import type { ErrorCode, Issue, WarningCode } from '../definition/issue.js';
import type { JsonValue } from '../definition/json.js';
import { LIMITS } from '../definition/limits.js';
import { readInSteps } from '../lint/read.js';
import type { LintContext } from '../lint/rule.js';
import { compile } from './compile.js';
import type { CompiledDefinition } from './compiled.js';

/** Result of compiling a definition: its compiled form, or its issues. */
export type CompiledOrIssues =
  | {
      /** True for a valid definition. */
      readonly ok: true;
      /** The validated definition. */
      readonly definition: Definition;
      /** Compiled form that executions are interpreted from. */
      readonly compiled: CompiledDefinition;
      /** Warnings of the linter. They do not refuse the definition. */
      readonly warnings: readonly Issue<WarningCode>[];
    }
  | {
      readonly ok: false;
      /** All issues at once. Each refuses the definition. */
      readonly issues: readonly Issue<ErrorCode>[];
      readonly warnings: readonly Issue<WarningCode>[];
    };

/**
 * Checks a definition like `definitions.create` (contract section 15) and compiles it, without an
 * engine. For build steps and editors. `json` must be plain JSON.
 * @see docs/reference/contract.md#15-linter-codes
 * @example
 * ```ts
 * import { compileDefinition } from '@org/approval-core';
 *
 * const checked = compileDefinition({
 *   definitionId: 'sign-off',
 *   name: 'Sign-off',
 *   nodes: [{ nodeId: 'legal', type: 'human', config: { reviewers: [] } }],
 *   edges: [],
 * });
 * if (!checked.ok) for (const issue of checked.issues) console.log(issue.code, issue.path);
 * // → human-missing-reject-path nodes[0].config.onReject
 * // → reviewers-missing nodes[0].config.reviewers
 * ```
 */
export function compileDefinition(json: JsonValue, context: Partial<LintContext> = {}): CompiledOrIssues {
  return atOnce(compileInSteps(json, context));
}

/** Same as `compileDefinition`, with pauses for other work. */
export function* compileInSteps(
  json: JsonValue,
  context: Partial<LintContext> = {},
): InSteps<CompiledOrIssues> {
  const read = yield* readInSteps(json, {
    maxStepsPerExecution: LIMITS.stepsPerExecution,
    agentIds: null,
    ...context,
  });
  if (!read.ok) return read;
  const { definition, model, warnings } = read;
  yield;
  return { ok: true, definition, compiled: compile(model, context.pins), warnings };
}
