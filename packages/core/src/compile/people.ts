/** Compiles the people of a human node (contract section 17). */
import { keysOf } from '@org/approval-internal/lists';
import { DEFAULTS } from '../definition/limits.js';
import type {
  DefinitionChain,
  DefinitionDecisionRule,
  DefinitionPool,
  DefinitionReminder,
  DefinitionRetry,
  DefinitionReviewer,
  HumanConfig,
} from '../definition/types.js';
import type {
  AskingNode,
  CompiledEntry,
  CompiledPeople,
  CompiledReminder,
  DecisionRule,
  PoolSource,
  RetryPolicy,
} from './compiled-people.js';
import { derived } from './derived.js';

/** Human node fields, true if they make it a people node. Fields missing here would be lost. */
const MAKES_PEOPLE_NODE: Readonly<Record<keyof HumanConfig, boolean>> = {
  // Depends on the fields of its entries.
  reviewers: false,
  commentBody: false,
  reviewerEmails: false,
  onReject: false,
  presentation: false,
  decisionRule: true,
  allowAbstain: true,
  minDistinctApprovers: true,
  reasonRequired: true,
  reasonCodes: true,
  form: true,
  allow: true,
  claimMs: true,
  pauseMs: true,
  separation: true,
  reminders: true,
  requireSubjectDigest: true,
  onSubjectChange: true,
};
const RULE_FIELDS = keysOf(MAKES_PEOPLE_NODE).filter((field) => MAKES_PEOPLE_NODE[field]);
const CONTRACT_FIELDS: readonly string[] = ['userId', 'mandatory'] satisfies (keyof DefinitionReviewer)[];

/** Compiles the fields of section 17; null for a node that uses none of them. */
export function compilePeople(config: HumanConfig, retry: DefinitionRetry = {}): CompiledPeople | null {
  const reviewers = config.reviewers ?? [];
  const isContracts = reviewers.every((it) =>
    Object.entries(it).every(([field, value]) => value === undefined || CONTRACT_FIELDS.includes(field)),
  );
  if (isContracts && RULE_FIELDS.every((field) => config[field] === undefined)) return null;
  return { ...countingOf(config), ...stepRulesOf(config), retry: compileRetry(retry) };
}

const countingOf = (config: HumanConfig) => ({
  entries: (config.reviewers ?? []).map(compileEntry),
  decisionRule: compileRule(config.decisionRule),
  allowAbstain: config.allowAbstain ?? false,
  minDistinctApprovers: config.minDistinctApprovers ?? 1,
  reasonRequired: config.reasonRequired ?? 'never',
  reasonCodes: config.reasonCodes ?? null,
  form:
    config.form?.fields.map(({ name, type, choices, required }) => ({
      name,
      type,
      choices: choices ?? [],
      required: required ?? false,
    })) ?? null,
});

const stepRulesOf = (config: HumanConfig) => ({
  allow: config.allow ?? [],
  claimMs: config.claimMs ?? DEFAULTS.claimMs,
  pauseMs: config.pauseMs ?? null,
  separation: {
    excludeInitiator: config.separation?.excludeInitiator ?? false,
    excludeContributors: config.separation?.excludeContributors ?? false,
  },
  reminders: (config.reminders ?? []).map(compileReminder),
  requireSubjectDigest: config.requireSubjectDigest ?? false,
  onSubjectChange: config.onSubjectChange ?? ('reset' as const),
});

const compileReminder = ({ afterMs, beforeDueMs }: DefinitionReminder): CompiledReminder =>
  afterMs === undefined ? { beforeDueMs: beforeDueMs ?? 0 } : { afterMs };

/** Fills in the default of every field. */
export function compileRetry(retry: DefinitionRetry): RetryPolicy {
  const given = Object.fromEntries(Object.entries(retry).filter(([, value]) => value !== undefined));
  return { ...DEFAULTS.retry, ...given };
}

/** People of a human node. Without section 17 approvals count once and any rejection rejects. */
export const peopleOf = (node: AskingNode): CompiledPeople => node.people ?? derived(node, contractPeopleOf);

const contractPeopleOf = ({ reviewers }: AskingNode): CompiledPeople => ({
  ...CONTRACT_RULES,
  entries: reviewers.map(compileEntry),
});

export function compileEntry(entry: DefinitionReviewer): CompiledEntry {
  const { userId, pool, chain, count, mandatory = false, weight = 1, veto = false, order = 1 } = entry;
  const base = { mandatory, weight, veto, order };
  if (chain !== undefined) return { ...compileChain(chain), ...base, mandatory: true };
  if (pool !== undefined) return { kind: 'pool', source: sourceOf(pool), count: count ?? 1, ...base };
  return { kind: 'person', userId: userId ?? '', ...base };
}

function compileChain({ startAt, maxLevels, untilLimit }: DefinitionChain) {
  return { kind: 'chain' as const, startAt, maxLevels, untilLimit: untilLimit ?? null };
}

function sourceOf({ users, group, role, var: path }: DefinitionPool): PoolSource {
  if (path !== undefined) return { var: path };
  if (group !== undefined) return { directory: { kind: 'group', name: group } };
  if (role !== undefined) return { directory: { kind: 'role', name: role } };
  return { users: users ?? [] };
}

function compileRule(rule: DefinitionDecisionRule | undefined): DecisionRule | null {
  if (rule === undefined) return null;
  return rule.kind === 'count' ? { ...rule, rejections: rule.rejections ?? null } : rule;
}

const CONTRACT_RULES: Omit<CompiledPeople, 'entries'> = {
  ...countingOf({}),
  ...stepRulesOf({}),
  retry: DEFAULTS.retry,
};
