/** A handler over an engine in memory, with two workspaces and credentials for everybody. */
import type { EngineOptions, Logger } from '@org/approval-core';
import { OPERATIONS, type OperationPath } from '@org/approval-core/views';
import { createTestEngine, createTestReceiver } from '@org/approval-testkit';
import { expect } from 'vitest';
import {
  type TokenOptions,
  apiKeyList,
  createAuthenticator,
  generateApiKey,
  issueAuthToken,
} from '../auth/index.js';
import {
  HTTP_CODES,
  type HandlerOptions,
  type HttpHandler,
  type HttpResponse,
  type Role,
  createHandler,
} from '../index.js';

export const PATHS = Object.keys(OPERATIONS) as OperationPath[];
export const NOW = Date.UTC(2026, 0, 1);
export type Headers = Readonly<Record<string, string>>;

/**
 * The caller: by default the administrator `root` of workspace `main`; `subject` null omits `sub`.
 */
export interface Caller {
  readonly role?: Role;
  readonly workspaceId?: 'main' | 'other';
  readonly subject?: string | null;
}

export async function createKit(options: Partial<HandlerOptions> = {}, engine: Partial<EngineOptions> = {}) {
  const webhooks = { transport: createTestReceiver() };
  const it = createTestEngine({ logger: SILENT, webhooks, ...engine });
  const apiKeys = { main: await generateApiKey(), other: await generateApiKey() };
  const tokens: TokenOptions = {
    issuer: 'issuer',
    audience: 'audience',
    keys: [{ kid: 'k1', algorithm: 'HS256', secret: new Uint8Array(32).fill(7) }],
    now: () => NOW,
  };
  const known = (['main', 'other'] as const).map((workspaceId) => ({
    ...apiKeys[workspaceId].record,
    workspaceId,
  }));
  const logged: unknown[] = [];
  const logger: Logger = {
    warn: (...line) => logged.push(line),
    error: (...line) => logged.push(line),
  };
  const handlerOptions: HandlerOptions = {
    engine: it.engine,
    authenticate: createAuthenticator({ ...tokens, findApiKey: apiKeyList(known) }),
    rateLimiter: false,
    logger,
    links: { baseUrl: 'https://approvals.example.com' },
    ...options,
  };
  const credentials = async ({ role = 'admin', workspaceId = 'main', subject = 'root' }: Caller = {}) => ({
    'x-svc-api-key': apiKeys[workspaceId].apiKey,
    'x-svc-auth-token': await issueAuthToken(tokens, {
      workspaceId,
      role,
      ...(subject !== null && { subject }),
    }),
  });
  return {
    ...it,
    apiKeys,
    tokens,
    logged,
    handlerOptions,
    credentials,
    handler: createHandler(handlerOptions),
  };
}

const SILENT: Logger = { warn: () => undefined, error: () => undefined };

/** A POST of JSON to the handler itself, and its envelope. */
export async function post(handler: HttpHandler, path: string, data: unknown, headers: Headers) {
  return envelopeOf(
    await handler({
      method: 'POST',
      path: `/v2/workflow/${path}`,
      headers: { 'content-type': 'application/json', ...headers },
      query: '',
      remoteAddress: '192.0.2.1',
      body: { kind: 'bytes', bytes: new TextEncoder().encode(JSON.stringify({ data })) },
    }),
  );
}

export interface Envelope {
  readonly code: number;
  /** OK, or the `status` of the error. */
  readonly status: string;
  readonly result: unknown;
  readonly message: string;
  readonly details: Record<string, unknown>;
  readonly text: string;
}

/** Patterns that must not be in an answer: stacks, source locations, messages of inner errors. */
const INTERNALS = /hunter2|\\n +at |\.[cm]?[jt]s:\d|node_modules|"stack":|"cause":/i;

/** Checks that an answer is an envelope, to the last key and header, and opens it. */
export function envelopeOf({ status: code, headers, body: text }: HttpResponse): Envelope {
  expect(headers['content-type']).toBe('application/json; charset=utf-8');
  expect(headers['cache-control']).toBe('no-store');
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(headers['x-request-id']).toMatch(/^[A-Za-z0-9:_.-]{1,128}$/);
  const envelope = JSON.parse(text) as Record<string, unknown>;
  if (code === 200) {
    expect(Object.keys(envelope)).toEqual(['result']);
    return { code, status: 'OK', result: envelope['result'], message: '', details: {}, text };
  }
  expect(Object.keys(envelope)).toEqual(['error']);
  const error = envelope['error'] as Pick<Envelope, 'message' | 'status' | 'details'>;
  expect(Object.keys(error).toSorted()).toEqual(['details', 'message', 'status']);
  expect([typeof error.message, typeof error.details]).toEqual(['string', 'object']);
  expect(Object.keys(HTTP_CODES)).toContain(error.status);
  expect(text).not.toMatch(INTERNALS);
  return { code, result: null, text, ...error };
}
