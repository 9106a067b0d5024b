/** Invalid options are refused when the client is made, by a message that says what to do. */
import { afterEach, describe, expect, test, vi } from 'vitest';
import { type ApprovalClientOptions, createApprovalClient } from './index.js';
import { createWorld } from './test-support/world.js';

const GOOD = { baseUrl: 'https://api.example.com', apiKey: 'ak_1', authToken: 'token' };
const create = (options: unknown) => createApprovalClient(options as ApprovalClientOptions);

afterEach(() => {
  vi.unstubAllGlobals();
});

const ADDRESS = 'give the address where the engine is mounted, such as "https://api.example.com/approvals"';
const HEADER = 'must not be empty, or have spaces, line breaks or other than ASCII in it';
const OR_TEXT = ', or a duration such as "30s"';
const EITHER = 'give either authToken, or getAuthToken, which is asked for a new token when one has expired';

test.each<[unknown, string]>([
  [undefined, 'give an object, not undefined'],
  [null, 'give an object, not null'],
  ['https://api.example.com', 'give an object, not string'],
  [{ ...GOOD, baseUrl: undefined }, `baseUrl must be a text, not undefined; ${ADDRESS}`],
  [{ ...GOOD, baseUrl: '' }, `baseUrl is not an address: ""; ${ADDRESS}`],
  [{ ...GOOD, baseUrl: 'api.example.com' }, `baseUrl is not an address: "api.example.com"; ${ADDRESS}`],
  [{ ...GOOD, baseUrl: '//api.example.com' }, `baseUrl is not an address: "//api.example.com"; ${ADDRESS}`],
  [{ ...GOOD, baseUrl: 'localhost:80' }, 'baseUrl must start with https:// or http://, not "localhost:"'],
  [
    { ...GOOD, baseUrl: 'https://me:secret@example.com' },
    'baseUrl has a user or password in it; leave them out',
  ],
  [{ ...GOOD, baseUrl: 'https://example.com/?a=1' }, 'baseUrl has a "?" or "#" part; leave it out'],
  [{ ...GOOD, baseUrl: 'https://example.com/#a' }, 'baseUrl has a "?" or "#" part; leave it out'],
  [
    { ...GOOD, baseUrl: 'https://example.com/v2/workflow/' },
    'baseUrl must stop before /v2/workflow, which is added',
  ],
  [{ ...GOOD, apiKey: undefined }, 'apiKey must be a text, not undefined'],
  [{ ...GOOD, apiKey: '' }, `apiKey ${HEADER}`],
  [{ ...GOOD, authToken: 'secret\n' }, `authToken ${HEADER}`],
  [{ ...GOOD, authToken: undefined }, EITHER],
  [{ ...GOOD, getAuthToken: () => 'token' }, EITHER],
  [{ ...GOOD, authToken: undefined, getAuthToken: 'token' }, 'getAuthToken must be a function, not string'],
  [{ ...GOOD, fetch: 'fetch' }, 'fetch must be a function, not string'],
  [{ ...GOOD, timeoutMs: 0 }, `timeoutMs must be a number of ms above 0${OR_TEXT}, not 0`],
  [{ ...GOOD, timeoutMs: '10' }, `timeoutMs must be a number of ms above 0${OR_TEXT}, not string`],
  [{ ...GOOD, onRetry: true }, 'onRetry must be a function, not true'],
  [{ ...GOOD, retry: 3 }, 'retry must be an object, not 3'],
  [{ ...GOOD, retry: null }, 'retry must be an object, not null'],
  [{ ...GOOD, retry: { maxAttempts: 0 } }, 'retry.maxAttempts must be a whole number above 0, not 0'],
  [{ ...GOOD, retry: { maxAttempts: 1.5 } }, 'retry.maxAttempts must be a whole number above 0, not 1.5'],
  [
    { ...GOOD, retry: { baseDelayMs: -1 } },
    `retry.baseDelayMs must be a number of ms, 0 or more${OR_TEXT}, not -1`,
  ],
  [
    { ...GOOD, retry: { maxDelayMs: Infinity } },
    `retry.maxDelayMs must be a number of ms, 0 or more${OR_TEXT}, not Infinity`,
  ],
  [{ ...GOOD, retry: { random: 0.5 } }, 'retry.random must be a function, not 0.5'],
  [{ ...GOOD, retry: { sleep: 1 } }, 'retry.sleep must be a function, not 1'],
  [
    { ...GOOD, retry: { attempts: 3 } },
    'retry.attempts is not an option; there are maxAttempts, baseDelayMs, maxDelayMs, random, sleep',
  ],
  [
    { ...GOOD, timeout: 3 },
    'timeout is not an option; there are baseUrl, apiKey, authToken, getAuthToken, session, fetch, retry, timeoutMs, onRetry',
  ],
])('%j: %s', (options, message) => {
  expect(() => create(options)).toThrow(new TypeError(`createApprovalClient: ${message}`));
});

