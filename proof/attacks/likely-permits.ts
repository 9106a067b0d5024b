/** Requests to the gate that mostly succeed, or fail because of a permit's history. */
import { itemAt, keysOf } from '@org/approval-internal/lists';
import type { PermitOperationPath } from '@org/approval-agents';
import fc from 'fast-check';
import { PERMIT_REQUESTS, PRINCIPAL, subjectOf } from '../../packages/http/src/test-support/permits.js';
import type { Drawn } from './drawn.js';
import { GRANT_NAMES, PERMIT_NAMES, namesOf } from './permit-ids.js';

const CALLS = [
  { tool: 'files.read', args: { path: '/tmp/a' } },
  { tool: 'files.delete', args: {} },
  { tool: 'mail.send', args: { to: 'x' }, target: null },
  { tool: 'card.charge', args: { card: '4111', amount: 7 } },
  { tool: 'card.charge', args: { card: '4111' } },
  { tool: 'nobody.knows', args: { n: 1.5 } },
];
const refs = fc.record(
  {
    framework: fc.constant('fuzz'),
    runId: fc.constantFrom('run-0', 'run-1', 'run-2'),
    callId: fc.constantFrom('call-0', 'call-1', 'call-2'),
    attempt: fc.constantFrom<(number | string)[]>(1, 2, 'auto'),
  },
  { requiredKeys: ['framework', 'runId', 'callId'] },
);

/** Alternatives for a field. */
const OTHERS: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  permitId: fc.constantFrom(...PERMIT_NAMES),
  grantId: fc.constantFrom(...GRANT_NAMES),
  call: fc.constantFrom(...CALLS),
  ref: refs,
  ok: fc.boolean(),
  args: fc.constantFrom({ to: 'x' }, { to: 'y' }, { card: '4111', amount: 7 }, {}),
  tool: fc.constantFrom('mail.send', 'files.read'),
  maxUses: fc.constantFrom(1, 2, 11),
  items: fc.array(fc.record({ call: fc.constantFrom(...CALLS), ref: refs }), { minLength: 1, maxLength: 4 }),
};

/** Seeded ids of the right kind. */
const OWN = {
  pendingId: namesOf('pendingId'),
  grantedId: namesOf('grantedId'),
  spentId: namesOf('spentId'),
  grantId: namesOf('grantId'),
};

const oneOf = (path: PermitOperationPath): fc.Arbitrary<Drawn> => {
  const seeded = fc.nat(OWN.grantId.length - 1).map((index) => ({
    pendingId: itemAt(OWN.pendingId, index),
    grantedId: itemAt(OWN.grantedId, index),
    spentId: itemAt(OWN.spentId, index),
    grantId: itemAt(OWN.grantId, index),
    now: Date.now(),
  }));
  return seeded.chain((it) => {
    const request: object = PERMIT_REQUESTS[path](it);
    const fields = Object.keys(request).filter((field) => field in OTHERS);
    const others = fc.record(
      Object.fromEntries(fields.map((field) => [field, OTHERS[field] as fc.Arbitrary<unknown>])),
      { requiredKeys: [] },
    );
    // Programs and administrators call their own operations; sometimes another role does.
    const role = subjectOf(path) === PRINCIPAL && path !== 'permits/list' ? 'agent' : 'admin';
    return fc
      .tuple(fc.oneof(fc.constant({}), others), fc.constantFrom(role, role, role, null))
      .map(([more, by]) => ({
        ...(by !== null && { role: by }),
        method: 'POST',
        path: `/v2/workflow/${path}`,
        headers: { 'content-type': 'application/json' },
        body: new TextEncoder().encode(JSON.stringify({ data: { ...request, ...more } })),
      }));
  });
};

export const likelyPermits: fc.Arbitrary<Drawn> = fc.oneof(...keysOf(PERMIT_REQUESTS).map(oneOf));
