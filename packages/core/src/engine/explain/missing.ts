/** The missing parts of a waiting step's approval (contract section 17). */
import type { CompiledPeople } from '../../compile/compiled-people.js';
import {
  type CountedPlace,
  type Tally,
  approvalsOf,
  holds,
  neededBy,
  tallyOf,
} from '../../interpreter/people/counting.js';

/** One thing that is missing. */
export interface Missing {
  /** Kind: the decision rule, an entry, added reviewers, or distinct reviewers. */
  readonly code: 'rule' | 'entry' | 'added' | 'distinct-approvers';
  /** Index of the entry, of `entry` alone. */
  readonly entry?: number;
  /** Current number. */
  readonly have: number;
  /** Required number. */
  readonly need: number;
}

export function missingOf(rules: CompiledPeople, places: readonly CountedPlace[]): Missing[] {
  const tally = tallyOf(places);
  return [
    ...missingOfRule(rules, tally),
    ...missingOfEntries(rules, places),
    ...missingOfAdded(places),
    ...(tally.approved >= rules.minDistinctApprovers
      ? []
      : [{ code: 'distinct-approvers' as const, have: tally.approved, need: rules.minDistinctApprovers }]),
  ];
}

function missingOfRule({ decisionRule: rule }: CompiledPeople, tally: Tally): Missing[] {
  if (rule === null || holds(rule, tally)) return [];
  const { approved, eligible, abstained, weightApproved } = tally;
  if (rule.kind === 'count') return [{ code: 'rule', have: approved, need: rule.approvals }];
  if (rule.kind === 'weight') return [{ code: 'rule', have: weightApproved, need: rule.approvals }];
  const of = rule.of === 'eligible' ? eligible : eligible - abstained;
  return [{ code: 'rule', have: approved, need: Math.ceil((rule.approvals * of) / 100) }];
}

function missingOfEntries({ entries }: CompiledPeople, places: readonly CountedPlace[]): Missing[] {
  const approvals = approvalsOf(entries, places);
  const needed = neededBy(entries, places);
  return entries.flatMap(({ mandatory }, entry): Missing[] => {
    const [have, need] = [approvals[entry] ?? 0, needed[entry] ?? 0];
    return mandatory && have < need ? [{ code: 'entry', entry, have, need }] : [];
  });
}

function missingOfAdded(places: readonly CountedPlace[]): Missing[] {
  const added = places.filter((it) => it.added === true);
  const have = added.filter((it) => it.vote === 'approve').length;
  return have < added.length ? [{ code: 'added', have, need: added.length }] : [];
}
