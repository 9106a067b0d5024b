/**
 * Permissions of every operation, checked against the contract's table, and isolation of
 * workspaces.
 */
import { describe, expect, test } from 'vitest';
import { OPERATIONS } from '@org/approval-core/views';
import { type Permission, type Principal, ROLES } from './index.js';
import { AGENT, ALLOWED, EVERYBODY, FOREIGN } from './test-support/access.js';
import { type Caller, PATHS, createKit, post } from './test-support/kit.js';
import { MARK, REQUESTS, everythingIn, prepare, seed } from './test-support/requests.js';

const MARKS = new RegExp(MARK, 'g');

async function kitOf(workspaceId: 'main' | 'other', authenticate?: () => Promise<Principal>) {
  const kit = await createKit(authenticate && { authenticate });
  const seeded = await seed(kit.engine, workspaceId, kit.drain);
  const on = kit.engine.forWorkspace(workspaceId);
  return { ...kit, seeded, on, everything: () => everythingIn(on) };
}

describe('another workspace', () => {
  test.each(PATHS)('%s', async (path) => {
    const { handler, credentials, seeded, everything } = await kitOf('other');
    const before = await everything();
    const data = REQUESTS[path](seeded);
    const answer = await post(handler, path, data, await credentials());
    const given = JSON.stringify(data).match(MARKS)?.length ?? 0;
    expect(answer.text.match(MARKS)?.length ?? 0).toBeLessThanOrEqual(given);
    if (FOREIGN[path] === 'an empty list') {
      expect(answer.result).toEqual({ items: [], nextCursor: null, hasMore: false });
    } else {
      expect(answer.status).toBe(FOREIGN[path] === 'NOT_FOUND' ? 'NOT_FOUND' : 'OK');
    }
    expect(await everything()).toBe(before);
  });

  test('the same ids and keys are free in each', async () => {
    const { handler, credentials, seeded, engine, drain } = await kitOf('other');
    const mine = await seed(engine, 'main', drain);
    expect(mine.executionId).not.toBe(seeded.executionId);
    const again = { definitionId: 'flow', idempotencyKey: 'order-7' };
    const { result } = await post(handler, 'executions/dispatch', again, await credentials());
    expect(result).toMatchObject({ executionId: mine.executionId, deduplicated: true });
  });

  test.each(['executions/list', 'definitions/list', 'steps/listWaiting'])('a cursor of %s', async (path) => {
    const { handler, credentials, on } = await kitOf('other');
    await on.executions.dispatch({ definitionId: 'flow' });
    await on.definitions.create({
      ...REQUESTS['definitions/create']({ executionId: '', linkId: '' }),
      definitionId: 'b-flow',
    });
    const first = await post(handler, path, { pageSize: 1 }, await credentials({ workspaceId: 'other' }));
    const { nextCursor } = first.result as { nextCursor: string };
    expect(nextCursor).toEqual(expect.any(String));
    const mine = await post(handler, path, { cursor: nextCursor }, await credentials());
    expect(mine.text).not.toMatch(MARK);
    expect(mine.code === 200 ? mine.result : mine.message).toEqual(
      mine.code === 200
        ? { items: [], nextCursor: null, hasMore: false }
        : expect.stringMatching(/^invalid-field at cursor/),
    );
  });
});

describe.each([...EVERYBODY, AGENT])('the role %s', (role) => {
  test.each(PATHS)('%s', async (path) => {
    const { handler, credentials, seeded, on, drain, everything } = await kitOf('main');
    await prepare(path, on, seeded);
    await drain();
    const before = await everything();
    const caller: Caller = { role, subject: role === 'reviewer' || role === 'author' ? 'ann' : null };
    const answer = await post(handler, path, REQUESTS[path](seeded), await credentials(caller));
    if (ALLOWED[path].includes(role)) {
      expect([answer.code, answer.status]).toEqual([200, 'OK']);
      return;
    }
    expect([answer.code, answer.status]).toEqual([403, 'PERMISSION_DENIED']);
    expect(answer.message).toContain(OPERATIONS[path].permissions.join(' or '));
    expect(await everything()).toBe(before);
    // A caller without permission learns nothing about existing rows or the shape of a good
    // request.
    const guess = await post(handler, path, { executionId: 'nothing', odd: 1 }, await credentials(caller));
    expect(guess.text).toBe(answer.text);
  });
});

