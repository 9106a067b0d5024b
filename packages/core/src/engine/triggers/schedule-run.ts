/** Executions of schedules: their keys and contexts. */
import type { JsonObject } from '../../definition/json.js';
import type { ScheduleTrigger } from '../../definition/triggers.js';
import { SCHEDULE_KEY_PREFIX } from '../../interpreter/own-runs.js';
import type { TriggerKey } from '../../ports/store/triggers.js';

/** Idempotency key of an instant: it starts one execution, however many workers try. */
export const scheduleKey = ({ uid, triggerId }: TriggerKey, instant: number): string =>
  `${SCHEDULE_KEY_PREFIX}${uid}:${triggerId}:${instant}`;

/** Trigger context of an instant, or of an execution that a person starts (`manual`). */
export const scheduleContext = (
  { triggerId }: Pick<TriggerKey, 'triggerId'>,
  { payload = null }: ScheduleTrigger,
  scheduledAt: number,
  further: { readonly manual?: true } = {},
): JsonObject => ({ schedule: { triggerId, scheduledAt, payload, ...further } });
