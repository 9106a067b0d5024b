/** Sample permits and grants. */
import type { StoredGrant, StoredPermit } from '@org/approval-agents';
import { unique } from '../store/fixtures.js';

export const digestOf = (digit: string): string => `sha256:${digit.repeat(64)}`;
export const EXPIRES = 1_000_000;

/** A pending permit at its own ref. */
export function aPermit(more: Partial<StoredPermit> & { workspaceId: string }): StoredPermit {
  const call = { tool: 'mail.send', args: { to: 'a@example.com', n: 1 }, target: null };
  const askedDigest = more.askedDigest ?? digestOf('a');
  return {
    permitId: unique('permit'),
    rev: 1,
    ref: { framework: 'suite', runId: unique('run'), callId: 'call', attempt: 1 },
    requester: { principal: 'bot', onBehalfOf: null },
    asked: call,
    askedDigest,
    call,
    digest: askedDigest,
    revision: 1,
    amendment: null,
    reason: 'because – ünïcödé \u{1F600}',
    batchId: null,
    state: 'pending',
    code: null,
    ask: {
      definitionId: 'guarded',
      organizationId: null,
      documentId: null,
      grantNodeId: 'act',
      grantMs: 1_000,
      overrides: false,
    },
    executionId: null,
    closing: false,
    policyVersion: digestOf('f'),
    grantedBy: [],
    grantId: null,
    refusals: 0,
    createdAt: 1_000,
    grantedAt: null,
    endedAt: null,
    expiresAt: EXPIRES,
    history: [{ at: 1_000, type: 'requested', actorId: 'bot', digest: askedDigest }],
    outcome: null,
    ...more,
  };
}

/** The permit after a change. */
export const next = (permit: StoredPermit, change: Partial<StoredPermit>): StoredPermit => ({
  ...permit,
  ...change,
  rev: permit.rev + 1,
});

export const granted = (permit: StoredPermit): StoredPermit =>
  next(permit, { state: 'granted', grantedAt: 2_000 });
export const ended = (permit: StoredPermit, more: Partial<StoredPermit> = {}): StoredPermit =>
  next(permit, { state: 'denied', code: 'rejected', endedAt: 3_000, ...more });

export const aGrant = (more: Partial<StoredGrant> & { workspaceId: string }): StoredGrant => ({
  grantId: unique('grant'),
  requester: { principal: 'bot', onBehalfOf: null },
  tool: 'mail.send',
  target: null,
  match: { to: { eq: 'a@example.com' } },
  maxUses: 2,
  uses: 0,
  createdAt: 1_000,
  expiresAt: EXPIRES,
  createdBy: 'ann',
  reason: null,
  revokedAt: null,
  ...more,
});
