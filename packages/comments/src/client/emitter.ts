/** Listeners of the event `dataProvider`. One that throws keeps nobody else from hearing it, and stops no call. */
import type { DataProviderEvent } from '../provider/events.js';

export interface Logger {
  readonly error: (message: string, error: unknown) => void;
}

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
