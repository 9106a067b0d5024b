/** Plans of triggers that the store can keep, within the limits of a workspace. */
import { type Issue, type ErrorCode, invalidField } from '../../definition/issue.js';
import { LIMITS } from '../../definition/limits.js';
import type { DefinitionVersion } from '../../ports/store/definitions.js';
import type { ApprovalStore } from '../../ports/store/store.js';
import type { TriggerBound, TriggerPlan } from '../../ports/store/triggers.js';
import type { TriggerJobKind } from '../../ports/store/jobs.js';
import { ApprovalError, invalidArgument } from '../errors.js';
import { planOf } from './plan.js';
import { triggersOf } from './of-version.js';

/**
 * Returns the plan of a version, with bounds on what it adds: triggers of the version before were
 * within the limit.
 * @param before the version that it replaces; null for the first
 * @throws INVALID_ARGUMENT for a store that cannot keep its triggers; RESOURCE_EXHAUSTED
 */
export function checkedPlan(
  { store }: { readonly store: ApprovalStore },
  next: DefinitionVersion,
  before: DefinitionVersion | null,
): TriggerPlan {
  const issues = missingParts(store, next);
  if (issues.length > 0) throw invalidArgument(issues);
  const plan = planOf(next, before);
  const bounds = boundsOf(plan, before === null ? null : planOf(before, null));
  // A version may exceed a limit by itself.
  if (bounds.some((it) => it.others < 0)) throw tooManyTriggers(bounds);
  return { ...plan, bounds };
}

function missingParts(store: ApprovalStore, version: DefinitionVersion): Issue<ErrorCode>[] {
  return triggersOf(version).flatMap(({ schedule, event }, index) => [
    ...(schedule !== undefined && store.schedules === undefined
      ? [invalidField(`triggers[${index}].schedule`, 'cannot be used: this store keeps no schedules')]
      : []),
    ...(event !== undefined && store.events === undefined
      ? [invalidField(`triggers[${index}].event`, 'cannot be used: this store keeps no host events')]
      : []),
  ]);
}

function boundsOf(plan: TriggerPlan, before: TriggerPlan | null): TriggerBound[] {
  const [own, known] = [schedulesIn(plan), schedulesIn(before)];
  const [types, knownTypes] = [countsOf(plan), countsOf(before)];
  return [
    ...(own > known ? [{ kind: 'schedules', others: LIMITS.schedules - own } as const] : []),
    ...[...types].flatMap(([type, count]) =>
      count > (knownTypes.get(type) ?? 0)
        ? [{ kind: 'listeners', type, others: LIMITS.eventTriggers - count } as const]
        : [],
    ),
  ];
}

const schedulesIn = (plan: TriggerPlan | null): number =>
  (plan?.triggers ?? []).filter((it) => it.nextAt !== null).length;

function countsOf(plan: TriggerPlan | null): Map<string, number> {
  const counts = new Map<string, number>();
  for (const type of (plan?.triggers ?? []).flatMap((it) => it.types))
    counts.set(type, (counts.get(type) ?? 0) + 1);
  return counts;
}

/** The refusal of a version whose bounds are exceeded. */
export function tooManyTriggers(bounds: readonly TriggerBound[] = []): ApprovalError {
  const types = bounds.flatMap((it) => (it.kind === 'listeners' ? [`"${it.type}"`] : []));
  const parts = [
    ...(bounds.some((it) => it.kind === 'schedules') ? [`${LIMITS.schedules} enabled schedules`] : []),
    ...(types.length > 0 ? [`${LIMITS.eventTriggers} triggers for each of ${types.join(', ')}`] : []),
  ];
  const message = `a workspace may have ${parts.join(' and ')}; disable or remove some`;
  return new ApprovalError('RESOURCE_EXHAUSTED', message);
}

/** A job of a trigger. */
export interface NewTriggerJob {
  readonly kind: TriggerJobKind;
  readonly dueAt: number;
}

/** Jobs that a plan may have written. */
export const jobsIn = ({ triggers }: TriggerPlan): readonly NewTriggerJob[] =>
  triggers.flatMap(({ nextAt }) => (nextAt === null ? [] : [{ kind: 'schedule', dueAt: nextAt } as const]));
