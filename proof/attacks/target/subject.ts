/** The target: one engine behind every adapter, like in a host, with a judge. */
import { type ApprovalGate, createApprovalGate, createMemoryPermitStore } from '@org/approval-agents';
import {
  type ApprovalEngine,
  type Logger,
  createApprovalEngine,
  createMemoryStore,
} from '@org/approval-core';
import type { Role } from '@org/approval-http';
import {
  type TokenOptions,
  apiKeyList,
  createAuthenticator,
  generateApiKey,
  issueAuthToken,
} from '@org/approval-http/auth';
import { openStore } from '@org/approval-store-sql/open';
import { sequentialIds } from '@org/approval-testkit';
import { createWebhookTransport } from '@org/approval-webhooks/node';
import { hookChannel } from '../calls/kit.js';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ADAPTERS } from '../../../packages/http/src/test-support/adapters.js';
import {
  PRINCIPAL,
  POLICIES,
  type SeededPermits,
  TOOLS,
  seedPermits,
} from '../../../packages/http/src/test-support/permits.js';
import { seed } from '../../../packages/http/src/test-support/requests.js';
import { PERMIT_SEEDS } from '../permit-ids.js';
import { AGENTS } from './agents.js';
import { Judge, type Verdict } from './judge.js';

/** One adapter of each kind; `packages/http` tests other mount points. */
const MOUNTED = ['node', 'express, before express.json()', 'fastify', 'fetch, in plain node'];

/** Channels, of which each hostile receiver has its own. */
const CHANNELS = 20;

export type StoreName = 'memory' | 'sqlite';

/** Owners of tokens other than `root`. */
const SUBJECTS: Partial<Record<Role, string>> = { reviewer: 'ann', agent: PRINCIPAL };

/** All data that an attacker needs. */
export interface Address {
  /** Ports by the name of the adapter. */
  readonly ports: Readonly<Record<string, number>>;
  readonly apiKeys: Readonly<Record<'main' | 'other', string>>;
  /** Tokens for the workspace `main`. */
  readonly tokens: Readonly<Record<Role, string>>;
}

export interface Seed {
  readonly executionId: string;
  /** Random ids, so they must be passed. */
  readonly permits: readonly SeededPermits[];
}

export interface Report extends Verdict {
  /** Faults in the server's log since the last question. */
  readonly faults: readonly string[];
}

export interface Subject {
  readonly address: Address;
  /** Replaces the engine by a new, seeded one; the server keeps running. */
  readonly fresh: (store: StoreName) => Promise<Seed>;
  readonly report: () => Report;
  readonly stop: () => Promise<void>;
}

interface Opened {
  readonly engine: ApprovalEngine;
  readonly gate: ApprovalGate;
  readonly close: () => Promise<void>;
}

async function openEngine(storeName: StoreName, logger: Logger): Promise<Opened> {
  const folder = mkdtempSync(join(tmpdir(), 'approval-attacks-'));
  const opened = storeName === 'sqlite' ? await openStore(`sqlite:${join(folder, 'runs.db')}`) : null;
  const transport = createWebhookTransport({
    ...{ allowHttp: true, allowPrivate: true, timeoutMs: 1_000, logger },
  });
  const engine = createApprovalEngine({
    store: opened?.store ?? createMemoryStore(),
    // Ids that count from 1, so that requests find something.
    ids: sequentialIds(),
    agents: AGENTS,
    notify: Object.fromEntries(
      Array.from({ length: CHANNELS }, (_, index) => [`hook-${index}`, hookChannel(transport)]),
    ),
    logger,
    webhooks: {
      transport,
      retryDelaysMs: [10],
    },
    secretKeys: [{ keyId: 'k', key: new Uint8Array(32).fill(1) }],
  });
  const gate = createApprovalGate({
    ...{ engine, store: createMemoryPermitStore(), policies: POLICIES, tools: TOOLS, logger },
  });
  const close = async () => {
    await gate.stop();
    await engine.stop();
    await opened?.close();
    rmSync(folder, { recursive: true, force: true });
  };
  return { engine, gate, close };
}

const valueOf = (it: object, name: PropertyKey): unknown => Reflect.get(it, name);

/** Delegates each call to the current object; `parts` are delegates themselves. */
const late = <T extends object>(of: () => T, parts: Partial<T> = {}): T =>
  new Proxy({} as T, {
    get: (_, name) => valueOf(parts, name) ?? valueOf(of(), name),
    has: (_, name) => Reflect.has(of(), name),
  });

/** Starts the target on free loopback ports. */
export async function createSubject(): Promise<Subject> {
  const faults: string[] = [];
  const say = (message: string, error?: unknown) =>
    faults.push(`${message} ${String(error)}`.slice(0, 2_000));
  const logger: Logger = { warn: () => undefined, error: say };
  let current = await openEngine('memory', logger);
  // Handlers are created once; the engine behind them changes.
  const engine = late(() => current.engine, {
    inbound: late(() => current.engine.inbound, {
      links: late(() => current.engine.inbound.links),
    }),
  });
  const gate: Pick<ApprovalGate, 'forWorkspace' | 'operations'> = {
    operations: current.gate.operations,
    forWorkspace: (...them) => current.gate.forWorkspace(...them),
  };
  const [main, other] = [await generateApiKey(), await generateApiKey()];
  const tokens: TokenOptions = {
    issuer: 'attacks',
    audience: 'attacks',
    keys: [{ kid: 'k', algorithm: 'HS256', secret: crypto.getRandomValues(new Uint8Array(32)) }],
  };
  const authenticate = createAuthenticator({
    ...tokens,
    findApiKey: apiKeyList([
      { ...main.record, workspaceId: 'main' },
      { ...other.record, workspaceId: 'other' },
    ]),
  });
  const links = { baseUrl: 'https://approvals.example.com' };
  const options = { engine, gate, authenticate, rateLimiter: false as const, logger, links };
  const mounted = await Promise.all(
    ADAPTERS.filter(({ name }) => MOUNTED.includes(name)).map(
      async (it) => [it.name, await it.mount(options)] as const,
    ),
  );
  const tokenOf = (role: Role) =>
    issueAuthToken(tokens, {
      workspaceId: 'main',
      role,
      ttlSeconds: 80_000,
      ...(role !== 'service' && { subject: SUBJECTS[role] ?? 'root' }),
    });
  const judge = new Judge();
  return {
    address: {
      ports: Object.fromEntries(mounted.map(([name, it]) => [name, it.port ?? 0])),
      apiKeys: { main: main.apiKey, other: other.apiKey },
      tokens: {
        admin: await tokenOf('admin'),
        agent: await tokenOf('agent'),
        author: await tokenOf('author'),
        reviewer: await tokenOf('reviewer'),
        service: await tokenOf('service'),
      },
    },
    async fresh(store) {
      const old = current;
      current = await openEngine(store, logger);
      await old.close();
      const { engine, gate } = current;
      const { executionId } = await seed(engine, 'main', () => engine.idle({ exceptAgents: true }));
      const permits: SeededPermits[] = [];
      for (let it = 0; it < PERMIT_SEEDS; it++)
        permits.push(await seedPermits({ gate, engine, now: Date.now() }, 'main', `seed-${it}`));
      return { executionId, permits };
    },
    report: () => ({ ...judge.ask(), faults: faults.splice(0) }),
    async stop() {
      judge.stop();
      await Promise.all(mounted.map(([, it]) => it.close()));
      await current.close();
    },
  };
}
