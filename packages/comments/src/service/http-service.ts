/** The service over HTTP: the client side of `createServiceHandler`. */
import { type Clock, systemClock, withTimeout } from '../clock.js';
import { ServiceError } from '../errors.js';
import { type StructuralAnnotation, isObject } from '../record.js';
import type { CommentService } from './port.js';

export interface HttpServiceOptions {
  /** Where the service is mounted; `/v2/comments/…` is put behind it. */
  readonly url: string;
  /** The caller's credentials; a function is called anew for every request. */
  readonly headers?: Readonly<Record<string, string>> | (() => Promise<Readonly<Record<string, string>>>);
  /** ms for a request; 30,000 by default. */
  readonly timeout?: number;
  readonly fetch?: typeof globalThis.fetch;
  readonly clock?: Clock;
}

/** Every call rejects with a ServiceError; nothing is tried twice. */
export function createHttpService(options: HttpServiceOptions): CommentService {
  const { url, headers = {}, timeout = 30_000, clock = systemClock } = options;
  const fetch: typeof globalThis.fetch = options.fetch ?? ((...request) => globalThis.fetch(...request));

  async function call(operation: ServiceError['operation'], data: unknown): Promise<unknown> {
    const late = () => new ServiceError(operation, null, { cause: new Error('timeout') });
    return withTimeout(clock, timeout, late, async (signal) => {
      let answer: Response;
      let text: string;
      try {
        answer = await fetch(`${url}/v2/comments/${operation}`, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            ...(typeof headers === 'function' ? await headers() : headers),
          },
          body: JSON.stringify({ data }),
          signal,
        });
        text = await answer.text();
      } catch (cause) {
        throw new ServiceError(operation, null, { cause });
      }
      if (answer.status !== 200) throw new ServiceError(operation, answer.status);
      return resultOf(operation, text);
    });
  }

  return {
    list: async (request) => {
      const result = await call('list', request);
      const annotations = isObject(result) ? result.annotations : undefined;
      if (!Array.isArray(annotations)) throw new ServiceError('list', 200);
      return annotations as StructuralAnnotation[];
    },
    save: async (request) => {
      await call('save', request);
    },
    delete: async (request) => {
      await call('delete', request);
    },
  };
}

function resultOf(operation: ServiceError['operation'], text: string): unknown {
  try {
    const body: unknown = JSON.parse(text);
    if (isObject(body) && isObject(body.result)) return body.result;
  } catch {
    // Said below: the answer is not the service's.
  }
  throw new ServiceError(operation, 200);
}
