/** The server for the black-box conformance tests: known agents, two workspaces, no limits. */
import type { AgentFunction } from '@org/approval-core';
import { apiKeyList, createAuthenticator, generateApiKey, issueAuthToken } from '@org/approval-http/auth';
import { createWebhookTransport } from '@org/approval-webhooks/node';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { TRIGGER_FLAGS, clockOption } from './conformance-triggers.js';
import { peopleOptions } from './conformance-people.js';
import { channelsOf } from './conformance-channels.js';
import { NODES_FLAGS, NodesRules, nodesCalls, resolverOf } from './conformance-nodes.js';
import { PERMIT_FLAGS, gateOf } from './conformance-permits.js';
import { HostRules } from './host/access.js';
import { hostCalls } from './host/calls.js';
import { openHostDatabase } from './host/database.js';
import { hostEngine } from './host/engine.js';
import { HOST_FLAGS } from './host/flags.js';
import { withHost } from './host/host.js';
import { hostTokens } from './host/tokens.js';
import { freePort, startServer } from './server.js';
import { openPermitsOf, openStoreOf } from './store.js';

const { values: options } = parseArgs({
  options: {
    port: { type: 'string', default: '0' },
    store: { type: 'string', default: 'memory' },
    'public-webhooks-only': { type: 'boolean', default: false },
    'webhook-delays': { type: 'string' },
    reviewers: { type: 'string', default: '' },
    directory: { type: 'string' },
    calendars: { type: 'string' },
    ...TRIGGER_FLAGS,
    ...HOST_FLAGS,
    ...PERMIT_FLAGS,
    ...NODES_FLAGS,
  },
});
const { store, close } = await openStoreOf(options.store);

const allowPrivate = !options['public-webhooks-only'];
const delays = options['webhook-delays'];

const agents: Record<string, AgentFunction> = {
  'conf-pass': ({ input }) => ({ passed: true, output: { score: 0.9, got: input } }),
  'conf-not-pass': () => ({ passed: false }),
  'conf-throw': () => {
    throw new Error('conf-throw always throws');
  },
  'conf-flaky': ({ attempt }) => {
    if (attempt <= 2) throw new Error(`attempt ${attempt} fails`);
    return { passed: true };
  },
  'conf-slow': async ({ triggerContext, signal }) => {
    await sleep(Number(triggerContext['slowMs'] ?? 0), undefined, { signal });
    return { passed: true };
  },
  'conf-findings': ({ triggerContext }) => ({ passed: true, findings: triggerContext['findings'] as never }),
};

const nodesRules = new NodesRules();
const transport = createWebhookTransport({ allowHttp: allowPrivate, allowPrivate, ...resolverOf(options) });
const port = options.nodes ? await freePort(Number(options.port)) : Number(options.port);
const database = options.host ? await openHostDatabase(options.store) : null;
const { engine, onCommit } = hostEngine(options, {
  store,
  agents,
  ...clockOption(options.clock),
  ...peopleOptions(options),
  jobs: { leaseMs: 2_000, pollMs: 50 },
  ...channelsOf(options, transport),
  webhooks: {
    transport,
    ...nodesRules.options(options, port),
    ...(delays !== undefined && { retryDelaysMs: delays.split(',').map(Number) }),
  },
  secretKeys: [{ keyId: 'conformance', key: new Uint8Array(32).fill(1) }],
});

const permits = await openPermitsOf(options.policies === undefined ? 'memory' : options.store);
const gate = gateOf(options, engine, permits.store);

const main = await generateApiKey();
const other = await generateApiKey();
const tokens = {
  issuer: 'conformance',
  audience: 'approvals',
  keys: [{ kid: 'k1', algorithm: 'HS256', secret: crypto.getRandomValues(new Uint8Array(32)) }],
} as const;
const rules = new HostRules();
const issued = hostTokens({ ...tokens, keys: [...tokens.keys] });
const { base, stop } = await startServer({
  engine,
  ...gate.options,
  ...(options.host && { ...rules.access, recheckMs: 500 }),
  pages: options.host && !options['no-links'],
  wrap: (handler) =>
    options.host
      ? withHost(handler, {
          ...hostCalls({ engine, rules, tokens: issued, database }),
          ...nodesCalls(nodesRules),
        })
      : handler,
  port,
  rateLimiter: false,
  authenticate: issued.knowing(
    createAuthenticator({
      ...tokens,
      keys: [...tokens.keys],
      findApiKey: apiKeyList([
        { ...main.record, workspaceId: 'main' },
        { ...other.record, workspaceId: 'other' },
      ]),
    }),
  ),
});

type Request = Parameters<typeof issueAuthToken>[1];
const issue = (request: Request, now = Date.now) =>
  issueAuthToken({ ...tokens, keys: [...tokens.keys], now }, request);
const day = 86_400;
/** A token for each of the ids in a list, by id. */
async function tokensOf(role: 'reviewer' | 'agent', list: string): Promise<Record<string, string>> {
  const tokenOf = async (subject: string) =>
    [subject, await issue({ workspaceId: 'main', role, subject, ttlSeconds: day })] as const;
  const ids = list.split(',').filter((it) => it !== '');
  return Object.fromEntries(await Promise.all(ids.map(tokenOf)));
}
const policyIssues = await gate.issues('main');
console.log(
  JSON.stringify({
    ready: true,
    base,
    ...(onCommit !== null && { onCommit }),
    ...(policyIssues !== null && { policyIssues }),
    apiKey: main.apiKey,
    otherApiKey: other.apiKey,
    tokens: {
      admin: await issue({ workspaceId: 'main', role: 'admin', subject: 'u_admin', ttlSeconds: day }),
      author: await issue({ workspaceId: 'main', role: 'author', subject: 'u_author', ttlSeconds: day }),
      service: await issue({ workspaceId: 'main', role: 'service', subject: 'u_service', ttlSeconds: day }),
      reviewer: await issue({ workspaceId: 'main', role: 'reviewer', subject: 'u_legal', ttlSeconds: day }),
      expired: await issue(
        { workspaceId: 'main', role: 'admin', ttlSeconds: 60 },
        () => Date.now() - day * 1_000,
      ),
      otherAdmin: await issue({ workspaceId: 'other', role: 'admin', subject: 'u_admin', ttlSeconds: day }),
      nameless: await issue({ workspaceId: 'main', role: 'admin', ttlSeconds: day }),
      as: await tokensOf('reviewer', options.reviewers),
      agents: await tokensOf('agent', options.agents),
    },
  }),
);

for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.once(
    signal,
    () =>
      void stop()
        .then(() => gate.stop())
        .then(permits.close)
        .then(close)
        .then(() => database?.close()),
  );
