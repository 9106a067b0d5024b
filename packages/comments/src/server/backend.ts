/** The customer's backend: the three URLs of the source document over a store of the customer's. */
import type { HttpHandler } from '@org/approval-internal/http';
import { type Checks, callable, checkOptions, optional, withMethods } from '@org/approval-internal/options';
import type { AccessOptions } from '../access/access.js';
import { type HandlerLimits, LIMIT_OPTIONS, createJsonHandler } from '../http/json-handler.js';
import { isObject } from '../record.js';
import type { AnnotationStore } from '../store/annotation-store.js';
import type { AccountsOf } from './accounts.js';
import { type Perform, operationsOn } from './operations.js';

/**
 * Mounted at `basePath`: the URLs are `{basePath}/get`, `{basePath}/save` and `{basePath}/delete`.
 */
export interface CommentBackendOptions extends HandlerLimits, AccessOptions<'get' | 'save' | 'delete'> {
  /** Store of the threads and their content. */
  readonly store: AnnotationStore;
  /**
   * The host's accounts: names are shown as they are there. A name that a person writes is not
   * kept, their own or another's; without accounts only the host's own processes (`isSystem`) write
   * names.
   */
  readonly accountsOf?: AccountsOf;
}

export const BACKEND_OPTIONS: Checks<CommentBackendOptions> = {
  ...LIMIT_OPTIONS,
  store: withMethods('find', 'load', 'put'),
  callerOf: callable,
  authorize: callable,
  accountsOf: optional(callable),
};

/**
 * Makes the handler of the three URLs. It answers 200 with `{success: true, statusCode: 200, …}`.
 * Other answers have `success: false`: 400 when the body does not validate, 403 when it is not
 * allowed, 413 when the body, or the thread after it, is too large. With 409 another write was
 * faster; `data` says what there is now. A failure of the store is 500. A document that may not be
 * read is left out of what is found.
 * Beside what `authorize` says, no person writes in another's name, or changes what another wrote
 * (see `access/rules.ts`).
 * @throws TypeError when an option makes no sense.
 * @example
 * ```ts
 * import {
 *   createCommentBackend,
 *   createMemoryAnnotationStore,
 * } from '@org/approval-comments/server';
 * import { toFetch } from '@org/approval-comments/fetch';
 *
 * const backend = createCommentBackend({
 *   basePath: '/comments',
 *   // `@org/approval-store-sql/comments` has one for your database
 *   store: createMemoryAnnotationStore(),
 *   // from your sessions
 *   callerOf: ({ cookie }) => (cookie === 'session=ada' ? { userId: 'ada' } : null),
 *   authorize: ({ organizationId, documentId }) =>
 *     organizationId === 'acme' && documentId === 'contract-7',
 * });
 * const get = (cookie: string) =>
 *   toFetch(backend)(
 *     new Request('https://app.example.com/comments/get', {
 *       method: 'POST',
 *       headers: { 'content-type': 'application/json', cookie },
 *       body: JSON.stringify({ organizationId: 'acme', documentIds: ['contract-7'] }),
 *     }),
 *   );
 * console.log((await get('session=ada')).status); // → 200
 * console.log((await get('session=nobody')).status); // → 403
 * ```
 */
export function createCommentBackend(options: CommentBackendOptions): HttpHandler {
  checkOptions('createCommentBackend', options, BACKEND_OPTIONS);
  return backendOf(options, operationsOn({ ...options, kind: null }));
}

/** Makes the handler of three URLs that answer as a data provider expects. */
export const backendOf = (
  limits: HandlerLimits & Pick<Parameters<typeof createJsonHandler>[0], 'read'>,
  operations: Readonly<Record<string, Perform>>,
): HttpHandler =>
  createJsonHandler<string>({
    ...limits,
    names: Object.keys(operations),
    folder: '/',
    perform: async (name, body, headers) => ({
      success: true,
      statusCode: 200,
      ...(await operations[name]?.(body, headers)),
    }),
    failure: (statusCode, message, data) => ({
      success: false,
      statusCode,
      message,
      ...(isObject(data) && { data }),
    }),
  });
