/**
 * Live updates as server-sent events: a notice of each kind of change, without its content. Each
 * listener reads the data with its own rights, so one that was away reads once and has missed
 * nothing.
 */
import type { RequestHandler, Response } from 'express';
import type { LiveChange } from '../setting.js';

/** Proxies close what is silent, and a page takes silence for an outage. */
const BEAT_MS = 15_000;
/** After this time a page that was cut off comes back. */
const RETRY_MS = 1_000;
const MOST_LISTENERS = 200;

export interface LiveUpdates {
  readonly tell: (change: LiveChange) => void;
  /** Keeps the response open. Mount it behind your check of who may listen. */
  readonly listen: RequestHandler;
  readonly close: () => void;
}

export function createLiveUpdates(): LiveUpdates {
  const listeners = new Set<Response>();
  const send = (type: LiveChange | 'beat') => {
    for (const it of listeners) it.write(`event: ${type}\ndata: {}\n\n`);
  };
  const beat = setInterval(() => send('beat'), BEAT_MS);
  beat.unref();

  return {
    tell: send,
    listen: (_request, response) => {
      if (listeners.size >= MOST_LISTENERS) {
        response.sendStatus(503);
        return;
      }
      response.set({
        'content-type': 'text/event-stream',
        'cache-control': 'no-store',
        // nginx would hold events back until it has a bufferful.
        'x-accel-buffering': 'no',
      });
      response.write(`retry: ${RETRY_MS}\n\n`);
      listeners.add(response);
      response.once('close', () => listeners.delete(response));
    },
    close: () => {
      clearInterval(beat);
      for (const it of listeners) it.end();
    },
  };
}
