/** The receiver of a run's events (contract section 12): its own, or its definition's. */
import type { WebhookConfig } from '../../definition/webhooks.js';
import { type EngineEvent, type ExternalEventType, isExternal } from '../../interpreter/event.js';
import type { ExecutionHeader } from '../../interpreter/header.js';
import type { DefinitionVersion } from '../../ports/store/definitions.js';
import type { Push } from '../../ports/store/executions.js';

/** Receiver of a run's events. */
export interface Receiver {
  /** URL of the receiver. */
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

/** Returns the events that are pushed, or null. */
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
