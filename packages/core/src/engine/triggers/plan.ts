/** The triggers that are stored with a version of a definition. */
import { nextInstants } from '../../calendar/cron.js';
import type { DefinitionTrigger } from '../../definition/triggers.js';
import type { DefinitionVersion } from '../../ports/store/definitions.js';
import type { PlannedTrigger, TriggerPlan } from '../../ports/store/triggers.js';
import { activeSchedule, hasSameInstants, triggerOf, triggersOf } from './of-version.js';

/** @param before the version that the next one replaces; null for the first */
export const planOf = (next: DefinitionVersion, before: DefinitionVersion | null): TriggerPlan => ({
  triggers: triggersOf(next).flatMap((it) => planned(it, next, before)),
});

function planned(
  trigger: DefinitionTrigger,
  { updatedAt }: DefinitionVersion,
  before: DefinitionVersion | null,
): PlannedTrigger[] {
  const { triggerId, schedule, event } = trigger;
  if (event !== undefined) {
    const types = [...new Set(event.types)];
    return [{ triggerId, kind: 'event', types, nextAt: null, keepsNext: false }];
  }
  if (schedule === undefined) return [];
  const now = activeSchedule(trigger);
  const known = before === null ? null : activeSchedule(triggerOf(before, triggerId));
  return [
    {
      triggerId,
      kind: 'schedule',
      types: [],
      nextAt: now === null ? null : (nextInstants(now, updatedAt, 1)[0] ?? null),
      keepsNext: now !== null && known !== null && hasSameInstants(now, known),
    },
  ];
}
