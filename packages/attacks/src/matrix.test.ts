/**
 * The permission matrix, made from the operations: everybody × every operation × things of one's own, of another workspace,
 * and of nobody. Both tables are closed, so a new operation without a row does not compile.
 */
import { PERMIT_PATHS } from '@org/approval-agents';
import { INBOUND_OPERATIONS } from '@org/approval-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { ALLOWED, EVERYBODY, FOREIGN } from '../../http/src/test-support/access.js';
import { type Headers, PATHS, createKit, post } from '../../http/src/test-support/kit.js';
import { MARK, REQUESTS, prepare, seed } from '../../http/src/test-support/requests.js';
import { DOCUMENTED } from './requests.js';

const CALLERS = [...EVERYBODY, 'nobody', 'a key of another workspace'] as const;
const THINGS = ['own', 'of another workspace', 'of nobody'] as const;
type Kit = Awaited<ReturnType<typeof createKit>>;

async function headersOf(kit: Kit, caller: (typeof CALLERS)[number]): Promise<Headers> {
  if (caller === 'nobody') return {};
  if (caller === 'a key of another workspace') {
    return { ...(await kit.credentials()), 'x-svc-api-key': kit.apiKeys.other.apiKey };
  }
  return kit.credentials({
    role: caller,
    subject: caller === 'reviewer' || caller === 'author' ? 'ann' : null,
  });
}

/** What the request names stands in the caller's workspace, in another one, or nowhere. */
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
      const isRole = (EVERYBODY as readonly string[]).includes(caller);
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
