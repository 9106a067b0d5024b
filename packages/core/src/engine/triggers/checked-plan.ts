/** Plans of triggers that the store can keep, within the limits of a workspace. */
import { type Issue, type ErrorCode, invalidField } from '../../definition/issue.js';
import { LIMITS } from '../../definition/limits.js';
import type { DefinitionVersion } from '../../ports/store/definitions.js';
import type { ApprovalStore } from '../../ports/store/store.js';
import type { TriggerPlan } from '../../ports/store/triggers.js';
import type { TriggerJobKind } from '../../ports/store/jobs.js';
import { ApprovalError, invalidArgument } from '../errors.js';
import { planOf } from './plan.js';
import { triggersOf } from './of-version.js';

/**
 * Returns the plan of a version. Writers that race may exceed the limits by a few triggers.
 * @param before the version that it replaces; null for the first
 * @throws INVALID_ARGUMENT for a store that cannot keep its triggers; RESOURCE_EXHAUSTED
 */
export async function checkedPlan(
  { store }: { readonly store: ApprovalStore },
  next: DefinitionVersion,
  before: DefinitionVersion | null,
): Promise<TriggerPlan> {
  const plan = planOf(next, before);
  const issues = missingParts(store, next);
  if (issues.length > 0) throw invalidArgument(issues);
  await checkSchedules(store, next, plan);
  await checkListeners(store, next, plan, before === null ? null : planOf(before, null));
  return plan;
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

async function checkSchedules(
  { schedules }: ApprovalStore,
  { workspaceId, uid: exceptUid }: DefinitionVersion,
  { triggers }: TriggerPlan,
): Promise<void> {
  const own = triggers.filter((it) => it.nextAt !== null).length;
  if (own === 0) return;
  const others = (await schedules?.countSchedules({ workspaceId, exceptUid })) ?? 0;
  if (own + others <= LIMITS.schedules) return;
  throw new ApprovalError(
    'RESOURCE_EXHAUSTED',
    `a workspace may have ${LIMITS.schedules} enabled schedules; disable or remove some`,
  );
}

/** Only types that are new count: others were there within the limit. */
async function checkListeners(
  { events }: ApprovalStore,
  { workspaceId, uid: exceptUid }: DefinitionVersion,
  plan: TriggerPlan,
  before: TriggerPlan | null,
): Promise<void> {
  const [own, known] = [countsOf(plan), countsOf(before)];
  const types = [...own.keys()].filter((type) => (own.get(type) ?? 0) > (known.get(type) ?? 0));
  if (types.length === 0 || events === undefined) return;
  const others = await events.countListeners({ workspaceId, types, exceptUid });
  const full = types.find(
    (type, index) => (own.get(type) ?? 0) + (others[index] ?? 0) > LIMITS.eventTriggers,
  );
  if (full === undefined) return;
  throw new ApprovalError(
    'RESOURCE_EXHAUSTED',
    `a workspace may have ${LIMITS.eventTriggers} triggers for "${full}"; remove some, or use another type`,
  );
}

function countsOf(plan: TriggerPlan | null): Map<string, number> {
  const counts = new Map<string, number>();
  for (const type of (plan?.triggers ?? []).flatMap((it) => it.types))
    counts.set(type, (counts.get(type) ?? 0) + 1);
  return counts;
}

/** A job of a trigger. */
export interface NewTriggerJob {
  readonly kind: TriggerJobKind;
  readonly dueAt: number;
}

/** Jobs that a plan may have written. */
export const jobsIn = ({ triggers }: TriggerPlan): readonly NewTriggerJob[] =>
  triggers.flatMap(({ nextAt }) => (nextAt === null ? [] : [{ kind: 'schedule', dueAt: nextAt } as const]));
