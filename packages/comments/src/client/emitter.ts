/**
 * Listeners of the event `dataProvider` and of the shown threads. A listener that throws does not
 * keep others from hearing the event, and stops no call.
 */
import { guarded } from '@org/approval-internal/guarded';
import type { DataProviderEvent } from '../provider/events.js';

/** Logger for errors that the client cannot throw. */
export interface Logger {
  /** Takes a fault, and what was thrown. */
  readonly error: (message: string, error: unknown) => void;
}

/** Called with each `dataProvider` event; an error that it throws is logged. */
export type DataProviderListener = (event: DataProviderEvent) => void;

export class Emitter<Told extends readonly unknown[]> {
  readonly #logger: Logger;
  readonly #name: string;
  /** Listeners as they were given, with their guarded functions. */
  readonly #listeners = new Map<(...told: Told) => void, (...told: Told) => void>();

  /** @param name of the event or list, for the log */
  constructor(logger: Logger, name: string) {
    this.#logger = logger;
    this.#name = name;
  }

  on(listener: (...told: Told) => void): () => void {
    const tell = guarded(listener, (error) => this.#logger.error(`a listener of ${this.#name} threw`, error));
    this.#listeners.set(listener, tell);
    return () => this.#listeners.delete(listener);
  }

  readonly emit = (...told: Told): void => {
    for (const tell of this.#listeners.values()) tell(...told);
  };
}
