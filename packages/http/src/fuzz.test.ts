/**
 * Whatever comes in: an envelope, never a fault of the server's own. `FUZZ_REQUESTS=100000` makes it the long run,
 * which also says what it left on the heap.
 */
import fc from 'fast-check';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, expect, test } from 'vitest';
import type { HttpRequest } from './index.js';
import { openApiDocument } from './openapi.js';
import { type Known, type Schema, PLACES, fitting, spoilt } from './test-support/arbitrary.js';
import { type Headers, PATHS, createKit, envelopeOf } from './test-support/kit.js';
import { seed } from './test-support/requests.js';

const REQUESTS = Number(process.env['FUZZ_REQUESTS'] ?? 5_000);
/** A workspace that grew this old is thrown away, so that the heap tells of what leaks and not of what is stored. */
const REQUESTS_PER_ENGINE = 1_000;

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly headers: Headers;
  readonly body: Uint8Array;
}

const documented = openApiDocument()['paths'] as Record<
  string,
  { post: { requestBody: { content: { 'application/json': { schema: { properties: { data: Schema } } } } } } }
>;
const schemaOf = (path: string) =>
  documented[`/v2/workflow/${path}`]!.post.requestBody.content['application/json'].schema.properties.data;

// Ids of the tests' engine count from 1; each engine has run the seed first.
const { engine: first, settle: settleFirst } = await createKit();
const { executionId } = await seed(first, 'main', settleFirst);
const KNOWN: Known = {
  definitionId: ['flow', 'flow-two'],
  executionId: [executionId],
  stepId: ['step_review', 'step_scan'],
  reviewerId: ['ann', 'bob'],
  resolutionId: ['r1'],
  pageSize: [1, 500],
  agentId: ['__mock__'],
  nodeId: ['a', 'b', 'c'],
  from: ['a', 'b'],
  to: ['b', 'c'],
  when: ['{"op":"eq","args":[{"var":"output.decision"},"approve"]}'],
};

const JSON_TYPE = { 'content-type': 'application/json' };
const path = fc.constantFrom(...PATHS);
const bytes = (text: string) => new TextEncoder().encode(text);

/** From the schema of an operation, right or spoilt in up to three places. */
const structuredFor = (it: string): fc.Arbitrary<Sent> =>
  fc
    .tuple(
      fc.oneof(
        { weight: 9, arbitrary: fitting(schemaOf(it), KNOWN) },
        { weight: 1, arbitrary: fc.jsonValue() },
      ),
      PLACES,
    )
    .map(([data, places]) => ({
      method: 'POST',
      path: `/v2/workflow/${it}`,
      headers: JSON_TYPE,
      body: bytes(spoilt({ data }, places)),
    }));
const structured = fc.oneof(...PATHS.map(structuredFor));

/** Bytes of any kind, also as the rest of a body that began well, under any method, path and header. */
const raw: fc.Arbitrary<Sent> = fc.record({
  method: fc.constantFrom('POST', 'POST', 'POST', 'GET', 'HEAD', 'PUT', 'OPTIONS', 'TRACE', ''),
  path: fc.oneof(
    path.map((it) => `/v2/workflow/${it}`),
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.string({ maxLength: 20 }).map((it) => `/v1/workflow/${it}`),
  ),
  headers: fc.record(
    {
      'content-type': fc.oneof(fc.constant('application/json'), fc.string({ unit: 'binary' })),
      'x-request-id': fc.string({ unit: 'binary', maxLength: 200 }),
      'x-svc-auth-token': fc.oneof(
        fc.string(),
        fc.string().map((it) => `eyJhbGciOiJub25lIn0.${it}.`),
      ),
    },
    { requiredKeys: ['content-type'] },
  ),
  body: fc
    .tuple(fc.constantFrom('', '{"data":', '{"data":{"executionId":"'), fc.uint8Array({ maxLength: 200 }))
    .map(([start, rest]) => new Uint8Array([...bytes(start), ...rest])),
});

let kit = await createKit();
let credentials: Headers = {};
let sent = 0;
const answers = new Map<string, number>();

async function freshEngine(): Promise<void> {
  await kit.engine.stop();
  kit = await createKit();
  credentials = await kit.credentials();
  await seed(kit.engine, 'main', kit.settle);
}

async function answerTo({ method, path: at, headers, body }: Sent): Promise<void> {
  if (sent++ % REQUESTS_PER_ENGINE === 0) await freshEngine();
  const request: HttpRequest = {
    method,
    path: at,
    headers: { ...credentials, ...headers },
    query: '',
    remoteAddress: null,
    body: { kind: 'bytes', bytes: body },
  };
  const { code, status } = envelopeOf(await kit.handler(request));
  answers.set(status, (answers.get(status) ?? 0) + 1);
  expect(code).toBeLessThan(500);
  expect(kit.logged).toEqual([]);
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
}

const run = (requests: fc.Arbitrary<Sent>, share: number) =>
  fc.assert(fc.asyncProperty(requests, answerTo), { numRuns: Math.round(REQUESTS * share) });

const heapUsed = (): number => {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
};
const heapBefore = heapUsed();

afterAll(async () => {
  await freshEngine();
  if (REQUESTS <= 5_000) return;
  const mib = (size: number) => (size / 2 ** 20).toFixed(1);
  console.log(`${sent} requests: ${JSON.stringify(Object.fromEntries(answers))}`);
  console.log(`heap: ${mib(heapBefore)} MiB before, ${mib(heapUsed())} MiB after`);
});

test('requests made from the schemas', () => run(structured, 0.8), 900_000);
test('bytes, paths and headers of any kind', () => run(raw, 0.2), 900_000);

test('the requests come far enough to mean something', () => {
  const share = (status: string) => (answers.get(status) ?? 0) / sent;
  expect(share('OK')).toBeGreaterThan(0.05);
  expect(share('INVALID_ARGUMENT')).toBeGreaterThan(0.1);
  for (const status of ['NOT_FOUND', 'FAILED_PRECONDITION', 'PERMISSION_DENIED', 'UNAUTHENTICATED']) {
    expect([status, share(status) > 0]).toEqual([status, true]);
  }
});
