/** The grammar of requests: from OpenAPI; valid, nearly valid and hostile. */
import fc from 'fast-check';
import {
  type Schema,
  type Known,
  PLACES,
  fitting,
  spoilt,
} from '../../packages/http/src/test-support/arbitrary.js';
import { PERMIT_OPERATIONS } from '@org/approval-agents';
import { openApiDocument } from '../../packages/http/src/openapi.js';
import { definitions } from './definition-grammar.js';
import { likely } from './likely.js';
import { likelyPermits } from './likely-permits.js';
import { GRANT_NAMES, PERMIT_NAMES } from './permit-ids.js';
import type { Drawn } from './drawn.js';
import type { Role } from './target/client.js';

interface Posted {
  readonly requestBody: { readonly content: { readonly 'application/json': { readonly schema: Schema } } };
}
type Document = Record<string, { readonly post?: Posted }>;
const PREFIX = '/v2/workflow/';
const documented = openApiDocument({}, { operations: Object.values(PERMIT_OPERATIONS) })['paths'] as Document;
/** Every documented path with a body, including inbound ones. */
export const DOCUMENTED = Object.keys(documented).filter((path) => documented[path]?.post !== undefined);

/** Contents of a seeded workspace: ids count from 1, so requests find them. */
const KNOWN: Known = {
  definitionId: ['flow', 'flow-two', 'made-0', 'made-1'],
  executionId: ['exec_1', 'exec_1', 'exec_2', 'exec_3', 'exec_9'],
  stepId: ['step_review', 'step_scan', 'step_n0', 'step_n1'],
  reviewerId: ['ann', 'bob'],
  resolutionId: ['r1'],
  permitId: PERMIT_NAMES,
  grantId: GRANT_NAMES,
  tool: ['files.read', 'files.delete', 'mail.send', 'card.charge'],
  principal: ['bot', 'root'],
  pageSize: [1, 500],
  agentId: ['__mock__'],
  nodeId: ['a', 'b', 'c'],
  from: ['a', 'b'],
  to: ['b', 'c'],
  when: ['{"op":"eq","args":[{"var":"output.decision"},"approve"]}'],
};

const JSON_TYPE = { 'content-type': 'application/json' };
const bytes = (text: string) => new TextEncoder().encode(text);
const posting = (path: string, text: string): Drawn => ({
  method: 'POST',
  path,
  headers: JSON_TYPE,
  body: bytes(text),
});

/** Requests of an operation's schema, valid or with up to three faults. */
function structuredFor(path: string): fc.Arbitrary<Drawn> {
  const schema = documented[path]?.post?.requestBody.content['application/json'].schema ?? {};
  const isInbound = path.includes('webhook-inbound');
  const data = fitting(isInbound ? schema : (schema.properties?.['data'] ?? {}), KNOWN);
  const query = fc.constantFrom('', '?workspaceId=main&definitionId=flow&triggerId=t', '?workspaceId=main&x');
  return fc
    .tuple(
      fc.oneof({ weight: 9, arbitrary: data }, { weight: 1, arbitrary: fc.jsonValue() }),
      PLACES,
      isInbound ? query : fc.constant(''),
    )
    .map(([it, places, rest]) =>
      posting(path + rest, spoilt(isInbound ? it : { data: impatient(it) }, places)),
    );
}
/** Limits waits, which would delay the other requests of the batch. */
function impatient(data: unknown): unknown {
  const isWaiting = typeof data === 'object' && data !== null && 'waitMs' in data;
  return isWaiting && typeof data.waitMs === 'number' ? { ...data, waitMs: data.waitMs % 50 } : data;
}
const structured = fc.oneof(...DOCUMENTED.map(structuredFor));

/** Meaningful definitions: created, validated and run. */
const meant = fc
  .tuple(
    definitions,
    PLACES,
    fc.constantFrom('definitions/create', 'definitions/create', 'definitions/validate'),
  )
  .map(([it, places, path]) => posting(PREFIX + path, spoilt({ data: it }, places)));
const dispatched = fc
  .tuple(fc.nat(5), fc.jsonValue({ maxDepth: 2 }))
  .map(([it, url]) =>
    posting(
      `${PREFIX}executions/dispatch`,
      JSON.stringify({ data: { definitionId: `made-${it}`, triggerContext: { url } } }),
    ),
  );

/** Characters of a header; the network refuses others before the server. */
const headerText = fc
  .string({ unit: fc.integer({ min: 0x20, max: 0xff }).map((it) => String.fromCharCode(it)), maxLength: 200 })
  .filter((it) => !it.includes('\x7f'));
const pathText = fc
  .string({ unit: fc.integer({ min: 0x21, max: 0x7e }).map((it) => String.fromCharCode(it)), maxLength: 60 })
  .map((it) => `/${it}`);

/** Any bytes, also after a valid start of a body, under any method, path and header. */
const raw: fc.Arbitrary<Drawn> = fc.record({
  method: fc.constantFrom('POST', 'POST', 'POST', 'GET', 'HEAD', 'PUT', 'OPTIONS', 'DELETE', 'PATCH'),
  path: fc.oneof(
    fc.constantFrom(...DOCUMENTED),
    fc.constantFrom(...DOCUMENTED),
    pathText,
    pathText.map((it) => `/v1/workflow${it}`),
  ),
  headers: fc.record(
    {
      'content-type': fc.oneof(fc.constant('application/json'), headerText),
      'x-request-id': headerText,
      'x-svc-callback-token': headerText,
      'x-svc-auth-token': fc.oneof(
        headerText,
        headerText.map((it) => `eyJhbGciOiJub25lIn0.${it}.`),
      ),
    },
    { requiredKeys: ['content-type'] },
  ),
  body: fc
    .tuple(fc.constantFrom('', '{"data":', '{"data":{"executionId":"'), fc.uint8Array({ maxLength: 200 }))
    .map(([start, rest]) => new Uint8Array([...bytes(start), ...rest])),
});

const roles = fc.constantFrom<Role>(
  'admin',
  'admin',
  'admin',
  'admin',
  'author',
  'reviewer',
  'service',
  'agent',
);
/** Sometimes an invalid token. */
const strangers = fc.oneof(
  { weight: 15, arbitrary: fc.constant({}) },
  { weight: 1, arbitrary: fc.constant({ 'x-svc-auth-token': 'nobody' }) },
);

export const requests: fc.Arbitrary<Drawn> = fc
  .tuple(
    fc.oneof(
      { weight: 45, arbitrary: structured },
      { weight: 20, arbitrary: likely },
      { weight: 12, arbitrary: likelyPermits },
      { weight: 12, arbitrary: meant },
      { weight: 8, arbitrary: dispatched },
      { weight: 15, arbitrary: raw },
    ),
    roles,
    strangers,
  )
  .map(([it, role, stranger]) => ({ role, ...it, headers: { ...stranger, ...it.headers } }));