test('everything that is wrong is said at once', () => {
  expect(() =>
    create({ baseUrl: 7, timeoutMs: -1, retries: 3, retry: { attempts: 1, maxAttempts: 0 } }),
  ).toThrow(
    new TypeError(
      'createApprovalClient: ' +
        'retries is not an option; there are baseUrl, apiKey, authToken, getAuthToken, session, fetch, retry, timeoutMs, onRetry; ' +
        `baseUrl must be a text, not number; ${ADDRESS}; ` +
        'apiKey must be a text, not undefined; ' +
        'retry.attempts is not an option; there are maxAttempts, baseDelayMs, maxDelayMs, random, sleep; ' +
        'retry.maxAttempts must be a whole number above 0, not 0; ' +
        `timeoutMs must be a number of ms above 0${OR_TEXT}, not -1`,
    ),
  );
});

test('a path without a page, as during server rendering, is refused at the first call', async () => {
  const fetch = vi.fn();
  const client = create({ ...GOOD, baseUrl: '/approvals', fetch });
  const refusal = new TypeError(
    `createApprovalClient: baseUrl is the path "/approvals", which only a web page can complete; ${ADDRESS}`,
  );
  await expect(client.definitions.list()).rejects.toThrow(refusal);
  await expect(client.events('e').next()).rejects.toThrow(refusal);
  expect(fetch).not.toHaveBeenCalled();
});

test('without a global fetch, the option is required', () => {
  const { fetch } = globalThis;
  Reflect.deleteProperty(globalThis, 'fetch');
  try {
    expect(() => create(GOOD)).toThrow('createApprovalClient: fetch must be a function, not undefined');
    expect(() => create({ ...GOOD, fetch })).not.toThrow();
  } finally {
    globalThis.fetch = fetch;
  }
});

describe('what is right', () => {
  test.each([
    GOOD,
    { ...GOOD, baseUrl: 'http://localhost:3000/' },
    { ...GOOD, fetch: undefined, retry: undefined, timeoutMs: undefined, onRetry: undefined },
    { ...GOOD, retry: { maxAttempts: 1, baseDelayMs: 0, maxDelayMs: 0 }, timeoutMs: Infinity },
    { ...GOOD, authToken: undefined, getAuthToken: () => 'token' },
  ])('%j', (options) => {
    expect(() => create(options)).not.toThrow();
  });

  test('a path, in a web page', async () => {
    vi.stubGlobal('location', { href: 'https://app.example.com/page' });
    const asked: string[] = [];
    const client = create({
      ...GOOD,
      baseUrl: '/approvals/',
      fetch: async (url: string) => {
        asked.push(url);
        return new Response('{"result":{}}');
      },
    });
    await client.definitions.list();
    expect(asked).toEqual(['/approvals/v2/workflow/definitions/list']);
  });

  test('an address that ends in slashes', async () => {
    const world = await createWorld();
    const client = world.client({ baseUrl: `${world.proxy.base}/approvals//` });
    expect((await client.definitions.list()).items).toEqual([]);
  });
});
