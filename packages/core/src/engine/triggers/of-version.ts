/** Triggers of stored definitions: their fields, and the newest version of a definition. */
import { DEFAULT_TIME_ZONE } from '../../calendar/cron.js';
import type { DefinitionTrigger, EventTrigger, ScheduleTrigger } from '../../definition/triggers.js';
import type { DefinitionVersion } from '../../ports/store/definitions.js';
import type { TriggerKey } from '../../ports/store/triggers.js';
import type { DefinitionCache } from '../caches/definitions.js';

/** Triggers of a version, as its author wrote them, without secrets. */
export const triggersOf = ({ authored }: Pick<DefinitionVersion, 'authored'>): readonly DefinitionTrigger[] =>
  // The schema accepted them when the version was written.
  (authored['triggers'] ?? []) as unknown as readonly DefinitionTrigger[];

/** The trigger of a version with this id; undefined without one. */
export const triggerOf = (
  version: Pick<DefinitionVersion, 'authored'>,
  triggerId: string,
): DefinitionTrigger | undefined => triggersOf(version).find((it) => it.triggerId === triggerId);

/**
 * The newest version of an active definition, by the id that outlives updates; null without one.
 */
export async function newestOf(
  definitions: DefinitionCache,
  { workspaceId, uid }: Omit<TriggerKey, 'triggerId'>,
): Promise<DefinitionVersion | null> {
  const first = await definitions.version({ workspaceId, uid, version: 1 });
  if (first === null) return null;
  const newest = await definitions.newest(first);
  return newest?.uid === uid ? newest : null;
}

/** A schedule in force; null for another trigger and a disabled one. */
export const activeSchedule = (trigger: DefinitionTrigger | undefined): ScheduleTrigger | null =>
  trigger?.schedule === undefined || trigger.schedule.enabled === false ? null : trigger.schedule;

/** The event trigger; null for another trigger. */
export const eventOf = (trigger: DefinitionTrigger | undefined): EventTrigger | null =>
  trigger?.event ?? null;

/** Values of omitted fields of a schedule. */
export const SCHEDULE_DEFAULTS = {
  timeZone: DEFAULT_TIME_ZONE,
  enabled: true,
  payload: null,
  lateMs: 300_000,
  missed: 'skip',
  overlap: 'allow',
} as const;

/** True if both have the same instants. */
export const hasSameInstants = (a: ScheduleTrigger, b: ScheduleTrigger): boolean =>
  a.cron === b.cron &&
  (a.timeZone ?? DEFAULT_TIME_ZONE) === (b.timeZone ?? DEFAULT_TIME_ZONE) &&
  a.from === b.from &&
  a.until === b.until;
