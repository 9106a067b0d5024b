/** What both servers have in common: POST below a prefix, JSON in, JSON out, and no internals in what is answered. */
import { BadRequest, jsonOf } from './json-body.js';
import {
  type HttpHandler,
  type HttpHeaders,
  type HttpRequest,
  MAX_BODY_BYTES,
  jsonResponse,
} from './message.js';

export interface HandlerLimits {
  /** What stands before the operations' paths; empty by default. */
  readonly basePath?: string;
  /** 1 MiB by default. */
  readonly maxBodyBytes?: number;
  /** Told of faults that callers are not told; the console by default. */
  readonly onError?: (error: unknown) => void;
}

interface JsonHandler<Name extends string> extends HandlerLimits {
  readonly names: readonly Name[];
  /** Between `basePath` and the operation's name. */
  readonly folder: string;
  /** Gives the body of the answer. @throws BadRequest */
  readonly perform: (name: Name, body: unknown, headers: HttpHeaders) => Promise<unknown>;
  readonly failure: (status: BadRequest['status'] | 500, message: string) => unknown;
}

export function createJsonHandler<Name extends string>(options: JsonHandler<Name>): HttpHandler {
  const { names, folder, perform, failure } = options;
  const { basePath = '', maxBodyBytes = MAX_BODY_BYTES, onError = console.error } = options;
  const prefix = `${basePath}${folder}`;

  async function answer(request: HttpRequest): Promise<unknown> {
    const { path, method, headers } = request;
    const name = names.find((it) => path === `${prefix}${it}`);
    if (name === undefined) throw new BadRequest(404, 'there is no such path');
    if (method !== 'POST') throw new BadRequest(405, `use POST, not ${method}`);
    return perform(name, jsonOf(request, maxBodyBytes), headers);
  }

  async function handle(request: HttpRequest) {
    try {
      return jsonResponse(200, await answer(request));
    } catch (error) {
      if (error instanceof BadRequest) {
        const { status, message } = error;
        return jsonResponse(status, failure(status, message), status === 405 ? { allow: 'POST' } : {});
      }
      onError(error);
      return jsonResponse(500, failure(500, 'something went wrong'));
    }
  }

  return Object.assign(handle, { maxBodyBytes });
}
