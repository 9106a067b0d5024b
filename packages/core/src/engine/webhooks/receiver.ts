/** Who gets the events of a run (contract section 12): its own receiver, or its definition's. */
import type { WebhookConfig } from '../../definition/webhooks.js';
import { type EngineEvent, type ExternalEventType, isExternal } from '../../interpreter/event.js';
import type { ExecutionHeader } from '../../interpreter/header.js';
import type { DefinitionVersion } from '../../ports/store/definitions.js';
import type { Push } from '../../ports/store/executions.js';

/** Who gets the events of a run. */
export interface Receiver {
  /** Where events are posted to. */
  readonly url: string;
  /** null: all. */
  readonly eventTypes: readonly string[] | null;
}

export function receiverOf(
  { webhookUrl }: Pick<ExecutionHeader, 'webhookUrl'>,
  { authored }: Pick<DefinitionVersion, 'authored'>,
): Receiver | null {
  if (webhookUrl !== null) return { url: webhookUrl, eventTypes: null };
  const config = authored['webhookConfig'] as WebhookConfig | undefined;
  return config === undefined ? null : { url: config.url, eventTypes: config.eventTypes ?? null };
}

/** Which of the events go out, or null. */
export function pushOf(receiver: Receiver | null, events: readonly EngineEvent[]): Push | null {
  if (receiver === null) return null;
  const seqs = events
    .filter((event) => isExternal(event) && isWanted(receiver, event.type))
    .map((it) => it.seq);
  return seqs.length === 0 ? null : { concurrencyKey: concurrencyKeyOf(receiver.url), seqs };
}

const isWanted = ({ eventTypes }: Receiver, type: ExternalEventType | EngineEvent['type']): boolean =>
  eventTypes === null || eventTypes.includes(type);

/** Receivers at one origin share their limits. */
const concurrencyKeyOf = (url: string): string => new URL(url).origin;
