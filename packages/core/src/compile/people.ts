/** Compiles the people of a human node (contract section 17). */
import type { HumanNode } from '../definition/definition.js';
import type {
  DefinitionDecisionRule,
  DefinitionPool,
  DefinitionReviewer,
} from '../definition/people-types.js';
import type { CompiledHumanNode } from './compiled.js';
import type { CompiledEntry, CompiledPeople, DecisionRule, PoolSource } from './compiled-people.js';

type HumanConfig = NonNullable<HumanNode['config']>;

/** Fields beside `reviewers` that make a node a people node. */
const RULE_FIELDS = [
  'decisionRule',
  'allowAbstain',
  'minDistinctApprovers',
  'reasonRequired',
  'reasonCodes',
  'form',
] as const satisfies readonly (keyof HumanConfig)[];
const CONTRACT_FIELDS: readonly string[] = ['userId', 'mandatory'] satisfies (keyof DefinitionReviewer)[];

/** null for a node that uses no field of section 17: it is compiled, and runs, as it did before there were any. */
export function compilePeople(config: HumanConfig): CompiledPeople | null {
  const reviewers = config.reviewers ?? [];
  const isContracts = reviewers.every((it) =>
    Object.entries(it).every(([field, value]) => value === undefined || CONTRACT_FIELDS.includes(field)),
  );
  if (isContracts && RULE_FIELDS.every((field) => config[field] === undefined)) return null;
  return {
    entries: reviewers.map(compileEntry),
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
  };
}

/** The same for a node of the contract's: everybody counts once, anybody rejects. */
export const peopleOf = (node: CompiledHumanNode): CompiledPeople => node.people ?? contractPeopleOf(node);

/** Made once for each node: it never changes, and every decision asks for it. */
const contractPeople = new WeakMap<CompiledHumanNode, CompiledPeople>();

function contractPeopleOf(node: CompiledHumanNode): CompiledPeople {
  const known = contractPeople.get(node);
  if (known !== undefined) return known;
  const made: CompiledPeople = {
    entries: node.reviewers.map(compileEntry),
    decisionRule: null,
    allowAbstain: false,
    minDistinctApprovers: 1,
    reasonRequired: 'never',
    reasonCodes: null,
    form: null,
  };
  contractPeople.set(node, made);
  return made;
}

export function compileEntry(entry: DefinitionReviewer): CompiledEntry {
  const { userId, pool, count, mandatory = false, weight = 1, veto = false, order = 1 } = entry;
  const base = { mandatory, weight, veto, order };
  if (pool !== undefined) return { kind: 'pool', source: sourceOf(pool), count: count ?? 1, ...base };
  return { kind: 'person', userId: userId ?? '', ...base };
}

const sourceOf = ({ users, var: path }: DefinitionPool): PoolSource =>
  path === undefined ? { users: users ?? [] } : { var: path };

function compileRule(rule: DefinitionDecisionRule | undefined): DecisionRule | null {
  if (rule === undefined) return null;
  return rule.kind === 'count' ? { ...rule, rejections: rule.rejections ?? null } : rule;
}
