/** Starts the executions that host events have matched: one for each match. */
import {
  matchOf,
  type EventStore,
  type StoredHostEvent,
  type TriggerKey,
  type TriggerNote,
} from '../../ports/store/triggers.js';
import type { ClaimedJob } from '../../ports/store/jobs.js';
import { contextOfEvent } from '../../expression/host-event.js';
import { TemplateTooLarge } from '../../expression/template.js';
import { TooCostly } from '../../expression/work.js';
import type { JsonObject } from '../../definition/json.js';
import type { EventTrigger } from '../../definition/triggers.js';
import { EVENT_KEY_PREFIX } from '../../interpreter/own-runs.js';
import type { EngineContext } from '../context.js';
import { eventOf, newestOf, triggerOf } from '../triggers/of-version.js';
import { type Started, delayAfter, startOf } from '../triggers/starting.js';

/** Parts of the engine that start executions of matches. */
export type StartingMatches = Pick<EngineContext, 'clock' | 'definitions' | 'dispatcher'> & {
  readonly events: EventStore;
  /** Called with the due time of a further try. */
  readonly onMoved: (dueAt: number) => void;
};

/** A version that changes at each of these looks is looked at again after a while. */
const LOOKS = 10;

export class EventStarter {
  private readonly parts: StartingMatches;

  constructor(parts: StartingMatches) {
    this.parts = parts;
  }

  async perform(claim: ClaimedJob): Promise<void> {
    const { events, clock, onMoved } = this.parts;
    const { workspaceId } = claim.job;
    const { eventKey, uid, triggerId } = matchOf(claim.job);
    const trigger = { workspaceId, uid, triggerId };
    const event = await events.loadHostEvent({ workspaceId, eventKey });
    const started = event === null ? null : await this.start(event, trigger);
    const { attempt } = claim;
    if (started?.kind === 'again') {
      const dueAt = clock.now() + delayAfter(attempt);
      const note = { lastError: started.error };
      await events.moveJobs([{ claim, dueAt, attempt: attempt + 1, trigger, note }]);
      onMoved(dueAt);
      return;
    }
    await events.moveJobs([{ claim, dueAt: null, attempt, trigger, note: this.noteOf(started) }]);
  }

  private noteOf(started: Started | null): TriggerNote {
    if (started?.kind === 'refused') return { lastError: started.error };
    if (started?.kind !== 'started') return {};
    return { lastAt: this.parts.clock.now(), lastExecutionId: started.executionId };
  }

  /** null: the newest version has the trigger no more. */
  private async start(event: StoredHostEvent, key: TriggerKey): Promise<Started | null> {
    const { definitions, dispatcher, clock } = this.parts;
    for (let looks = 0; looks < LOOKS; looks++) {
      const version = await newestOf(definitions, key);
      const trigger = version === null ? null : eventOf(triggerOf(version, key.triggerId));
      if (version === null || trigger?.types.includes(event.type) !== true) return null;
      const now = clock.now();
      const context = contextIn(trigger, event);
      if (context === null) {
        const message = 'the rendered context exceeds its limit';
        return { kind: 'refused', error: { code: 'template-too-large', message, at: now } };
      }
      const startedBy = { kind: 'event', triggerId: key.triggerId, id: event.id } as const;
      const started = await startOf(dispatcher, version, requestOf(event, key, context), { startedBy, now });
      if (started.kind !== 'outdated') return started;
    }
    const message = 'the definition keeps changing';
    return { kind: 'again', error: { code: 'UNAVAILABLE', message, at: clock.now() } };
  }
}

/** null if the context is too large. */
function contextIn({ context }: EventTrigger, stored: StoredHostEvent): JsonObject | null {
  const { workspaceId: _, eventKey: __, matched: ___, ...event } = stored;
  try {
    return contextOfEvent(context, event);
  } catch (error) {
    if (error instanceof TemplateTooLarge || error instanceof TooCostly) return null;
    throw error;
  }
}

const requestOf = (
  { eventKey, organizationId, documentId, initiatorId }: StoredHostEvent,
  { uid, triggerId }: TriggerKey,
  triggerContext: JsonObject,
) => ({
  idempotencyKey: `${EVENT_KEY_PREFIX}${uid}:${triggerId}:${eventKey}`,
  triggerContext,
  ...(organizationId !== null && { organizationId }),
  ...(documentId !== null && { documentId }),
  ...(initiatorId !== null && { initiatorId }),
});
