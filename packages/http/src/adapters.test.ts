/** One table of requests, and every adapter answers each of them alike. */
import { createMemoryStore } from '@org/approval-core';
import { overriding } from '@org/approval-testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADAPTERS, type Adapter, type Exchange, type Mounted } from './test-support/adapters.js';
import { type Headers, createKit, envelopeOf } from './test-support/kit.js';

const LIST = '/v2/workflow/definitions/list';
const GET = '/v2/workflow/executions/get';
const DISPATCH = '/v2/workflow/executions/dispatch';
const MIB = 1_048_576;

interface Case extends Exchange {
  /** HTTP code and `status`; [200, 'OK'] by default. */
  readonly answer?: readonly [number, string];
  /** Pattern that the message matches. */
  readonly says?: RegExp;
  readonly withDetails?: object;
  readonly withHeaders?: Headers;
  /** A host's own parser stands before the handler here, and answers or changes the body. */
  readonly hostAnswers?: true;
  /** A host's own router answers, before any plugin is asked. */
  readonly hostRoutes?: true;
  /** A method that few routers know. */
  readonly hostMethods?: true;
}

/** Copies of an input, so that serializing the run takes more than one turn. */
const COPIES = Array.from({ length: 12 }, (_, index) => `copy${index}`);

const BAD = [400, 'INVALID_ARGUMENT'] as const;
const UNKNOWN = [404, 'NOT_FOUND'] as const;
const OTHER_TYPE = [415, 'INVALID_ARGUMENT'] as const;
const dispatching = (triggerContext: string) =>
  `{"data":{"definitionId":"flow","triggerContext":${triggerContext}}}`;
const typed = (contentType: string): Case => ({
  path: LIST,
  headers: { 'content-type': contentType },
  body: '{"data":{}}',
});
const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);

