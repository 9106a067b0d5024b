/** A wrong option is refused where it is configured, by its name, all wrong ones at once. */
import { expect, test } from 'vitest';
import { createApprovalBridge, createBridgeRunner } from './bridge/index.js';
import { createCommentsClient, createHttpService } from './index.js';
import { createCommentMailer } from './mail/index.js';
import { createCommentBackend } from './server/index.js';
import { createLocalService, createMemoryAnnotationStore, createServiceHandler } from './service/index.js';

const nothing = () => undefined;
const service = createLocalService();
const SERVER = { store: createMemoryAnnotationStore(), callerOf: () => null, authorize: () => true };
const MAILER = { load: nothing, send: nothing, addressesOf: nothing };
const BRIDGE = { dataProviders: {}, client: { service }, threadOf: () => null, author: { userId: 'a' } };
const RUNNER = {
  onEvent: nothing,
  read: nothing,
  cursors: { load: nothing, save: nothing },
  onError: nothing,
};
const PROVIDER = { get: nothing, save: nothing, delete: nothing };

const MAKE: Readonly<Record<string, (options: unknown) => unknown>> = {
  createCommentsClient: (options) => createCommentsClient(options as never),
  createHttpService: (options) => createHttpService(options as never),
  createServiceHandler: (options) => createServiceHandler(options as never),
  createCommentBackend: (options) => createCommentBackend(options as never),
  createCommentMailer: (options) => createCommentMailer(options as never),
  createApprovalBridge: (options) => createApprovalBridge(options as never),
  createBridgeRunner: (options) => createBridgeRunner(options as never),
};

test.each<[string, unknown, RegExp]>([
  ['createCommentsClient', {}, /service must be an object with the methods list, save, delete/],
  ['createCommentsClient', { service, events: [] }, /events is not an option; there are service/],
  ['createCommentsClient', { service, additionalEvents: 'a' }, /additionalEvents must be a list of texts/],
  ['createCommentsClient', { service, clock: Date }, /clock must be .* now, wakeAt/],
  ['createHttpService', {}, /url must be a text/],
  ['createHttpService', { url: '/a', timeoutMs: 1 }, /timeoutMs is not an option/],
  ['createHttpService', { url: '/a', timeout: 0 }, /timeout must be a number of ms above 0/],
  ['createHttpService', { url: '/a', headers: 'x' }, /headers must be an object or a function/],
  ['createServiceHandler', { ...SERVER, authorize: true }, /authorize must be a function/],
  ['createServiceHandler', { ...SERVER, basePath: 'x' }, /basePath must be a path/],
  ['createServiceHandler', { authorise: nothing }, /authorise is not .*store must be .*authorize must be/],
  ['createCommentBackend', { ...SERVER, maxBodyBytes: -1 }, /maxBodyBytes must be a whole number above 0/],
  ['createCommentBackend', { ...SERVER, store: {} }, /store must be .* find, load, put/],
  ['createCommentMailer', { ...MAILER, retryDelays: [-1] }, /retryDelays must be a list of numbers of ms/],
  ['createCommentMailer', { ...MAILER, retries: 3 }, /retries is not an option/],
  ['createApprovalBridge', { ...BRIDGE, thread: 1 }, /thread is not an option/],
  ['createApprovalBridge', { ...BRIDGE, author: { name: 'A' } }, /author must be a user with a userId/],
  ['createApprovalBridge', { ...BRIDGE, author: { userId: '' } }, /author must be a user with a userId/],
  ['createApprovalBridge', { ...BRIDGE, client: { service, log: 1 } }, /client\.log is not an option/],
  ['createBridgeRunner', { ...RUNNER, onErr: nothing }, /onErr is not an option; there are onEvent/],
  ['createBridgeRunner', { ...RUNNER, cursors: {} }, /cursors must be an object with the methods load, save/],
  ['createBridgeRunner', { ...RUNNER, retryDelays: [] }, /retryDelays must be a list of one or more/],
  ['createBridgeRunner', { ...RUNNER, retryDelays: [0] }, /retryDelays must be .* above 0/],
])('%s(%j): %s', (name, options, message) => {
  expect(() => MAKE[name]?.(options)).toThrow(TypeError);
  expect(() => MAKE[name]?.(options)).toThrow(new RegExp(`^${name}: .*${message.source}`));
});

test.each<[unknown, RegExp]>([
  [{ retries: 1 }, /config\.retries is not an option; there are getConfig/],
  [{ getRetryConfig: { retries: 1 } }, /config\.getRetryConfig\.retries is not an option/],
  [
    { saveConfig: { url: 1, header: {} } },
    /config\.saveConfig\.header is not .*config\.saveConfig\.url must be/,
  ],
  [{ resolveTimeout: '1', fieldsToRemove: 'a' }, /config\.resolveTimeout must .*config\.fieldsToRemove must/],
])('a provider with the config %j: %s', (config, message) => {
  const client = createCommentsClient({ service });
  const register = () => client.setDataProviders({ comment: { ...PROVIDER, config } as never });
  expect(register).toThrow(message);
});
