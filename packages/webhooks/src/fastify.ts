/** `@org/approval-webhooks/fastify`: the receiver as a plugin for Fastify. */
import { routeOf } from '@org/approval-internal/http/fastify';
import type { FastifyPluginAsync } from 'fastify';
import { receiverHandler } from './receiving/handler.js';
import type { ReceiverOptions } from './receiving/receive.js';

export type { ReceiverOptions } from './receiving/receive.js';

/** A receiver, with the path where it is mounted. */
export interface FastifyReceiverOptions extends ReceiverOptions {
  /** `/` by default, under the prefix that the plugin is registered with. */
  readonly path?: string;
}

/**
 * `await app.register(fastifyReceiver, { path: '/hooks', secrets, onEvent })`. Its content type
 * parser leaves the body unread and applies to the plugin only: the app parses JSON elsewhere as
 * before. Registering rejects with a TypeError without a usable secret.
 */
export const fastifyReceiver: FastifyPluginAsync<FastifyReceiverOptions> = async (fastify, options) => {
  const { path = '/', prefix: _, logLevel: _level, logSerializers: _serializers, ...own }: Given = options;
  fastify.post(path, routeOf(fastify, receiverHandler(own)));
};

/** Includes the options of `register` itself, which Fastify passes to the plugin. */
interface Given extends FastifyReceiverOptions {
  readonly prefix?: unknown;
  readonly logLevel?: unknown;
  readonly logSerializers?: unknown;
}