const CASES: Readonly<Record<string, Case>> = {
  'v2 answers': { path: LIST, body: '{"data":{}}' },
  'v1 answers the same': { path: '/v1/workflow/definitions/list', body: '{"data":{}}' },
  'a query is not looked at': { path: `${LIST}?data=1&x=%zz`, body: '{"data":{}}' },
  'white space around the JSON': { path: LIST, body: ' \r\n\t{ "data" : { } }\n' },
  'a byte order mark': { path: LIST, body: '\ufeff{"data":{}}' },
  'a charset beside the content type': typed('application/json; charset=utf-8'),
  'the content type in capitals': typed('Application/JSON'),
  'an error of the engine': {
    path: GET,
    body: '{"data":{"executionId":"x"}}',
    answer: UNKNOWN,
    says: /"x"/,
  },

  'an unknown path': { path: '/v2/workflow/nothing/here', answer: UNKNOWN },
  'an unknown version': { path: '/v3/workflow/definitions/list', answer: UNKNOWN },
  'another spelling of the path': { path: '/v2/workflow/Definitions/List', answer: UNKNOWN },
  'a path with a slash too many': { path: `${LIST}/`, answer: UNKNOWN },
  'a path with an escaped slash': { path: '/v2/workflow/definitions%2Flist', answer: UNKNOWN },
  'a path with a bad escape': { path: '/v2/workflow/%zz', answer: UNKNOWN, hostRoutes: true },
  'a path that every object has': { path: '/v2/workflow/constructor', answer: UNKNOWN },
  'the path of a prototype': { path: '/v2/workflow/__proto__', answer: UNKNOWN },
  'no operation': { path: '/v2/workflow/', answer: UNKNOWN },
  'an unknown path with another method': { method: 'GET', path: '/v2/workflow/nothing', answer: UNKNOWN },

  ...Object.fromEntries(
    ['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].map((method) => [
      `method ${method}`,
      {
        ...{ method, path: LIST, answer: [405, 'NOT_FOUND'] },
        withHeaders: { allow: 'POST' },
        // At its root Fastify leaves OPTIONS to the host and its plugins.
        ...(method === 'OPTIONS' && { hostRoutes: true }),
      } as const,
    ]),
  ),

  ...Object.fromEntries(
    ['PROPFIND', 'LINK', 'PURGE', 'M-SEARCH'].map(
      (method) =>
        [
          `method ${method}`,
          {
            method,
            path: LIST,
            answer: [405, 'NOT_FOUND'],
            withHeaders: { allow: 'POST' },
            hostMethods: true,
          },
        ] as const,
    ),
  ),
  'a rare method for a page of decisions': {
    ...{
      method: 'PROPFIND',
      path: '/v2/decide/x',
      headers: { accept: 'application/json' },
      hostMethods: true,
    },
    answer: [405, 'NOT_FOUND'],
    withHeaders: { 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' },
  },

  'no credentials': {
    path: LIST,
    headers: { 'x-svc-api-key': '', 'x-svc-auth-token': '' },
    body: '{"data":{}}',
    answer: [401, 'UNAUTHENTICATED'],
  },

  ...Object.fromEntries(
    [
      '',
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/jsonp',
      'application/json-patch+json',
      'text/json',
      'application/xml, application/json',
      'json',
      ';;',
      'application/json/x',
    ].map((type) => [`content type "${type}"`, { ...typed(type), answer: OTHER_TYPE }] as const),
  ),

  'an empty body': { path: LIST, body: '', answer: BAD },
  ...Object.fromEntries(
    [
      '{}',
      '{"data":null}',
      '{"data":[]}',
      '{"data":"x"}',
      '{"data":7}',
      '{"data":true}',
      '[]',
      '[{"data":{}}]',
    ].map((body) => [`the body ${body}`, { path: LIST, body, answer: BAD, says: /data/ }] as const),
  ),
  ...Object.fromEntries(
    [
      'null',
      '"data"',
      '7',
      '{',
      '{"data":{}',
      '{"data":{}}}',
      "{'data':{}}",
      '{"data":{},}',
      'undefined',
    ].map((body) => [`the body ${body}`, { path: LIST, body, answer: BAD, hostAnswers: true }] as const),
  ),
  'a key beside data': {
    path: LIST,
    body: '{"data":{},"more":1}',
    answer: BAD,
    says: /^unknown-field.*more/,
  },
  'a key __proto__ beside data': {
    path: LIST,
    body: '{"data":{},"__proto__":{"data":{}}}',
    answer: BAD,
    says: /__proto__/,
  },
  'data in a key __proto__': { path: LIST, body: '{"__proto__":{"data":{}}}', answer: BAD },
  'an unknown field': {
    path: LIST,
    body: '{"data":{"more":1}}',
    answer: BAD,
    says: /^unknown-field at more/,
  },
  'a field of another type': {
    path: GET,
    body: '{"data":{"executionId":7}}',
    answer: BAD,
    says: /executionId/,
  },
  'a missing field': { path: GET, body: '{"data":{}}', answer: BAD, says: /executionId/ },

  'data twice': { path: LIST, body: '{"data":{},"data":{}}', answer: BAD, says: /"data"/, hostAnswers: true },
  'a key twice': {
    path: DISPATCH,
    body: dispatching('{"a":1,"b":[{"c":1,"c":2}]}'),
    answer: BAD,
    says: /"c"/,
    hostAnswers: true,
  },
  'a key twice, once escaped': {
    path: DISPATCH,
    body: dispatching('{"a":1,"\\u0061":2}'),
    answer: BAD,
    says: /twice/,
    hostAnswers: true,
  },
  ...Object.fromEntries(
    ['9007199254740993.0', '9007199254740993e0', '9.007199254740993E15', '1e-400'].map(
      (number) =>
        [
          `a number that would be rounded, written ${number}`,
          {
            ...{ path: DISPATCH, body: dispatching(`{"amount":${number}}`), answer: BAD, hostAnswers: true },
            withDetails: { code: 'unsafe-integer' },
          },
        ] as const,
    ),
  ),
  'a number that would be rounded': {
    path: DISPATCH,
    body: dispatching('{"amount":9007199254740993}'),
    answer: BAD,
    says: /^invalid-field: .* character 58/,
    withDetails: { code: 'unsafe-integer' },
    hostAnswers: true,
  },
  'long numbers that are kept, and digits in a text': {
    path: DISPATCH,
    body: dispatching('{"a":9007199254740992,"b":[1e21,12345678901234567000],"c":"9007199254740993"}'),
  },
  'one key in two objects, and as a value': {
    path: DISPATCH,
    body: dispatching('{"a":"a","b":{"a":"b"},"c":["a",{"a":1},{"a":"}\\\\\\""}],"\\"":1,"\\\\":2}'),
  },

  'no UTF-8': {
    path: GET,
    body: Buffer.from('{"data":{"executionId":"\xff"}}', 'latin1'),
    answer: BAD,
    says: /UTF-8/,
    hostAnswers: true,
  },
  'half a character at the end': {
    path: GET,
    body: Buffer.from('{"data":{"executionId":"x"}}\xe2\x82', 'latin1'),
    answer: BAD,
    hostAnswers: true,
  },
  'UTF-16': { path: LIST, body: Buffer.from('{"data":{}}', 'utf16le'), answer: BAD, hostAnswers: true },
  '5,000 levels': { path: LIST, body: `{"data":${nested(5_000)}}`, answer: BAD },
  '5,000 levels below data': { path: DISPATCH, body: dispatching(`{"a":${nested(5_000)}}`), answer: BAD },
  '500,000 levels': { path: LIST, body: `{"data":{"a":${nested(500_000)}}}`, answer: BAD, hostAnswers: true },
  'a key __proto__': {
    path: DISPATCH,
    body: dispatching('{"n":[{"__proto__":{"x":1}}]}'),
    answer: BAD,
    says: /__proto__/,
  },
  'a key __proto__, escaped': {
    path: DISPATCH,
    body: dispatching('{"\\u005f_proto__":{"polluted":true}}'),
    answer: BAD,
    says: /__proto__/,
  },
  'the keys constructor and prototype': {
    path: DISPATCH,
    body: dispatching('{"constructor":{"prototype":{"polluted":true}}}'),
  },
  'a NUL': { path: DISPATCH, body: dispatching('{"a":"\\u0000"}'), answer: BAD, says: /NUL/ },
  'a NUL in an id': { path: GET, body: '{"data":{"executionId":"a\\u0000b"}}', answer: BAD },
  'a raw NUL': { path: DISPATCH, body: dispatching('{"a":"\0"}'), answer: BAD, hostAnswers: true },
  'a lone surrogate': {
    path: DISPATCH,
    body: dispatching('{"a":"\\ud800"}'),
    answer: BAD,
    says: /surrogate/,
  },
  'a number beyond all numbers': { path: DISPATCH, body: dispatching('{"a":1e400}'), answer: BAD },

  'exactly 1 MiB': { path: LIST, body: '{"data":{}}'.padEnd(MIB), hostAnswers: true },
  'a byte more': {
    path: LIST,
    body: '{"data":{}}'.padEnd(MIB + 1),
    answer: [413, 'INVALID_ARGUMENT'],
    says: /1048576 bytes/,
    hostAnswers: true,
  },
  '2 MiB': {
    path: LIST,
    body: '{"data":{}}'.padEnd(2 * MIB),
    answer: [413, 'INVALID_ARGUMENT'],
    hostAnswers: true,
  },
  '9 MiB of another type': {
    path: LIST,
    headers: { 'content-type': 'text/plain' },
    body: new Uint8Array(9 * MIB),
    answer: [413, 'INVALID_ARGUMENT'],
  },
};

