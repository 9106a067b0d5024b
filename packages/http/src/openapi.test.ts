/** The document is OpenAPI, says what the routes do, and real answers are what it says. */
import { PERMIT_OPERATIONS, PERMIT_PATHS } from '@org/approval-agents';
import { OPERATIONS } from '@org/approval-core/views';
import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { INBOUND_ROUTES } from './inbound.js';
import { HTTP_CODES } from './index.js';
import { openApiDocument } from './openapi.js';
import { PATHS, createKit, post } from './test-support/kit.js';
import { REQUESTS, prepare, seed } from './test-support/requests.js';

interface Content {
  readonly content: { readonly 'application/json': { readonly schema: z.core.JSONSchema.JSONSchema } };
}
interface Post {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly requestBody: Content;
  readonly responses: Readonly<Record<string, Content>>;
}

const GATE = { operations: Object.values(PERMIT_OPERATIONS) };
const document = openApiDocument({}, GATE);
const { '/health': health, ...paths } = document['paths'] as Readonly<
  Record<string, { readonly post: Post }>
>;
const postOf = (path: string) => paths[`/v2/workflow/${path}`]!.post;
const COMPONENTS = '#/components/schemas/';
const { schemas } = document.components as { schemas: Record<string, z.core.JSONSchema.JSONSchema> };
/** A schema of the document with everything it refers to. */
const compiled = (schema: z.core.JSONSchema.JSONSchema) =>
  z.fromJSONSchema(
    JSON.parse(
      JSON.stringify({ ...schema, $defs: schemas }).replaceAll(COMPONENTS, '#/$defs/'),
    ) as z.core.JSONSchema.JSONSchema,
  );
const schemaIn = ({ content }: Content) => compiled(content['application/json'].schema);
const errorSchema = compiled({ $ref: `${COMPONENTS}Error` });

