// Generated from the schemas of triggers.ts by `npm run types`. Do not edit.
import type { InboundWebhook } from './webhooks.gen.js';
import type { JsonPayload } from './payload.js';
import type { JsonValue } from './json.js';

/** Times at which executions start. */
export interface ScheduleTrigger {
  /**
   * Minute, hour, day of month, month and day of week, as in `0 9 1 *\/3 *`; or `@hourly`,
   * `@daily`, `@weekly`, `@monthly`, `@yearly`.
   */
  cron: string;
  /** IANA time zone of the expression, as in `Europe/Berlin`; `Etc/UTC` by default. */
  timeZone?: string | undefined;
  /** False to stop the schedule; true by default. */
  enabled?: boolean | undefined;
  /** JSON that executions read as `execution.input.schedule.payload`; null by default. */
  payload?: JsonValue | undefined;
  /** Initiator of the executions; none by default. */
  initiatorId?: string | undefined;
  /** Time in ms after which an instant that did not fire is missed; 300,000 by default. */
  lateMs?: number | undefined;
  /** Missed instants: they are skipped (the default), or the last of them fires late. */
  missed?: 'skip' | 'last' | undefined;
  /**
   * While the last execution of the trigger is open: the next one starts (the default), or its
   * instant is skipped.
   */
  overlap?: 'allow' | 'skip' | undefined;
  /** Only instants at this time or later, in ms since the epoch. */
  from?: number | undefined;
  /** Only instants before this time, in ms since the epoch. */
  until?: number | undefined;
}

/** Events of the host that start executions. */
export interface EventTrigger {
  /** Types of the host events, up to 50. */
  types: string[];
  /**
   * Condition over `event.type`, `event.payload`, `event.organizationId`, `event.documentId`
   * and `event.initiatorId`, as JSON text.
   */
  when?: string | undefined;
  /**
   * JSON template of the trigger context, over the root `event`; the event as `event` by
   * default.
   */
  context?: JsonPayload | undefined;
}

/** A trigger of executions: exactly one of a webhook, a schedule and an event. */
export interface DefinitionTrigger {
  /** Id of the trigger, unique in its definition. */
  triggerId: string;
  /** Requests that start executions. */
  inboundWebhook?: InboundWebhook | undefined;
  /** Schedule that starts executions. */
  schedule?: ScheduleTrigger | undefined;
  /** Types of host events that start executions. */
  event?: EventTrigger | undefined;
}
