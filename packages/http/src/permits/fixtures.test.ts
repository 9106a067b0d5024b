/**
 * Every fixture of permits over HTTP. Programs use their own token, people decide through a relay
 * of the host. Where a fixture has a program decide its own call, HTTP must refuse it; the test
 * then calls the engine directly to see the gate's result.
 */
import {
  type ApprovalGate,
  type PermitOperations,
  type RequesterRequest,
  createMemoryPermitStore,
} from '@org/approval-agents';
import { type ApprovalEngine, ApprovalError, type ErrorStatus } from '@org/approval-core';
import { expect, test } from 'vitest';
import { checkStep, fixtures } from '../../../agents/src/test-support/fixture-files.js';
import { type Door, runFixture } from '../../../agents/src/test-support/fixture.js';
import { createHandler } from '../handler.js';
import { type Permission, ROLES, type Role } from '../permissions.js';
import { post } from '../test-support/kit.js';

interface Caller {
  readonly workspaceId?: string;
  readonly subject: string;
  readonly role: Role;
}

function callsOf(gate: ApprovalGate, engine: ApprovalEngine) {
  const handler = createHandler({
    ...{ engine, gate, rateLimiter: false, relays: ['relay'] },
    // Processes of some fixtures die.
    logger: { warn: () => undefined, error: () => undefined },
    authenticate: ({ headers }) => {
      const { workspaceId = 'default', subject, role } = JSON.parse(String(headers['x-caller'])) as Caller;
      return Promise.resolve({ workspaceId, subject, permissions: new Set<Permission>(ROLES[role]) });
    },
  });
  return async (path: string, data: object, caller: Caller): Promise<unknown> => {
    const answer = await post(handler, path, data, { 'x-caller': JSON.stringify(caller) });
    if (answer.status === 'OK') return answer.result;
    throw new ApprovalError(answer.status as ErrorStatus, answer.message, answer.details);
  };
}

/** A program that works on behalf of a user needs more than the role of programs. */
const programOf = (workspaceId: string, { principal, onBehalfOf }: RequesterRequest): Caller => ({
  ...{ workspaceId, subject: principal, role: onBehalfOf == null ? 'agent' : 'admin' },
});

function overHttp(gate: ApprovalGate, engine: ApprovalEngine): Door {
  const call = callsOf(gate, engine);
  const on = (workspaceId: string) => {
    const byProgram =
      (path: string) =>
      ({ requester, ...data }: { requester: RequesterRequest }) => {
        const { onBehalfOf } = requester;
        const asked = { ...data, ...(onBehalfOf != null && { onBehalfOf }) };
        return call(path, asked, programOf(workspaceId, requester));
      };
    const byActor =
      (path: string, role: Role) =>
      ({ actorId, ...data }: { actorId: string }) =>
        call(path, data, { workspaceId, subject: actorId, role });
    return {
      request: byProgram('permits/request'),
      redeem: byProgram('permits/redeem'),
      outcome: byProgram('permits/outcome'),
      get: (data: object) => call('permits/get', data, { workspaceId, subject: 'auditor', role: 'admin' }),
      amend: byActor('permits/amend', 'reviewer'),
      revoke: byActor('permits/revoke', 'admin'),
      grants: {
        create: ({ createdBy, ...data }: { createdBy: string }) =>
          call('grants/create', data, { workspaceId, subject: createdBy, role: 'admin' }),
        revoke: byActor('grants/revoke', 'admin'),
      },
    } as unknown as PermitOperations;
  };
  return {
    on,
    async decide(decision) {
      const { idempotencyKey } = await engine.executions.get({ executionId: decision.executionId });
      const permitId = (idempotencyKey ?? '').replace('permit:', '');
      const { requester } = await gate.get({ permitId });
      const answer = call('steps/recordReviewerDecision', decision, { subject: 'relay', role: 'service' });
      if (decision.reviewerId !== requester.principal) return answer;
      await expect(answer).rejects.toMatchObject({
        ...{ status: 'PERMISSION_DENIED', details: { code: 'separation-of-duties' } },
      });
      return engine.steps.recordReviewerDecision(decision);
    },
    resolve: (resolution) =>
      call('steps/resolve', resolution, { subject: resolution.actorId, role: 'admin' }),
  };
}

test.each(fixtures())('%s', (_, fixture) =>
  runFixture(fixture, { store: createMemoryPermitStore(), door: overHttp, check: checkStep }),
);
