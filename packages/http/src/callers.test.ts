/** One handler serves many callers in turns: nobody reads as somebody else, whoever asked before. */
import { expect, test } from 'vitest';
import { type Principal, ROLES } from './index.js';
import { createKit, post } from './test-support/kit.js';
import { seed } from './test-support/requests.js';

const REVIEWER = new Set(ROLES.reviewer);
const ann: Principal = { workspaceId: 'main', subject: 'ann', permissions: REVIEWER };
const CALLERS: readonly (readonly [Principal, 'OK' | 'NOT_FOUND'])[] = [
  [ann, 'OK'],
  [{ ...ann, subject: 'stranger' }, 'NOT_FOUND'],
  [{ ...ann, subject: null }, 'NOT_FOUND'],
  [{ ...ann, workspaceId: 'other' }, 'NOT_FOUND'],
  [{ ...ann, subject: 'stranger', permissions: new Set(ROLES.admin) }, 'OK'],
  [{ ...ann, subject: null, permissions: new Set(ROLES.service) }, 'OK'],
];

test.each([
  ['forwards', CALLERS],
  ['backwards', CALLERS.toReversed()],
])('%s, and again', async (_order, callers) => {
  let caller = ann;
  const { engine, handler, drain } = await createKit({ authenticate: () => Promise.resolve(caller) });
  const { executionId } = await seed(engine, 'main', drain);
  for (const [principal, status] of [...callers, ...callers]) {
    caller = principal;
    const answer = await post(handler, 'executions/get', { executionId }, {});
    expect([principal.workspaceId, principal.subject, answer.status]).toEqual([
      principal.workspaceId,
      principal.subject,
      status,
    ]);
  }
});
