/**
 * Parses policies: their shape, their version, and rules in the form that calls are matched
 * against.
 */
import { characterCount } from '@org/approval-internal/character-count';
import * as z from 'zod';
import { ApprovalError, type Issue, type JsonValue, LIMITS } from '@org/approval-core';
import type { Expression } from '@org/approval-core/definition';
import {
  canonicalJson,
  copyJson,
  formatPath,
  parseCondition,
  patternBudget,
  sha256Hex,
} from '@org/approval-core/internal';
import { invalid } from '../errors.js';
import { PERMIT_LIMITS } from '../limits.js';
import { type Parse, parse, userId } from '../requests.js';
import type { Ask, Policies, Rule } from '../types.js';

/** A checked rule with its position. */
export interface CheckedRule {
  /** Index of the rule, from 0. */
  readonly index: number;
  readonly rule: Rule;
  /** Condition; null if it applies to every call. */
  readonly when: Expression | null;
}

export interface CheckedPolicies {
  readonly rules: readonly CheckedRule[];
  readonly otherwise: Ask | null;
  /** `sha256:<hex>` of the policies as given. */
  readonly version: string;
}

const TOOL_PATTERN = /^([A-Za-z0-9][A-Za-z0-9_.:/-]{0,199}|([A-Za-z0-9][A-Za-z0-9_.:/-]{0,198})?\*)$/;

const externalId = z.string().min(1).max(LIMITS.referenceLength);
const askFields = {
  do: z.literal('ask'),
  definitionId: z.string().regex(/^[a-z0-9][a-z0-9-]{2,63}$/, 'give the definitionId of a definition'),
  organizationId: externalId.optional(),
  documentId: externalId.optional(),
  grantNodeId: z.string().min(1).max(LIMITS.nodeIdLength),
  askMs: z.int().min(PERMIT_LIMITS.askMinMs).max(PERMIT_LIMITS.askMs).optional(),
  grantMs: z.int().min(PERMIT_LIMITS.grantMinMs).max(PERMIT_LIMITS.grantMs).optional(),
  overrides: z.boolean().optional(),
  grantable: z
    .strictObject({
      maxUses: z.int().min(1).max(PERMIT_LIMITS.grantUses),
      maxMs: z.int().min(1).max(PERMIT_LIMITS.askMs),
      by: z.array(userId).min(1).max(PERMIT_LIMITS.grantPeople).optional(),
    })
    .optional(),
};
const head = {
  tool: z.string().regex(TOOL_PATTERN, 'give the name of a tool, or the beginning of names and a *'),
  when: z.unknown().optional(),
};
const isWholePlace = (it: { organizationId?: string | undefined; documentId?: string | undefined }) =>
  it.documentId === undefined || it.organizationId !== undefined;
const needsOrganization = {
  path: ['documentId'],
  message: 'give the organizationId that the document belongs to as well',
};
const policies = z.strictObject({
  rules: z
    .array(
      z.discriminatedUnion('do', [
        z.strictObject({ ...head, do: z.literal('deny') }),
        z.strictObject({ ...head, do: z.literal('allow') }),
        z.strictObject({ ...head, ...askFields }).refine(isWholePlace, needsOrganization),
      ]),
    )
    .max(PERMIT_LIMITS.rules),
  otherwise: z.strictObject(askFields).refine(isWholePlace, needsOrganization).optional(),
});

/**
 * @throws ApprovalError INVALID_ARGUMENT with everything that is wrong, `policy-allow-prefix` among
 *   it.
 */
