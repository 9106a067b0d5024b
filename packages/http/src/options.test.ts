/** Invalid options are refused by `createHandler`, by name and all at once. */
import { createTestEngine } from '@org/approval-testkit';
import { expect, test } from 'vitest';
import { createAuthenticator } from './auth/index.js';
import { toFetch } from './fetch.js';
import { createHandler, createMemoryRateLimiter, createSlackReceiver, rateLimiterFrom } from './index.js';
import { openApiDocument } from './openapi.js';

const { engine } = createTestEngine();
const authenticate = () => Promise.reject(new Error('nobody'));
const KEY = { kid: 'k', algorithm: 'HS256', secret: new Uint8Array(32) };
const AUTH = { issuer: 'i', audience: 'a', keys: [KEY], findApiKey: () => null };
const HANDLER = { engine, authenticate };

const SLACK = { engine, signingSecret: 'a-secret-of-the-app', userOf: () => null };

const MAKE: Readonly<Record<string, (options: unknown) => unknown>> = {
  createHandler: (options) => createHandler(options as never),
  createAuthenticator: (options) => createAuthenticator(options as never),
  createMemoryRateLimiter: (options) => createMemoryRateLimiter(options as never),
  rateLimiterFrom: (options) => rateLimiterFrom(options as never),
  createSlackReceiver: (options) => createSlackReceiver(options as never),
  toFetch: (options) => toFetch(createHandler(HANDLER), options as never),
  openApiDocument: (options) => openApiDocument(options as never),
};

test.each<[string, unknown, RegExp]>([
  ['createHandler', undefined, /give an object/],
  ['createHandler', {}, /engine must be .*; authenticate must be/],
  ['createHandler', { ...HANDLER, engine: {} }, /engine must be an object with the method forWorkspace/],
  ['createHandler', { ...HANDLER, maxBodyByte: 1 }, /maxBodyByte is not an option; there are engine/],
  ['createHandler', { ...HANDLER, maxBodyBytes: -1 }, /maxBodyBytes must be a whole number above 0, not -1/],
  ['createHandler', { ...HANDLER, maxBodyBytes: Infinity }, /maxBodyBytes must be/],
  ['createHandler', { ...HANDLER, basePath: 'approvals' }, /basePath must be a path/],
  ['createHandler', { ...HANDLER, basePath: '/approvals/' }, /basePath must be a path/],
  ['createHandler', { ...HANDLER, rateLimiter: true }, /rateLimiter must be/],
  ['createHandler', { ...HANDLER, logger: { warn: () => undefined } }, /logger must be .* warn, error/],
  ['createHandler', { ...HANDLER, openApi: { name: 'x' } }, /openApi\.name is not an option/],
  [
    'createHandler',
    { basePath: 1, port: 2 },
    /port is not .*engine must .*authenticate must .*basePath must/,
  ],
  ['createAuthenticator', { ...AUTH, issuer: undefined }, /issuer must be a text, not undefined/],
  ['createAuthenticator', { ...AUTH, keys: [] }, /keys must be a list of one key or more/],
  ['createAuthenticator', { ...AUTH, keys: [{ ...KEY, algorithm: 'none' }] }, /keys\[0\]\.algorithm must be/],
  ['createAuthenticator', { ...AUTH, keys: [{ ...KEY, secret: 'text' }] }, /keys\[0\]\.secret must be/],
  ['createAuthenticator', { ...AUTH, keys: [KEY, KEY] }, /two keys have the same kid/],
  ['createAuthenticator', { ...AUTH, findApiKey: {} }, /findApiKey must be a function/],
  ['createAuthenticator', { ...AUTH, rememberMs: -1 }, /rememberMs must be a number of ms, 0 or more/],
  ['createAuthenticator', { ...AUTH, remember: 1 }, /remember is not an option/],
  ['createMemoryRateLimiter', { reads: 1 }, /reads is not an option; there are read/],
  ['createMemoryRateLimiter', { read: 0 }, /read must be a number of calls per second above 0, not 0/],
  [
    'createMemoryRateLimiter',
    { read: Infinity },
    /read must be a number of calls per second above 0, not Inf/,
  ],
  ['createMemoryRateLimiter', { read: Number.NaN }, /read must be/],
  ['rateLimiterFrom', { read: {} }, /read must be .* consume.*write must be/],
  ...['', ' '.repeat(32), 'short', undefined].map((signingSecret): [string, unknown, RegExp] => [
    'createSlackReceiver',
    { ...SLACK, signingSecret },
    /signingSecret must be the signing secret of the Slack app, 16 characters or more, not/,
  ]),
  ['toFetch', { remoteAddress: '127.0.0.1' }, /remoteAddress must be a function/],
  ['toFetch', { address: () => '' }, /address is not an option/],
  ['openApiDocument', { title: 1, url: '/' }, /url is not an option.*title must be a text/],
])('%s(%j): %s', (name, options, message) => {
  expect(() => MAKE[name]?.(options)).toThrow(TypeError);
  expect(() => MAKE[name]?.(options)).toThrow(new RegExp(`^${name}: .*${message.source}`));
});

test('what is right is taken, and undefined is as good as absent', () => {
  const full = { ...HANDLER, basePath: '/a', rateLimiter: false, maxBodyBytes: 1, openApi: false };
  for (const options of [HANDLER, full, { ...HANDLER, basePath: undefined, openApi: { title: 'x' } }])
    expect(() => MAKE['createHandler']?.(options)).not.toThrow();
});
