/** `@org/approval-webhooks/fastify`: the receiver as a plugin for Fastify. */
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { type NodeBody, nodeBody } from './receiving/node-body.js';
import { MAX_BODY_BYTES, type ReceiverOptions, createReceiver } from './receiving/receive.js';

export type { ReceiverOptions } from './receiving/receive.js';

export interface FastifyReceiverOptions extends ReceiverOptions {
  /** `/` by default, under the prefix that the plugin is registered with. */
  readonly path?: string;
}

/**
 * `await app.register(fastifyReceiver, { path: '/hooks', secrets, onEvent })`. Its content type parser leaves the
 * body unread and is the plugin's own: JSON elsewhere in the app is parsed as before.
 *
 * Registering rejects with a TypeError without a usable secret.
 */
export const fastifyReceiver: FastifyPluginAsync<FastifyReceiverOptions> = async (fastify, options) => {
  const receive = createReceiver(options);
  const maxBytes = options.maxBodyBytes ?? MAX_BODY_BYTES;
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
  fastify.post(options.path ?? '/', async (request, reply) => {
    const parsed = [(request as { rawBody?: unknown }).rawBody, request.body];
    const body = await nodeBody({ stream: streamOf(request), parsed, maxBytes });
    const answer = await receive({ method: request.method, headers: request.headers, body });
    return reply.code(answer.status).headers(answer.headers).send(answer.body);
  });
};

/** What the parser passed on: the request, or the stream that a hook made of it. */
function streamOf({ body, raw }: FastifyRequest): NodeBody['stream'] {
  const isStream = typeof body === 'object' && body !== null && Symbol.asyncIterator in body;
  return isStream ? (body as NodeBody['stream']) : raw;
}
