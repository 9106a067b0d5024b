/**
 * A real server on an engine with a virtual clock, a proxy in front of it, and clients of the
 * proxy.
 */
import { type ApprovalStore, type WorkspaceOperations, createMemoryStore } from '@org/approval-core';
import { createHandler } from '@org/approval-http';
import {
  type TokenOptions,
  type TokenRequest,
  apiKeyList,
  createAuthenticator,
  generateApiKey,
  issueAuthToken,
} from '@org/approval-http/auth';
import { toNodeListener } from '@org/approval-http/node';
import {
  type TestEngine,
  type TestReceiver,
  createTestEngine,
  createTestReceiver,
} from '@org/approval-testkit';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { type ApprovalClient, type ApprovalClientOptions, createApprovalClient } from '../index.js';
import { type FaultProxy, type NetworkFault, faultProxy } from './proxy.js';

/** Faults of the server: the store throws before or after its work; too many calls. */
type ServerFault = 'store down' | 'store silent' | 'rate limit';
export type Fault = NetworkFault | ServerFault;
export const RETRY_AFTER_MS = 2_000;

const WORKSPACE = 'acme';
const TOKENS: TokenOptions = {
  issuer: 'tests',
  audience: 'tests',
  keys: [{ kid: 'k1', algorithm: 'HS256', secret: new Uint8Array(32).fill(7) }],
};

export interface World {
  /** The workspace that the clients call, without them. */
  readonly on: WorkspaceOperations;
  readonly test: TestEngine;
  /** The receiver of the webhooks of its runs. */
  readonly receiver: TestReceiver;
  readonly proxy: FaultProxy;
  readonly apiKey: string;
  readonly setFault: (fault: Fault | null) => Promise<void>;
  /** An administrator's, by default. */
  readonly token: (request?: Partial<TokenRequest>) => Promise<string>;
  readonly client: (options?: Partial<ApprovalClientOptions>) => ApprovalClient;
}

export async function createWorld(): Promise<World> {
  let fault: ServerFault | null = null;
  const receiver = createTestReceiver();
  const test = createTestEngine({
    webhooks: { transport: receiver },
    store: faulty(createMemoryStore(), () => fault),
    logger: SILENT,
    agents: { scanner: () => ({ passed: true, findings: [{ findingId: 'clause-7', text: 'unlimited' }] }) },
  });
  const tokens: TokenOptions = { ...TOKENS, now: () => test.clock.now() };
  const { apiKey, record } = await generateApiKey();
  const findApiKey = apiKeyList([{ ...record, workspaceId: WORKSPACE }]);
  const handler = createHandler({
    engine: test.engine,
    basePath: '/approvals',
    authenticate: createAuthenticator({ ...tokens, findApiKey }),
    rateLimiter: { take: async () => (fault === 'rate limit' ? RETRY_AFTER_MS : null) },
    logger: SILENT,
  });
  const server = createServer(toNodeListener(handler)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    fault = null;
    await test.engine.stop();
  });

  const proxy = await faultProxy(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const token = (request: Partial<TokenRequest> = {}) =>
    issueAuthToken(tokens, { workspaceId: WORKSPACE, role: 'admin', ...request });
  const authToken = await token({ ttlSeconds: 86_400 });
  return {
    on: test.engine.forWorkspace(WORKSPACE),
    test,
    receiver,
    proxy,
    apiKey,
    token,
    async setFault(next) {
      fault = next === 'store down' || next === 'store silent' || next === 'rate limit' ? next : null;
      await proxy.setFault(fault === null ? (next as NetworkFault | null) : null);
    },
    client: (options = {}) =>
      createApprovalClient({
        baseUrl: `${proxy.base}/approvals`,
        apiKey,
        ...(options.getAuthToken === undefined && { authToken }),
        ...options,
      } as ApprovalClientOptions),
  };
}

const SILENT = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};

/** A store that fails every call: at once, or after its work. */
function faulty(store: ApprovalStore, fault: () => ServerFault | null): ApprovalStore {
  return new Proxy(store, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      return async (...given: unknown[]): Promise<unknown> => {
        if (fault() === 'store down') throw new Error('the store is down');
        const answer: unknown = await value.apply(target, given);
        const isWrite = name === 'commit' || name === 'createDefinition';
        if (fault() === 'store silent' && isWrite) throw new Error('the store did not answer');
        return answer;
      };
    },
  });
}
