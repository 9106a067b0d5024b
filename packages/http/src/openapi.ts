/** OpenAPI 3.1, made from the schemas that requests are checked with. */
import { INBOUND_OPERATIONS, OPERATIONS } from '@org/approval-core';
import { z } from 'zod';
import { HTTP_CODES } from './answer.js';
import { ROUTES } from './routes.js';

export interface OpenApiOptions {
  readonly title?: string;
  readonly version?: string;
  /** Where the surface is mounted, as in `https://api.example.com/approvals`. */
  readonly serverUrl?: string;
}

type Json = Record<string, unknown>;

export interface OpenApiDocument extends Json {
  readonly openapi: string;
  readonly paths: Json;
  readonly components: Json;
}

/** The document, as JSON. */
export function openApiDocument(options: OpenApiOptions = {}): OpenApiDocument {
  const { title = 'Approval engine', version = '2', serverUrl = '/' } = options;
  return {
    openapi: '3.1.0',
    info: { title, version },
    servers: [{ url: serverUrl }],
    security: [{ apiKey: [], authToken: [] }],
    paths: Object.fromEntries([
      ...Object.keys(OPERATIONS).map((path) => [`/v2/workflow/${path}`, pathItem(path)]),
      ...Object.keys(INBOUND_OPERATIONS).map((path) => [`/v2/workflow/${path}`, inboundItem(path)]),
    ]) as Json,
    components: {
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'header', name: 'x-svc-api-key' },
        authToken: { type: 'apiKey', in: 'header', name: 'x-svc-auth-token' },
      },
      schemas: { Error: ERROR_SCHEMA },
      responses: {
        Error: { description: 'See error.status.', content: json({ $ref: '#/components/schemas/Error' }) },
      },
    },
  };
}

function pathItem(path: string): Json {
  const { summary, request, result } = OPERATIONS[path as keyof typeof OPERATIONS];
  const permission = ROUTES.get(path)?.permission ?? '';
  return {
    post: {
      operationId: path.replace('/', '.'),
      tags: [path.split('/')[0]],
      summary,
      description: `Permission: \`${permission}\`.`,
      requestBody: { required: true, content: json(envelope('data', schemaOf(request, 'input'))) },
      responses: responsesOf(result),
    },
  };
}

/** The one kind of request without the envelope, and with a proof of its own. */
function inboundItem(path: string): Json {
  const { summary, query, headers, request, result } =
    INBOUND_OPERATIONS[path as keyof typeof INBOUND_OPERATIONS];
  const parameter = (place: 'query' | 'header', required: boolean) => (name: string) => ({
    ...{ in: place, name, required },
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
      requestBody: { required: true, content: json(schemaOf(request, 'input')) },
      responses: responsesOf(result),
    },
  };
}

const responsesOf = (result: z.ZodType): Json => ({
  '200': { description: 'Done.', content: json(envelope('result', schemaOf(result, 'output'))) },
  ...Object.fromEntries(ERROR_CODES.map((code) => [code, { $ref: '#/components/responses/Error' }])),
});

const json = (schema: Json): Json => ({ 'application/json': { schema } });

const envelope = (key: string, schema: Json): Json => ({
  type: 'object',
  properties: { [key]: schema },
  required: [key],
  additionalProperties: false,
});

/** A schema of ours as JSON Schema; payloads are free-form and say so themselves. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...made } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      if (jsonSchema.pattern !== undefined) jsonSchema.pattern = portable(jsonSchema.pattern);
    },
  }) as Json;
  return made;
}

/** Generators in other languages, and those that compile without the flag `u`, know no classes of Unicode. */
const portable = (pattern: string): string =>
  pattern.replaceAll('\\P{Cc}', '[^\\u0000-\\u001f\\u007f-\\u009f]');

const ERROR_CODES = [...new Set(Object.values(HTTP_CODES))]
  .map(String)
  .concat('405', '413', '415')
  .toSorted();

const ERROR_SCHEMA: Json = envelope('error', {
  type: 'object',
  properties: {
    message: { type: 'string' },
    status: { type: 'string', enum: Object.keys(HTTP_CODES) },
    details: {
      type: 'object',
      properties: {
        issues: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              code: { type: 'string' },
              message: { type: 'string' },
              path: { type: 'string' },
              nodeId: { type: 'string' },
            },
            required: ['code', 'message', 'path'],
          },
        },
      },
    },
  },
  required: ['message', 'status', 'details'],
});