describe.each(ADAPTERS.map((adapter) => [adapter.name, adapter] as const))('%s', (_, adapter: Adapter) => {
  let mounted: Mounted;
  let headers: Headers;
  beforeAll(async () => {
    const kit = await createKit();
    await kit.engine.forWorkspace('main').definitions.create({
      definitionId: 'flow',
      name: 'Flow',
      nodes: [{ nodeId: 'a', type: 'agent', config: { agentId: '__mock__', urlPath: 'url' } }],
      edges: [],
    });
    const inputMapping = Object.fromEntries(COPIES.map((name) => [name, 'execution.input']));
    await kit.engine.forWorkspace('main').definitions.create({
      definitionId: 'wide',
      name: 'Wide',
      nodes: ['a', 'b'].map((nodeId) => ({
        nodeId,
        type: 'agent',
        config: { agentId: '__mock__', urlPath: 'url', inputMapping },
      })),
      edges: [],
    });
    headers = { 'content-type': 'application/json', ...(await kit.credentials()) };
    mounted = await adapter.mount(kit.handlerOptions);
  });
  afterAll(() => mounted.close());
  const send = (exchange: Exchange) =>
    mounted.send({ ...exchange, headers: { ...headers, ...exchange.headers } });

  const cases = Object.entries(CASES).filter(
    ([, it]) =>
      !(it.hostAnswers && adapter.hostParses) &&
      !(it.hostRoutes && adapter.hostRoutes) &&
      !(it.hostMethods && adapter.hostMethods),
  );
  test.each(cases)(
    '%s',
    async (_name, { answer = [200, 'OK'], says = /^/, withDetails = {}, withHeaders = {}, ...exchange }) => {
      const raw = await send(exchange);
      const envelope = envelopeOf(raw);
      expect([envelope.code, envelope.status]).toEqual(answer);
      expect(envelope.message).toMatch(says);
      expect(envelope.details).toMatchObject(withDetails);
      expect(raw.headers).toMatchObject(withHeaders);
      // The message carries the first code (contract section 14).
      const issues = envelope.details['issues'] as { code: string }[] | undefined;
      expect(issues?.length).not.toBe(0);
      if (envelope.status === 'INVALID_ARGUMENT')
        expect(envelope.message).toContain(issues?.[0]?.code ?? 'issues');
      expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    },
  );

  test.skipIf(adapter.hostParses)('an answer that is sent in pieces comes whole', async () => {
    const triggerContext = { url: 'u', text: 'é😀'.repeat(40_000) };
    const data = { definitionId: 'wide', triggerContext };
    const started = await send({ path: DISPATCH, body: JSON.stringify({ data }) });
    const { executionId } = (JSON.parse(started.body) as { result: { executionId: string } }).result;
    const { body } = await send({ path: GET, body: JSON.stringify({ data: { executionId } }) });
    expect(body.length).toBeGreaterThan(2 * MIB);
    const { result } = JSON.parse(body) as { result: { steps: { input: object }[] } };
    const input = Object.fromEntries(COPIES.map((name) => [name, triggerContext]));
    expect(result.steps.map((it) => it.input)).toEqual([input, input]);
  });

  test('the OpenAPI document is there, without credentials', async () => {
    for (const version of ['v1', 'v2']) {
      const path = `/${version}/workflow/openapi.json`;
      const headers = { 'x-svc-api-key': '', 'x-svc-auth-token': '' };
      const raw = await send({ method: 'GET', path: `${path}?x=1`, headers });
      expect([raw.status, raw.headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
      expect(JSON.parse(raw.body)).toMatchObject({
        openapi: '3.1.0',
        servers: [{ url: adapter.prefix || '/' }],
      });
      const withoutBody = await send({ method: 'HEAD', path, headers });
      expect([withoutBody.status, withoutBody.body]).toEqual([200, '']);
      const posted = await send({ path, headers, body: '{"data":{}}' });
      expect([posted.status, posted.headers['allow']]).toEqual([405, 'GET, HEAD']);
    }
  });

  test('a HEAD has no body', async () => {
    const raw = await send({ method: 'HEAD', path: LIST });
    expect([raw.status, raw.headers['allow'], raw.body]).toEqual([405, 'POST', '']);
  });

  test('a success is exactly its result', async () => {
    const { body } = await send({ path: LIST, body: '{"data":{"organizationId":"nobody"}}' });
    expect(body).toBe('{"result":{"items":[],"nextCursor":null,"hasMore":false}}');
  });

  test('a sane request id comes back, any other is replaced', async () => {
    const idFor = async (given: string) =>
      (await send({ path: LIST, headers: { 'x-request-id': given }, body: '{"data":{}}' })).headers[
        'x-request-id'
      ];
    expect(await idFor('req-1:a_b.C')).toBe('req-1:a_b.C');
    const generated = [];
    for (const given of ['', 'a b', '<script>', 'x'.repeat(129), 'caf\u00e9', 'a,b'])
      generated.push(await idFor(given));
    for (const id of generated) expect(id).toMatch(/^[0-9a-f-]{36}$/);
    expect(new Set(generated).size).toBe(generated.length);
  });

  test('a store that rejects in its own words is not quoted', async () => {
    const fail = () => Promise.reject(new Error('password=hunter2 at file.ts:1'));
    const store = overriding(createMemoryStore(), { loadExecutions: fail });
    const kit = await createKit({}, { store });
    const broken = await adapter.mount(kit.handlerOptions);
    const credentials = { 'content-type': 'application/json', ...(await kit.credentials()) };
    const raw = await broken.send({ path: GET, headers: credentials, body: '{"data":{"executionId":"x"}}' });
    const envelope = envelopeOf(raw);
    expect([envelope.code, envelope.status]).toEqual([503, 'UNAVAILABLE']);
    expect(JSON.stringify(raw.headers)).not.toContain('hunter2');
    // The host's log has it.
    expect(String((kit.logged[0] as { cause?: unknown }[])[1]?.cause)).toContain('password=hunter2');
    await broken.close();
  });
});
