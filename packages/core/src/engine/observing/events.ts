/** In-process events: typed, through eventemitter3, after the commit. */
import { EventEmitter } from 'eventemitter3';
import { deepFreeze } from '../../definition/freeze.js';
import type { EngineEvent, EventOf, ExternalEvent, ExternalEventType } from '../../interpreter/event.js';
import { isExternal } from '../../interpreter/event.js';
import type { Logger } from '../../ports/logger.js';

/** Location of an event. */
export interface EventContext {
  readonly workspaceId: string;
}

/** Called with a committed event and its location; a throw is logged and stops nothing. */
export type EventListener<T extends ExternalEventType = ExternalEventType> = (
  event: { [K in T]: EventOf<K> }[T],
  context: EventContext,
) => unknown;

type AnyListener = (event: ExternalEvent, context: EventContext) => unknown;
type ListenerMap = { [T in ExternalEventType]: EventListener<T> } & { event: EventListener };

export class EngineEvents {
  private readonly emitter = new EventEmitter<ListenerMap>();
  private readonly logger: Logger;

  constructor(logger: Logger) {
    this.logger = logger;
  }

  /** Every external event. Returns a function that takes the listener off. */
  on(type: 'event', listener: EventListener): () => void;
  /** Events of one type. */
  on<T extends ExternalEventType>(type: T, listener: EventListener<T>): () => void;
  on(type: keyof ListenerMap, listener: EventListener<never>): () => void {
    this.emitter.on(type, listener as never);
    return () => this.emitter.off(type, listener as never);
  }

  publish(events: readonly EngineEvent[], context: EventContext): void {
    if (this.emitter.eventNames().length === 0) return;
    for (const event of events) {
      if (!isExternal(event)) continue;
      for (const type of [event.type, 'event'] as const) {
        for (const listener of this.emitter.listeners(type)) this.call(listener, event, context);
      }
    }
  }

  /** One by one, so that one that throws, now or later, hurts neither the engine nor the others. */
  private call(listener: AnyListener, event: ExternalEvent, context: EventContext): void {
    const report = (error: unknown) =>
      this.logger.error(
        `a listener for ${event.type} threw (execution ${event.executionId}, seq ${event.seq})`,
        error,
      );
    try {
      const result = listener(deepFreeze(event), context);
      if (result instanceof Promise) result.catch(report);
    } catch (error) {
      report(error);
    }
  }
}
