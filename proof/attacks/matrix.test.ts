/**
 * The permission matrix, generated from operations: every role × every operation × own, foreign and
 * unknown ids, also for permits and standing grants. The tables are closed, so a new operation
 * without a row does not compile.
 */
import { PERMIT_PATHS, createApprovalGate, createMemoryPermitStore } from '@org/approval-agents';
import { INBOUND_OPERATIONS } from '@org/approval-core/views';
import { beforeAll, describe, expect, test } from 'vitest';
import { createHandler } from '../../packages/http/src/handler.js';
import {
  AGENT,
  ALLOWED,
  EVERYBODY,
  FOREIGN,
  PERMIT_ALLOWED,
  PERMIT_FOREIGN,
} from '../../packages/http/src/test-support/access.js';
import { type Headers, PATHS, createKit, post } from '../../packages/http/src/test-support/kit.js';
import {
  PERMIT_REQUESTS,
  POLICIES,
  TOOLS,
  seedPermits,
  subjectOf,
} from '../../packages/http/src/test-support/permits.js';
import { MARK, REQUESTS, prepare, seed } from '../../packages/http/src/test-support/requests.js';
import { DOCUMENTED } from './requests.js';

const EVERY_ROLE = [...EVERYBODY, AGENT];
const CALLERS = [...EVERY_ROLE, 'nobody', 'a key of another workspace'] as const;
const THINGS = ['own', 'of another workspace', 'of nobody'] as const;
type Kit = Awaited<ReturnType<typeof createKit>>;

async function headersOf(
  kit: Kit,
  caller: (typeof CALLERS)[number],
  subject: string | null = caller === 'reviewer' || caller === 'author' ? 'ann' : null,
): Promise<Headers> {
  if (caller === 'nobody') return {};
  if (caller === 'a key of another workspace') {
    return { ...(await kit.credentials()), 'x-svc-api-key': kit.apiKeys.other.apiKey };
  }
  return kit.credentials({ role: caller, subject });
}

/** Ids of the request exist in the caller's workspace, in another one, or nowhere. */
async function kitWith(thing: (typeof THINGS)[number]) {
  const kit = await createKit();
  const workspaceId = thing === 'own' ? 'main' : 'other';
  const seeded = await seed(kit.engine, workspaceId, kit.drain);
  const on = kit.engine.forWorkspace(workspaceId);
  return {
    kit,
    on,
    seeded: thing === 'of nobody' ? { executionId: 'exec_none', linkId: 'exec_none' } : seeded,
    real: seeded,
  };
}

test('every path of the OpenAPI document is an operation, or proves itself', () => {
  const inbound = Object.keys(INBOUND_OPERATIONS);
  expect(DOCUMENTED.toSorted()).toEqual(
    [...PATHS, ...PERMIT_PATHS, ...inbound].map((it) => `/v2/workflow/${it}`).toSorted(),
  );
});

describe.each(PATHS)('%s', (path) => {
  describe.each(THINGS)('on things %s', (thing) => {
    let answers: Record<string, Awaited<ReturnType<typeof post>>>;
    beforeAll(async () => {
      const made = await Promise.all(
        CALLERS.map(async (caller) => {
          const { kit, on, seeded, real } = await kitWith(thing);
          if (thing === 'own') await prepare(path, on, real);
          await kit.drain();
          return [
            caller,
            await post(kit.handler, path, REQUESTS[path](seeded), await headersOf(kit, caller)),
          ];
        }),
      );
      answers = Object.fromEntries(made) as typeof answers;
    });

    test.each(CALLERS)('%s', (caller) => {
      const { status, text, result } = answers[caller]!;
      const isRole = (EVERY_ROLE as readonly string[]).includes(caller);
      if (!isRole) {
        expect(status).toBe('UNAUTHENTICATED');
        return;
      }
      if (!(ALLOWED[path] as readonly string[]).includes(caller)) {
        expect(status).toBe('PERMISSION_DENIED');
        return;
      }
      if (thing === 'own') {
        expect(status).toBe('OK');
        return;
      }
      if (FOREIGN[path] === 'an empty list') {
        expect(result).toEqual({ items: [], nextCursor: null, hasMore: false });
        return;
      }
      if (FOREIGN[path] === 'NOT_FOUND') expect(text).not.toContain(MARK);
      expect(status).toBe(FOREIGN[path] === 'NOT_FOUND' ? 'NOT_FOUND' : 'OK');
    });
  });
});

/** A gate whose ids exist in the caller's workspace, in another one, or nowhere. */
async function gateWith(thing: (typeof THINGS)[number]) {
  const kit = await createKit();
  const { engine, clock } = kit;
  const store = createMemoryPermitStore();
  const gate = createApprovalGate({ engine, store, clock, policies: POLICIES, tools: TOOLS });
  const now = clock.now();
  const seeded = await seedPermits({ gate, engine, now }, thing === 'own' ? 'main' : 'other');
  const nobodys = {
    ...{ pendingId: 'permit_none', grantedId: 'permit_none', spentId: 'permit_none' },
    ...{ grantId: 'grant_none', now },
  };
  const there = async () =>
    JSON.stringify([await gate.forWorkspace('other').list(), await gate.forWorkspace('other').grants.list()]);
  return {
    ...{ kit, gate, there },
    handler: createHandler({ ...kit.handlerOptions, gate }),
    seeded: thing === 'of nobody' ? nobodys : seeded,
  };
}

describe.each(PERMIT_PATHS)('%s', (path) => {
  describe.each(THINGS)('on things %s', (thing) => {
    test.each(CALLERS)('%s', async (caller) => {
      const { kit, gate, handler, seeded, there } = await gateWith(thing);
      const before = await there();
      const headers = await headersOf(kit, caller, subjectOf(path));
      const { status, text, result } = await post(handler, path, PERMIT_REQUESTS[path](seeded), headers);
      // No request from one workspace changes another.
      expect(await there()).toBe(before);
      await gate.stop();
      await kit.engine.stop();
      if (!(EVERY_ROLE as readonly string[]).includes(caller)) {
        expect(status).toBe('UNAUTHENTICATED');
        return;
      }
      if (!(PERMIT_ALLOWED[path] as readonly string[]).includes(caller)) {
        expect(status).toBe('PERMISSION_DENIED');
        return;
      }
      if (thing === 'own') {
        expect(status).toBe('OK');
        if (path === 'permits/redeem') expect(result).toMatchObject({ ok: true });
        return;
      }
      expect(text).not.toContain(MARK);
      const foreign = PERMIT_FOREIGN[path];
      if (foreign === 'an empty list')
        expect(result).toEqual({ items: [], nextCursor: null, hasMore: false });
      if (foreign === 'unknown')
        expect(result).toEqual({ ok: false, why: 'unknown', code: null, difference: [] });
      expect(status).toBe(foreign === 'NOT_FOUND' ? 'NOT_FOUND' : 'OK');
    });
  });
});
