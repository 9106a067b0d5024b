/** The handler as a Fastify plugin, with its own parser that the host's routes do not see. */
import type { FastifyInstance, FastifyPluginCallback, FastifyReply, FastifyRequest } from 'fastify';
import { Hold } from './byte-budget.js';
import { type HttpHandler, isCutOff } from './message.js';
import { type BodySource, bodyOf, targetOf } from './node.js';
import { readable } from './readable.js';

/**
 * `app.register(toFastify(handler), { prefix: '/approvals' })`, with the same prefix as the
 * handler's `basePath`. Beside a plugin with a route for all paths, such as @fastify/static, the
 * prefix is needed. The handler has every route of the plugin; its responses bypass the host's
 * serializers.
 * @example
 * ```ts
 * import { createApprovalEngine, createMemoryStore } from '@org/approval-core';
 * import { ROLES, createHandler } from '@org/approval-http';
 * import { toFastify } from '@org/approval-http/fastify';
 * import fastify from 'fastify';
 *
 * const engine = createApprovalEngine({ store: createMemoryStore() });
 * const caller = { workspaceId: 'acme', subject: 'ann', permissions: new Set(ROLES.author) };
 * const handler = createHandler({
 *   engine,
 *   basePath: '/approvals',
 *   authenticate: async () => caller,
 * });
 * const app = fastify();
 * await app.register(toFastify(handler), { prefix: '/approvals' });
 * const url = '/approvals/v2/workflow/definitions/list';
 * const { statusCode } = await app.inject({ method: 'POST', url, payload: { data: {} } });
 * console.log(statusCode); // → 200
 * await app.close();
 * await engine.stop();
 * ```
 */
export function toFastify(handler: HttpHandler): FastifyPluginCallback {
  return (instance, { prefix = '' }: { readonly prefix?: string }, done) => {
    const answer = routeOf(instance, handler);
    // At the root OPTIONS is the host's: plugins such as @fastify/cors route it at every path.
    const methods = instance.supportedMethods.filter((it) => prefix !== '' || it !== 'OPTIONS');
    try {
      instance.route({ method: methods, url: '/*', handler: answer });
    } catch (error) {
      // An error that a plugin throws would end the process.
      done(conflictOf(error));
      return;
    }
    // The handler refuses methods without routes too; without a prefix the host does.
    if (prefix !== '') instance.setNotFoundHandler(answer);
    done();
  };
}

/** Explains the conflict with a plugin that has all paths, such as @fastify/static. */
function conflictOf(error: unknown): Error {
  const isConflict = error instanceof Error && Reflect.get(error, 'code') === 'FST_ERR_DUPLICATED_ROUTE';
  if (!isConflict) return error instanceof Error ? error : new Error(String(error));
  return new Error(
    'another plugin has the route /* here, such as @fastify/static or @fastify/http-proxy: register toFastify with a prefix, and give the handler the same basePath',
    { cause: error },
  );
}

/** Returns a route's handler, once the plugin `instance` leaves all bodies unread. */
export function routeOf(
  instance: FastifyInstance,
  handler: HttpHandler,
): (request: FastifyRequest, reply: FastifyReply) => Promise<unknown> {
  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const hold = new Hold(handler.bodyBudget ?? null);
    try {
      const body = await bodyOf(sourceOf(request, handler.maxBodyBytes, hold));
      // The client has left.
      if (body.kind === 'unreadable' && request.raw.destroyed) return void reply.hijack();
      const { method, url, headers, ip } = request;
      const { path, query } = targetOf(url);
      const answered = await handler({ method, path, query, headers, remoteAddress: ip, body });
      if (isCutOff(body)) void reply.header('connection', 'close');
      void reply.code(answered.status).headers(answered.headers);
      // Fastify sends the returned value; returning the reply would wait for it as well.
      return answered.stream === undefined ? answered.body : readable(answered.stream);
    } finally {
      hold.release();
    }
  };
  instance.removeAllContentTypeParsers();
  instance.addContentTypeParser('*', (_request, payload, parsed) => parsed(null, payload));
  instance.setErrorHandler((error: Error & { code?: string }, request, reply) => {
    // Fastify throws this before a parser runs; the handler has its own error for unreadable types.
    if (error.code !== 'FST_ERR_CTP_INVALID_MEDIA_TYPE') throw error;
    return answer(request, reply);
  });
  return answer;
}

/** `request.body` is the parser's value: the request, a stream of a hook, or a hook's value. */
function sourceOf(request: FastifyRequest, maxBytes: number, hold: Hold): BodySource {
  const { body, raw } = request;
  const rawBody: unknown = Reflect.get(request, 'rawBody');
  return isStream(body)
    ? { stream: body, left: [rawBody], maxBytes, hold }
    : { stream: raw, left: [rawBody, body], maxBytes, hold };
}

const isStream = (value: unknown): value is BodySource['stream'] =>
  typeof value === 'object' && value !== null && 'readableDidRead' in value;
