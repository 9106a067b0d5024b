/** OpenAPI 3.1, made from the schemas that check requests. */
import { INBOUND_OPERATIONS, OPERATIONS, type OperationData } from '@org/approval-core/views';
import * as z from 'zod';
import { checkOptions } from '@org/approval-internal/options';
import { HTTP_CODES } from './answer.js';
import { OPENAPI_OPTIONS, type OpenApiOptions } from './openapi-options.js';
import { HEALTH_ITEM, HEALTH_SCHEMA } from './openapi-health.js';

export type { OpenApiOptions } from './openapi-options.js';

type Json = Record<string, unknown>;

const COMPONENTS = '#/components/schemas/';

/** An OpenAPI document, as JSON. */
export interface OpenApiDocument extends Json {
  /** Version of OpenAPI that it follows. */
  readonly openapi: string;
  /** An item for each operation, by its path. */
  readonly paths: Json;
  /** Named schemas, and the headers that a call needs. */
  readonly components: Json;
}

/** A gate, limited to what a document needs. */
export interface WithOperations {
  /** Operations of the gate. */
  readonly operations: readonly OperationData[];
}

/**
 * The OpenAPI 3.1 document of the whole surface, made from the schemas that check requests.
 * Requests and results are named schemas with descriptions, so that generated clients have named
 * types. With a `gate`, it includes the gate's operations.
 * @throws TypeError when an option makes no sense.
 */
export function openApiDocument(options: OpenApiOptions = {}, gate?: WithOperations): OpenApiDocument {
  checkOptions('openApiDocument', options, OPENAPI_OPTIONS);
  const operations = [...Object.values(OPERATIONS), ...(gate?.operations ?? [])];
  const { title = 'Approval engine', version = '2', serverUrl = '/' } = options;
  return {
    openapi: '3.1.0',
    info: { title, version },
    servers: [{ url: serverUrl }],
    security: [{ apiKey: [], authToken: [] }],
    paths: Object.fromEntries([
      ...operations.map((it) => [`/v2/workflow/${it.path}`, itemOf(it)]),
      ...Object.keys(INBOUND_OPERATIONS).map((path) => [`/v2/workflow/${path}`, inboundItem(path)]),
      ['/health', HEALTH_ITEM],
    ]) as Json,
    components: {
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'header', name: 'x-svc-api-key' },
        authToken: { type: 'apiKey', in: 'header', name: 'x-svc-auth-token' },
      },
      schemas: { ...schemasOf(operations), Health: HEALTH_SCHEMA, Error: ERROR_SCHEMA },
      responses: {
        Error: { description: 'See error.status.', content: json({ $ref: '#/components/schemas/Error' }) },
      },
    },
  };
}

function itemOf({ path, summary, request, result, permissions }: OperationData): Json {
  return {
    post: {
      operationId: path.replace('/', '.'),
      tags: [path.split('/')[0]],
      summary,
      description: `Permission: ${permissions.map((it) => `\`${it}\``).join(' or ')}.`,
      requestBody: { required: true, content: json(envelope('data', 'What is asked for.', refTo(request))) },
      responses: responsesOf(result),
    },
  };
}

/** Triggers and callbacks: the only requests without the envelope, with their own proof. */
function inboundItem(path: string): Json {
  const { summary, query, headers, request, result } =
    INBOUND_OPERATIONS[path as keyof typeof INBOUND_OPERATIONS];
  const parameter = (place: 'query' | 'header', required: boolean) => (name: string) => ({
    in: place,
    name,
    required,
    schema: { type: 'string' },
  });
  return {
    post: {
      operationId: path.replace('/', '.'),
      tags: [path.split('/')[0]],
      summary,
      security: [],
      parameters: [
        ...query.required.map(parameter('query', true)),
        ...query.optional.map(parameter('query', false)),
        ...headers.map(parameter('header', true)),
      ],
      requestBody: { required: true, content: json(refTo(request)) },
      responses: responsesOf(result),
    },
  };
}

const responsesOf = (result: z.ZodType): Json => ({
  '200': { description: 'Done.', content: json(envelope('result', 'What came of it.', refTo(result))) },
  ...Object.fromEntries(ERROR_CODES.map((code) => [code, { $ref: '#/components/responses/Error' }])),
});

const json = (schema: Json): Json => ({ 'application/json': { schema } });

const envelope = (key: string, description: string, schema: Json): Json => ({
  type: 'object',
  properties: { [key]: { description, ...schema } },
  required: [key],
  additionalProperties: false,
});

/**
 * Reference to a request or result by its name; without names, generated clients would invent them.
 */
function refTo(schema: z.ZodType): Json {
  const id = z.globalRegistry.get(schema)?.id;
  if (id === undefined)
    throw new Error('a schema of an operation has no name; give it one with .meta({ id })');
  return { $ref: COMPONENTS + id };
}

/** Named schemas and those inside them, as JSON Schema; payloads declare themselves free-form. */
function namedSchemas(schemas: readonly z.ZodType[], io: 'input' | 'output'): Json {
  const { $defs } = z.toJSONSchema(z.tuple(schemas as [z.ZodType]), {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      if (jsonSchema.pattern !== undefined) jsonSchema.pattern = portable(jsonSchema.pattern);
      delete jsonSchema.id;
    },
  });
  return JSON.parse(JSON.stringify($defs).replaceAll('"#/$defs/', `"${COMPONENTS}`)) as Json;
}

/**
 * Generators in other languages, and patterns compiled without the flag `u`, lack Unicode classes.
 */
const portable = (pattern: string): string =>
  pattern.replaceAll('\\P{Cc}', '[^\\u0000-\\u001f\\u007f-\\u009f]');

const ERROR_CODES = [...new Set(Object.values(HTTP_CODES))]
  .map(String)
  .concat('405', '413', '415')
  .toSorted();

const ERROR_SCHEMA: Json = envelope('error', 'What is wrong.', {
  type: 'object',
  properties: {
    message: { type: 'string', description: 'What is wrong and how to fix it.' },
    status: {
      type: 'string',
      enum: Object.keys(HTTP_CODES),
      description: 'What kind of error it is; the HTTP status follows from it.',
    },
    details: {
      type: 'object',
      description: 'What else is known; further fields depend on the operation.',
      properties: {
        issues: {
          type: 'array',
          items: { $ref: `${COMPONENTS}IssueView` },
          description: 'Everything that is wrong with a definition or a request.',
        },
      },
    },
  },
  required: ['message', 'status', 'details'],
});

/** The schemas of all requests, and of all results, by their names. */
function schemasOf(operations: readonly OperationData[]): Json {
  const all = [...operations, ...Object.values(INBOUND_OPERATIONS)];
  return {
    ...namedSchemas(
      all.map((it) => it.request),
      'input',
    ),
    ...namedSchemas(
      all.map((it) => it.result),
      'output',
    ),
  };
}
