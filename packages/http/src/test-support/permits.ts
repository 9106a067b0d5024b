/**
 * A gate with one of each kind of row, and for every operation of permits a request that succeeds.
 */
import {
  type ApprovalGate,
  type PermitOperationPath,
  type PermitOperationRequest,
  type Policies,
  type ToolOptions,
  digestOf,
} from '@org/approval-agents';
import type { ApprovalEngine, Definition } from '@org/approval-core';
import { MARK } from './requests.js';

/** An hour: how far ahead a standing grant may reach. */
const GRANTABLE_MS = 3_600_000;

/** People approve exactly the call that they were shown. */
export const GUARDED: Definition = {
  definitionId: 'guarded',
  name: `Guarded ${MARK}`,
  nodes: [
    {
      nodeId: 'review',
      type: 'human',
      config: {
        reviewers: [{ userId: 'ann', mandatory: true }],
        requireSubjectDigest: true,
        onReject: { routeToNodeId: 'refuse' },
      },
    },
    { nodeId: 'act', type: 'agent', config: { agentId: '__mock__', urlPath: 'permit.permitId' } },
    { nodeId: 'refuse', type: 'agent', config: { agentId: '__mock__', urlPath: 'permit.permitId' } },
  ],
  edges: [{ from: 'review', to: 'act', when: '{"op":"eq","args":[{"var":"output.decision"},"approve"]}' }],
};

const asking = { do: 'ask', definitionId: 'guarded', grantNodeId: 'act' } as const;
/** One rule of each kind. */
export const POLICIES: Policies = {
  rules: [
    { tool: 'files.delete', do: 'deny' },
    { tool: 'files.read', do: 'allow' },
    { tool: 'mail.send', ...asking, grantable: { maxUses: 10, maxMs: GRANTABLE_MS } },
    { tool: 'card.charge', ...asking },
  ],
};
/** Tools of the gate: a charge, and a card number that is redacted. */
export const TOOLS: Readonly<Record<string, ToolOptions>> = {
  'card.charge': {
    redact: ['/args/card'],
    validate: ({ amount }) => typeof amount === 'number' || 'give an amount',
  },
};

/** The program that asks. */
export const PRINCIPAL = 'bot';
const mail = { tool: 'mail.send', args: { to: `ann ${MARK}` }, target: null };
const read = { tool: 'files.read', args: { path: `/home/${MARK}` }, target: null };
const ref = (runId: string, callId: string) => ({ framework: 'test', runId, callId });

/** Ids of a seeded gate that requests name. */
export interface SeededPermits {
  readonly pendingId: string;
  readonly grantedId: string;
  readonly spentId: string;
  readonly grantId: string;
  /** ms since the epoch. */
  readonly now: number;
}

/**
 * Creates a permit of each kind and a standing grant; the workspace has the definition, `runId` is
 * new.
 */
export async function seedPermits(
  { gate, engine, now }: { gate: ApprovalGate; engine: ApprovalEngine; now: number },
  workspaceId: string,
  runId = 'seed',
): Promise<SeededPermits> {
  await engine.forWorkspace(workspaceId).definitions.ensure(GUARDED);
  const on = gate.forWorkspace(workspaceId);
  const requester = { principal: PRINCIPAL };
  const asked = (call: typeof mail | typeof read, callId: string) =>
    on.request({ call, ref: ref(runId, callId), requester, reason: MARK });
  const pending = await asked(mail, 'pending');
  const granted = await asked(read, 'granted');
  const spent = await asked(read, 'spent');
  await on.redeem({ permitId: spent.permitId, call: read, requester });
  const { grantId } = await on.grants.create({
    ...{ requester, tool: 'mail.send', target: null, match: { to: { eq: MARK } }, maxUses: 2 },
    ...{ expiresAt: now + GRANTABLE_MS, createdBy: 'ann', reason: MARK },
  });
  const { permitId: pendingId } = pending;
  return { pendingId, grantedId: granted.permitId, spentId: spent.permitId, grantId, now };
}

type Requests = {
  readonly [P in PermitOperationPath]: (seeded: SeededPermits) => PermitOperationRequest<P>;
};

const charge = { tool: 'card.charge', args: { card: '4111', amount: 5 } };

/** Requests by operation; an operation without one does not compile. */
export const PERMIT_REQUESTS: Requests = {
  'permits/request': () => ({ call: charge, ref: ref('run', 'call') }),
  'permits/requestBatch': () => ({ items: [{ call: charge, ref: ref('run', 'of many') }] }),
  'permits/get': ({ pendingId: permitId }) => ({ permitId }),
  'permits/list': () => ({}),
  'permits/redeem': ({ grantedId: permitId }) => ({ permitId, call: read }),
  'permits/outcome': ({ spentId: permitId }) => ({ permitId, ok: true }),
  'permits/amend': ({ pendingId: permitId }) => ({
    ...{ permitId, ifDigest: digestOf(mail), args: { to: 'bob' } },
  }),
  'permits/revoke': ({ pendingId: permitId }) => ({ permitId }),
  'grants/create': ({ now }) => ({
    ...{ requester: { principal: PRINCIPAL }, tool: 'mail.send', target: null, match: { to: { eq: 'x' } } },
    ...{ maxUses: 2, expiresAt: now + GRANTABLE_MS / 2 },
  }),
  'grants/list': () => ({}),
  'grants/revoke': ({ grantId }) => ({ grantId }),
};

/** Subject whose token succeeds with it: the program for its own rows, a person otherwise. */
export const subjectOf = (path: PermitOperationPath): string =>
  path === 'permits/amend' || path.startsWith('grants/') ? 'ann' : PRINCIPAL;