export function checkPolicies(given: Policies, parseIds: Parse = parse): CheckedPolicies {
  const { json: plain, presents } = apart(given);
  const json = copyJson(plain, { maxBytes: PERMIT_LIMITS.policyBytes, maxDepth: 60 });
  if (!json.ok) throw invalid(joined('policies', json.path), json.message);
  const parsed = parseIds(policies, json.value) as unknown as { rules: Rule[]; otherwise?: Ask };
  const rules = parsed.rules.map((rule, index) => withPresent(rule, presents.rules[index]));
  const { otherwise: last } = parsed;
  const otherwise = last === undefined ? null : withPresent(last, presents.otherwise);
  const issues: { code: string; message: string; path: string }[] = [];
  const patterns = patternBudget();
  const checked = rules.map((rule, index): CheckedRule => {
    if (rule.do === 'allow' && rule.tool.endsWith('*')) issues.push(allowPrefix(index));
    if (rule.when === undefined) return { index, rule, when: null };
    const condition = conditionOf(rule.when, patterns);
    if (condition.ok) return { index, rule, when: condition.expression };
    for (const { code, message, path } of condition.faults)
      issues.push({ code, message, path: formatPath(['rules', index, 'when', ...path]) });
    return { index, rule, when: null };
  });
  if (issues.length > 0) throw faulty(issues);
  return { rules: checked, otherwise, version: `sha256:${sha256Hex(canonicalJson(json.value))}` };
}

type Present = Ask['present'];

/** Functions are apart from the JSON of the policies. Anything malformed stays for the schema. */
function apart({ rules, otherwise, ...rest }: Policies) {
  if (!Array.isArray(rules))
    return { json: { rules, otherwise, ...rest }, presents: { rules: [], otherwise: undefined } };
  const parts = (rules as readonly Rule[]).map((it) => withoutPresent(it));
  const last = otherwise === undefined ? undefined : withoutPresent(otherwise);
  const presents = { rules: parts.map((it) => it.present), otherwise: last?.present };
  const json = {
    ...rest,
    rules: parts.map((it) => it.json),
    ...(last !== undefined && { otherwise: last.json }),
  };
  return { json, presents };
}

function withoutPresent(given: unknown): { readonly json: unknown; readonly present?: Present } {
  if (typeof given !== 'object' || given === null || !('present' in given && 'do' in given))
    return { json: given };
  const { present, ...json } = given;
  // The schema reports a field that is not a function, and one of a rule that does not ask.
  const isAsked = typeof present === 'function' && given.do === 'ask';
  return isAsked ? { json, present: present as Present } : { json: given };
}

const withPresent = <T extends Rule | Ask>(rule: T, present: Present): T =>
  present === undefined ? rule : { ...rule, present };

const joined = (root: string, path: string): string => (path === '' ? root : `${root}.${path}`);

const allowPrefix = (index: number) => ({
  code: 'policy-allow-prefix',
  message: 'an allow rule names one tool: a tool that is added later would be allowed by its name alone',
  path: `rules[${index}].tool`,
});

function faulty(issues: readonly { code: string; message: string; path: string }[]): ApprovalError {
  const [first] = issues;
  const message = `${first?.code ?? ''} at ${first?.path ?? ''}: ${first?.message ?? ''}`;
  return new ApprovalError('INVALID_ARGUMENT', message, { code: first?.code, issues: issues as Issue[] });
}

/** Parses a condition over what policies may read, no longer than a condition of an edge. */
function conditionOf(tree: unknown, patterns: ReturnType<typeof patternBudget>) {
  const length = characterCount(canonicalJson(tree as JsonValue));
  if (length <= LIMITS.whenLength) return parseCondition(tree, patterns, variableFault);
  const message = `the condition has ${length} characters, and may have ${LIMITS.whenLength}; use several rules`;
  return { ok: false as const, faults: [{ code: 'when-too-large', message, path: [] }] };
}

function variableFault([root, field, ...rest]: readonly string[]): string | null {
  if (root === 'call' && field === 'args') return null;
  if (root === 'call' && field === 'target' && rest.length === 0) return null;
  const isRequester = field === 'principal' || field === 'onBehalfOf';
  if (root === 'requester' && isRequester && rest.length === 0) return null;
  const name = [root, field, ...rest].filter((it) => it !== undefined).join('.');
  return `"${name}" is nothing that a policy reads; use call.args.…, call.target, requester.principal or requester.onBehalfOf`;
}
