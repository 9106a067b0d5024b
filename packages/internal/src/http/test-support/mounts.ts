/** Every HTTP package in every adapter, behind a real socket and a host. */
import { createCommentBackend, createMemoryAnnotationStore } from '@org/approval-comments/server';
import { toExpress as commentsExpress } from '@org/approval-comments/express';
import { toFastify as commentsFastify } from '@org/approval-comments/fastify';
import { toFetch as commentsFetch } from '@org/approval-comments/fetch';
import { PERMISSIONS, createHandler } from '@org/approval-http';
import { toExpress } from '@org/approval-http/express';
import { toFastify } from '@org/approval-http/fastify';
import { toFetch } from '@org/approval-http/fetch';
import { toNodeListener } from '@org/approval-http/node';
import { createTestEngine } from '@org/approval-testkit';
import { deliveryHeaders } from '@org/approval-webhooks';
import { expressReceiver } from '@org/approval-webhooks/express';
import { fastifyReceiver } from '@org/approval-webhooks/fastify';
import { fetchReceiver } from '@org/approval-webhooks/fetch';
import type { FastifyPluginCallback } from 'fastify';
import type { Adapters } from './adapters.js';

const SECRET = 'whsec_0123456789abcdef';
const NOW = Date.UTC(2026, 0, 1);
const EVENT = {
  eventId: 'evt_1',
  seq: 7,
  type: 'execution.completed',
  executionId: 'exec_1',
  stepId: null,
  timestamp: NOW,
  correlationId: 'corr_1',
  data: { durationMs: 5 },
};

export interface Package {
  readonly path: string;
  /** Returns valid JSON of the package with its end last, so that a cut body is not JSON. */
  readonly json: (size?: number) => string;
  readonly headers: (body: Uint8Array) => Promise<Readonly<Record<string, string>>>;
  /** `onAsked` is called when a handler is asked, not before its body is there. */
  readonly adapters: (options: { maxBodyBytes: number; onAsked: () => void }) => Adapters;
}

const padded = (start: string, end: string, size = 0) =>
  `${start}${' '.repeat(Math.max(size - start.length - end.length, 0))}${end}`;

const http: Package = {
  path: '/v2/workflow/definitions/list',
  json: (size) => padded('{"data":', '{}}', size),
  headers: async () => ({ 'content-type': 'application/json' }),
  adapters: ({ maxBodyBytes, onAsked }) => {
    const handler = createHandler({
      engine: createTestEngine().engine,
      authenticate: async () => {
        onAsked();
        return { workspaceId: 'main', subject: null, permissions: new Set(PERMISSIONS) };
      },
      rateLimiter: false,
      maxBodyBytes,
      logger: { warn: () => undefined, error: () => undefined },
    });
    return {
      node: toNodeListener(handler),
      express: toExpress(handler),
      fastify: toFastify(handler),
      fetch: toFetch(handler),
    };
  },
};

const comments: Package = {
  path: '/get',
  json: (size) => padded('{"organizationId":"acme","allDocuments":', 'true}', size),
  headers: async () => ({ 'content-type': 'application/json' }),
  adapters: ({ maxBodyBytes, onAsked }) => {
    const store = createMemoryAnnotationStore();
    const counting = {
      ...store,
      find: (query: Parameters<typeof store.find>[0]) => {
        onAsked();
        return store.find(query);
      },
    };
    const callerOf = () => ({ userId: 'ada' });
    const options = {
      ...{ store: counting, callerOf, authorize: () => true, maxBodyBytes },
      onError: () => undefined,
    };
    const handler = createCommentBackend(options);
    return {
      node: commentsExpress(handler),
      express: commentsExpress(handler),
      fastify: commentsFastify(handler),
      fetch: commentsFetch(handler),
    };
  },
};

const webhooks: Package = {
  path: '/hooks',
  json: (size) => padded(JSON.stringify(EVENT).slice(0, -1), '}', size),
  headers: (body) => deliveryHeaders({ id: EVENT.eventId, now: NOW, body, secrets: [SECRET], attempt: 0 }),
  adapters: ({ maxBodyBytes, onAsked }) => {
    const options = {
      secrets: [SECRET],
      maxBodyBytes,
      onEvent: onAsked,
      now: () => NOW,
      onError: () => undefined,
    };
    const plugin: FastifyPluginCallback = (app, _options, done) => {
      app.register(fastifyReceiver, { path: '/hooks', ...options });
      done();
    };
    return {
      node: expressReceiver(options),
      express: expressReceiver(options),
      fastify: plugin,
      fetch: fetchReceiver(options),
    };
  },
};

export const PACKAGES: Readonly<Record<'http' | 'comments' | 'webhooks', Package>> = {
  http,
  comments,
  webhooks,
};