describe('a host that says too little of who calls', () => {
  /** A host without TypeScript may leave a field out of its session, so it is undefined. */
  const answersTo = async (
    principal: object | null | undefined,
    path: 'executions/get' | 'executions/list',
  ) => {
    const permissions = new Set(ROLES.reviewer);
    const given = principal && { workspaceId: 'main', permissions, ...principal };
    const { handler, seeded } = await kitOf('main', () => Promise.resolve(given as unknown as Principal));
    return post(handler, path, path === 'executions/get' ? { executionId: seeded.executionId } : {}, {});
  };

  test.each([{}, { subject: undefined }, { subject: null }])(
    '%o: a caller without a name reads nothing',
    async (it) => {
      expect((await answersTo(it, 'executions/get')).status).toBe('NOT_FOUND');
      expect((await answersTo(it, 'executions/list')).result).toMatchObject({ items: [] });
    },
  );

  test.each([
    null,
    undefined,
    { subject: '' },
    { subject: 7 },
    { workspaceId: 7 },
    { permissions: ['executions:read'] },
  ])('%o is a fault of its own', async (it) => {
    const { status, text } = await answersTo(it, 'executions/list');
    expect(status).toBe('INTERNAL');
    expect(text).not.toContain('authenticate');
  });
});

test('an administrator may do everything, and nobody else may', () => {
  for (const role of EVERYBODY) {
    const paths = PATHS.filter((path) => ALLOWED[path].includes(role));
    expect(paths.length === PATHS.length).toBe(role === 'admin');
  }
  expect(Object.keys(ROLES).toSorted()).toEqual([...EVERYBODY, AGENT].toSorted());
});

describe('a decision', () => {
  const decide = async (caller: Caller & { permissions?: readonly Permission[] }, data: object = {}) => {
    const permissions = caller.permissions && new Set(caller.permissions);
    const kit = await kitOf(
      'main',
      permissions && (() => Promise.resolve({ workspaceId: 'main', subject: null, permissions })),
    );
    const request = { ...REQUESTS['steps/recordReviewerDecision'](kit.seeded), ...data };
    const headers = await kit.credentials(caller);
    const before = await kit.everything();
    const answer = await post(kit.handler, 'steps/recordReviewerDecision', request, headers);
    const { steps } = await kit.on.executions.get({ executionId: kit.seeded.executionId });
    const { decisions } = steps[0]?.output as { decisions: readonly { reviewerId: string }[] };
    const decided = decisions.map((it) => it.reviewerId);
    if (answer.code !== 200) expect(await kit.everything()).toBe(before);
    return [answer.status, ...decided];
  };
  const ann: Caller = { role: 'reviewer', subject: 'ann' };

  test('of the user whom the token names', async () => {
    expect(await decide(ann)).toEqual(['OK', 'ann']);
    expect(await decide({ role: 'reviewer', subject: 'bob' }, { reviewerId: 'bob' })).toEqual(['OK', 'bob']);
  });

  test('of nobody else', async () => {
    for (const reviewerId of ['bob', 'Ann', 'ann ', '', 'stranger']) {
      expect(await decide(ann, { reviewerId })).toEqual(['PERMISSION_DENIED']);
    }
  });

  test('of nobody, without a user in the token', async () => {
    expect(await decide({ role: 'reviewer', subject: null })).toEqual(['PERMISSION_DENIED']);
    expect(await decide({ permissions: ['steps:decide'] })).toEqual(['PERMISSION_DENIED']);
    expect(await decide({ permissions: ['steps:decide'] }, { reviewerId: undefined })).toEqual([
      'PERMISSION_DENIED',
    ]);
  });

  test('of whomever, with steps:decide-any', async () => {
    expect(await decide({ permissions: ['steps:decide', 'steps:decide-any'] })).toEqual(['OK', 'ann']);
    expect(await decide({ role: 'service', subject: 'robot' }, { reviewerId: 'bob' })).toEqual(['OK', 'bob']);
    expect(await decide({ role: 'admin' })).toEqual(['OK', 'ann']);
    expect(await decide({ role: 'admin' }, { reviewerId: 'stranger' })).toEqual(['PERMISSION_DENIED']);
  });

  test('steps:decide-any alone does not decide', async () => {
    expect(await decide({ permissions: ['steps:decide-any'] })).toEqual(['PERMISSION_DENIED']);
  });

  test('a reviewerId that is none is a bad request', async () => {
    for (const reviewerId of [7, null, ['ann'], { toString: 'ann' }, undefined]) {
      expect(await decide(ann, { reviewerId })).toEqual(['INVALID_ARGUMENT']);
    }
  });
});
