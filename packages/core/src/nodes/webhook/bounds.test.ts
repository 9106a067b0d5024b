/** Bounds of webhook nodes when written, each at its limit and just beyond, and other refusals. */
import { describe, expect, test } from 'vitest';
import { LIMITS } from '../../definition/limits.js';
import { readDefinition } from '../../lint/read.js';

const URL = 'https://api.example.com/x';

function found(config: object): string[] {
  const json = {
    definitionId: 'calls',
    name: 'Calls',
    nodes: [{ nodeId: 'call', type: 'webhook', config: { url: URL, ...config } }],
    edges: [],
  };
  const read = readDefinition(json, { maxStepsPerExecution: 10_000, agentIds: null });
  return read.ok
    ? []
    : read.issues.map(({ code, path }) => `${code} ${path.replace('nodes[0].config.', '')}`);
}

const named = (count: number, value: string, prefix = 'x-') =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`${prefix}${index}`, value]));
const listed = (count: number) => Array.from({ length: count }, (_, index) => `x-${index}`);

describe('is accepted at its bound and refused beyond', () => {
  test.each<[string, (size: number) => object, number]>([
    ['headers', (size) => ({ headers: named(size, 'y') }), LIMITS.headers],
    ['form', (size) => ({ body: { form: named(size, 'y') } }), LIMITS.formNames],
    ['output', (size) => ({ output: named(size, 'response.text') }), LIMITS.outputNames],
    ['responseHeaders', (size) => ({ responseHeaders: listed(size) }), LIMITS.responseHeaders],
    [
      'successCodes',
      (size) => ({ successCodes: Array.from({ length: size }, () => 200) }),
      LIMITS.successCodes,
    ],
    ['a secret', (size) => ({ auth: { kind: 'bearer', secret: 's'.repeat(size) } }), LIMITS.callSecretLength],
    ['timeoutMs', (size) => ({ timeoutMs: size }), LIMITS.callTimeoutMs],
    ['maxRuntimeMs', (size) => ({ maxRuntimeMs: size }), LIMITS.callRuntimeMs],
    ['maxRuntimeMs, async', (size) => ({ mode: 'async', maxRuntimeMs: size }), LIMITS.asyncRuntimeMs],
    [
      'paths',
      (size) => ({ body: { text: '{{input}}'.repeat(size), contentType: 'text/plain' } }),
      LIMITS.templatePaths,
    ],
  ])('%s', (_, config, limit) => {
    expect(found(config(limit))).toEqual([]);
    expect(found(config(limit + 1))).toHaveLength(1);
  });
});

test.each<[string, object, string]>([
  ['a template in the host', { url: 'https://{{input.h}}/x' }, 'template-in-origin url'],
  ['a template in the port', { url: 'https://a.example.com:{{input.p}}/x' }, 'template-in-origin url'],
  ['a template in the scheme', { url: '{{input.s}}://a.example.com/x' }, 'template-in-origin url'],
  ['a template right behind the host', { url: 'https://a.example.com{{input.u}}' }, 'template-in-origin url'],
  ['a template behind a backslash', { url: 'https://a.example.com\\x{{input.u}}' }, 'template-in-origin url'],
  ['an open template', { body: { json: { a: ['{{input.x'] } } }, 'template-invalid body.json.a[0]'],
  ['the root of a callback', { body: { json: '{{callback.token}}' } }, 'template-invalid body.json'],
  ['no token', { mode: 'async', body: { json: '{{callback.url}}' } }, 'callback-not-sent body'],
  ['no body for the token', { mode: 'async', method: 'GET' }, 'callback-not-sent body'],
  ['a reserved header', { headers: { 'X-Svc-Step-Id': 'x' } }, 'invalid-field headers.X-Svc-Step-Id'],
  ['a header twice', { headers: { 'x-a': '1', 'X-A': '2' } }, 'invalid-field headers.X-A'],
  ['a body of GET', { method: 'GET', body: { json: {} } }, 'invalid-field body'],
  [
    'an own name of the output',
    { output: { httpStatus: 'response.text' } },
    'invalid-field output.httpStatus',
  ],
  ['a decision', { output: { decision: 'response.text' } }, 'invalid-field output.decision'],
  ['a path beside the response', { output: { a: 'execution.input' } }, 'invalid-field output.a'],
  ['a header that is never kept', { responseHeaders: ['Set-Cookie'] }, 'invalid-field responseHeaders[0]'],
  ['a redirect as success', { successCodes: [302] }, 'invalid-field successCodes[0]'],
  ['a short signing secret', { auth: { kind: 'hmac', secret: 'short' } }, 'invalid-field auth.secret'],
  ['a colon', { auth: { kind: 'basic', username: 'a:b' } }, 'invalid-field auth.username'],
  ['an unknown field', { what: 1 }, 'unknown-field what'],
  ['an unknown method', { method: 'TRACE' }, 'invalid-field method'],
])('refuses %s', (_, config, issue) => {
  expect(found(config)).toEqual([issue]);
});

test('accepts a token in a header of an async node', () => {
  const body = { json: { back: '{{callback.url}}' } };
  expect(found({ mode: 'async', body, headers: { 'x-back': '{{callback.token}}' } })).toEqual([]);
});