describe('the document', () => {
  test('is OpenAPI 3.1', async () => {
    const validator = new Validator();
    const { valid, errors } = await validator.validate(structuredClone(document));
    expect([valid, errors]).toEqual([true, undefined]);
    expect(validator.version).toBe('3.1');
    // The validator does find faults.
    const broken = { ...structuredClone(document), info: {} };
    expect((await new Validator().validate(broken)).valid).toBe(false);
  });

  test('has every operation, by its own name', () => {
    const all = [...Object.keys(OPERATIONS), ...PERMIT_PATHS, ...INBOUND_ROUTES.keys()];
    expect(Object.keys(paths)).toEqual(all.map((path) => `/v2/workflow/${path}`));
    expect(health).toHaveProperty('get.operationId', 'health');
    expect(new Set(PATHS.map((path) => postOf(path).operationId)).size).toBe(PATHS.length);
  });

  test('has no operations of a gate without a gate', () => {
    const made = Object.keys(openApiDocument().paths);
    const others = Object.keys(paths).filter((it) => !/\/(permits|grants)\//.test(it));
    expect(made.filter((it) => it !== '/health')).toEqual(others);
  });

  test('takes its title, version and place from the host', () => {
    const made = openApiDocument({ title: 'T', version: '7', serverUrl: 'https://example.com/x' });
    expect(made).toMatchObject({
      info: { title: 'T', version: '7' },
      servers: [{ url: 'https://example.com/x' }],
    });
  });

  test('has patterns that every dialect of regular expressions knows', () => {
    expect(JSON.stringify(document)).not.toMatch(/\\\\p\{/i);
    const { requestBody } = postOf('executions/get');
    const fits = (executionId: string) => schemaIn(requestBody).safeParse({ data: { executionId } }).success;
    expect([fits('é-1'), fits('a\nb'), fits('a\u0085b')]).toEqual([true, false, false]);
  });

  test('asks for both headers', () => {
    expect(document['security']).toEqual([{ apiKey: [], authToken: [] }]);
    expect(document).toMatchObject({
      components: {
        securitySchemes: { apiKey: { name: 'x-svc-api-key' }, authToken: { name: 'x-svc-auth-token' } },
      },
    });
  });
});

describe('words for generated clients', () => {
  /** Every object schema in `schema`, with the place that it is at. */
  function* objectsIn(schema: unknown, place: string): Generator<[string, z.core.JSONSchema.JSONSchema]> {
    if (typeof schema !== 'object' || schema === null) return;
    if ('properties' in schema && 'type' in schema) yield [place, schema as z.core.JSONSchema.JSONSchema];
    for (const [key, part] of Object.entries(schema)) yield* objectsIn(part, `${place}.${key}`);
  }

  test('every schema has a name that leads somewhere, and says what it is', () => {
    const refs = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)];
    expect(refs.length).toBeGreaterThan(100);
    expect(refs.map((it) => it[1]!).filter((name) => !Object.hasOwn(schemas, name))).toEqual([]);
    expect(JSON.stringify(document)).not.toContain('$defs');
    const silent = Object.entries(schemas).filter(([name, it]) => name !== 'Error' && !it.description);
    expect(silent.map(([name]) => name)).toEqual([]);
    expect(Object.keys(schemas).filter((name) => !/^[A-Z][A-Za-z]+$/.test(name))).toEqual([]);
  });

  test.each(Object.keys(paths))('%s takes and returns what has a name of its own', (path) => {
    const { requestBody, responses } = paths[path]!.post;
    const bare = (content: Content, key: string) => {
      const schema = content.content['application/json'].schema;
      return (schema.properties?.[key] ?? schema) as z.core.JSONSchema.JSONSchema;
    };
    for (const schema of [bare(requestBody, 'data'), bare(responses['200']!, 'result')]) {
      expect(schema.$ref).toMatch(/^#\/components\/schemas\/[A-Z]/);
    }
  });

  test('every property says what it is', () => {
    const properties = [...objectsIn(schemas, 'schemas'), ...objectsIn(paths, 'paths')].flatMap(
      ([place, it]) =>
        Object.entries(it.properties ?? {}).map(([key, property]) => ({
          place: `${place}.${key}`,
          property,
        })),
    );
    expect(properties.length).toBeGreaterThan(250);
    const silent = properties.filter(({ property }) => typeof property !== 'object' || !property.description);
    expect(silent.map(({ place }) => place)).toEqual([]);
  });
});

test('is served as it is made, or not at all', async () => {
  const kit = await createKit({ basePath: '/base', openApi: { title: 'Served' } });
  const get = {
    method: 'GET',
    headers: {},
    query: '',
    remoteAddress: null,
    body: { kind: 'parsed', value: null },
  } as const;
  const served = await kit.handler({ ...get, path: '/base/v2/workflow/openapi.json' });
  expect(JSON.parse(served.body)).toEqual(openApiDocument({ title: 'Served', serverUrl: '/base' }));
  const { handler } = await createKit({ openApi: false });
  expect((await handler({ ...get, path: '/v2/workflow/openapi.json' })).status).toBe(404);
});

describe.each(PATHS)('%s', (path) => {
  test('names its permission and every error answer', () => {
    const { summary, description, responses } = postOf(path);
    expect(summary).toBe(OPERATIONS[path].summary);
    expect(description).toContain(OPERATIONS[path].permissions.join(' or '));
    const codes = [...new Set([200, 405, 413, 415, ...Object.values(HTTP_CODES)])].map(String);
    expect(Object.keys(responses).toSorted()).toEqual(codes.toSorted());
  });

  test('a good request fits it, and its answer does, to the last key', async () => {
    const { handler, credentials, engine, drain } = await createKit();
    const seeded = await seed(engine, 'main', drain);
    await prepare(path, engine.forWorkspace('main'), seeded);
    const data = REQUESTS[path](seeded);
    const { requestBody, responses } = postOf(path);
    expect(schemaIn(requestBody).safeParse({ data }).error).toBeUndefined();
    const { code, result } = await post(handler, path, data, await credentials());
    expect(code).toBe(200);
    expect(schemaIn(responses['200']!).safeParse({ result }).error).toBeUndefined();
    // Parsing would strip fields that the schema does not name.
    expect(OPERATIONS[path].result.parse(result)).toEqual(result);
  });

  test('a bad request does not fit it, and its answer is the error', async () => {
    const { handler, credentials } = await createKit();
    const data = { unheardOf: 1 };
    expect(schemaIn(postOf(path).requestBody).safeParse({ data }).success).toBe(false);
    const { code, text } = await post(handler, path, data, await credentials());
    // Only `validate` answers what is wrong as its result.
    expect(code).toBe(path === 'definitions/validate' ? 200 : 400);
    if (code !== 200) expect(errorSchema.safeParse(JSON.parse(text)).error).toBeUndefined();
  });
});

test('the error of every kind is the one that the document knows', async () => {
  const { handler, credentials } = await createKit();
  const answers = [
    await post(handler, 'executions/get', {}, {}),
    await post(handler, 'executions/get', { executionId: 'x' }, await credentials()),
    await post(handler, 'steps/resolve', {}, await credentials({ role: 'author' })),
    await post(handler, 'definitions/create', { nodes: [{}], edges: 7 }, await credentials()),
  ];
  expect(answers.map((it) => it.code)).toEqual([401, 404, 403, 400]);
  for (const { text } of answers) expect(errorSchema.safeParse(JSON.parse(text)).error).toBeUndefined();
  expect(errorSchema.safeParse({ error: { message: 'x', status: 'OTHER', details: {} } }).success).toBe(
    false,
  );
});
