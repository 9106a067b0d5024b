/** Wrong options are refused at once, all of them, by name. */
import fastify from 'fastify';
import { expect, test } from 'vitest';
import { expressReceiver } from './express.js';
import { fastifyReceiver } from './fastify.js';
import { fetchReceiver } from './fetch.js';
import { addressPolicy, createReceiver, memorySeenEvents } from './index.js';
import { createSender, createWebhookTransport } from './node.js';

const SECRET = 'whsec_0123456789abcdef';
const RECEIVER = { secrets: [SECRET], onEvent: () => undefined };

const MAKE: Readonly<Record<string, (options: unknown) => unknown>> = {
  createReceiver: (options) => createReceiver(options as never),
  expressReceiver: (options) => expressReceiver(options as never),
  fetchReceiver: (options) => fetchReceiver(options as never),
  memorySeenEvents: (limit) => memorySeenEvents(limit as never),
  addressPolicy: (options) => addressPolicy(options as never),
  createSender: (options) => createSender(options as never),
  createWebhookTransport: (options) => createWebhookTransport(options as never),
};

test.each<[string, unknown, RegExp]>([
  ['createReceiver', undefined, /give an object/],
  ['createReceiver', {}, /secrets must be a list.*onEvent must be a function/],
  ['createReceiver', { ...RECEIVER, secrets: SECRET }, /secrets must be a list of secrets/],
  ['createReceiver', { ...RECEIVER, secrets: ['short'] }, /secrets: a secret must have 16 to 512 characters/],
  ['createReceiver', { ...RECEIVER, tolerance: 1 }, /tolerance is not an option/],
  ['createReceiver', { ...RECEIVER, toleranceMs: Number.NaN }, /toleranceMs must be a number of ms/],
  ['createReceiver', { ...RECEIVER, toleranceMs: Infinity }, /toleranceMs must be a number of ms/],
  ['createReceiver', { ...RECEIVER, scheme: 'none' }, /scheme must be "standard" or "svc"/],
  ['createReceiver', { ...RECEIVER, maxBodyBytes: 0 }, /maxBodyBytes must be a whole number above 0/],
  ['createReceiver', { ...RECEIVER, seenEvents: {} }, /seenEvents must be .* claim, confirm, release/],
  ['expressReceiver', { ...RECEIVER, path: '/hooks' }, /path is not an option/],
  ['fetchReceiver', { ...RECEIVER, onError: 'log' }, /onError must be a function/],
  ['memorySeenEvents', 0, /limit must be a whole number above 0, not 0/],
  ['addressPolicy', { allowHTTP: true }, /allowHTTP is not an option; there are allowHttp/],
  ['addressPolicy', { allowHttp: 'no' }, /allowHttp must be true or false/],
  ['addressPolicy', { allowHosts: 'a.example' }, /allowHosts must be a list of texts/],
  ['createSender', { allowPrivate: true }, /allowPrivate is not an option/],
  ['createSender', { policy: { allowPrivate: true } }, /policy must be what addressPolicy returns/],
  ['createSender', { timeoutMs: 2 ** 31 }, /timeoutMs must be .* at most 2147483647/],
  ['createWebhookTransport', { policy: {} }, /policy is not an option/],
  [
    'createWebhookTransport',
    { timeout: 1, allowHttp: 1, resolver: 'dns', logger: {} },
    /timeout is not .*allowHttp must .*resolver must .*logger must/,
  ],
])('%s(%j): %s', (name, options, message) => {
  expect(() => MAKE[name]?.(options)).toThrow(TypeError);
  expect(() => MAKE[name]?.(options)).toThrow(message);
  expect(() => MAKE[name]?.(options)).not.toThrow(SECRET);
});

test('the plugin takes what Fastify itself adds, and nothing else', async () => {
  const prefixed = fastify().register(fastifyReceiver, { prefix: '/in', logLevel: 'silent', ...RECEIVER });
  await expect(prefixed.ready()).resolves.toBeDefined();
  const misspelt = fastify().register(fastifyReceiver, { onEvents: 1, ...RECEIVER } as never);
  await expect(Promise.resolve(misspelt.ready())).rejects.toThrow(/onEvents is not an option/);
});
