/** Listeners of the event `dataProvider`. One that throws keeps nobody else from hearing it, and stops no call. */
import type { DataProviderEvent } from '../provider/events.js';

/** Where the client reports what it cannot throw. */
export interface Logger {
  /** Takes a fault, and what was thrown. */
  readonly error: (message: string, error: unknown) => void;
}

/** Called with each `dataProvider` event; what it throws is logged. */
export type DataProviderListener = (event: DataProviderEvent) => void;

export class Emitter {
  readonly #logger: Logger;
  readonly #listeners = new Set<DataProviderListener>();

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  on(listener: DataProviderListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  readonly emit = (event: DataProviderEvent): void => {
    for (const listener of this.#listeners) {
      try {
        listener(event);
      } catch (error) {
        this.#logger.error('a listener of the event dataProvider threw', error);
      }
    }
  };
}
