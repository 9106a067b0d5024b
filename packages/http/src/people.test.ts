/** Reads by a reviewer of rows that belong to others: one row for each operation. */
import type { OperationPath } from '@org/approval-core/views';
import { describe, expect, test } from 'vitest';
import { ROLES } from './index.js';
import { PATHS, createKit, post } from './test-support/kit.js';
import { MARK, REQUESTS, seed } from './test-support/requests.js';

/**
 * Answer to a reviewer who is not a party of the run. `as unknown`: identical to the answer for a
 * missing run; `own`: only their own rows; `forbidden`: PERMISSION_DENIED for any run; `public`:
 * definitions, readable by all; `absences`: only their own; `each refused`: item by item.
 */
type Told = 'as unknown' | 'own' | 'forbidden' | 'public' | 'absences' | 'each refused';

/** Every operation without a row here is forbidden. */
const OTHERS: Readonly<Partial<Record<OperationPath, Told>>> = {
  'definitions/get': 'public',
  'definitions/list': 'public',
  'definitions/validate': 'public',
  'executions/get': 'as unknown',
  'executions/list': 'own',
  'executions/getEvents': 'as unknown',
  'executions/wait': 'as unknown',
  'steps/listWaiting': 'own',
  'executions/explain': 'as unknown',
  'triggers/list': 'public',
  'people/clearAbsence': 'absences',
  'people/listAbsences': 'absences',
  'steps/decideMany': 'each refused',
};

const toldOf = (path: OperationPath): Told => OTHERS[path] ?? 'forbidden';

async function kitOf(subject: string | null) {
  const kit = await createKit();
  const seeded = await seed(kit.engine, 'main', kit.drain);
  const headers = await kit.credentials({ role: 'reviewer', subject });
  return { ...kit, seeded, ask: (path: string, data: object) => post(kit.handler, path, data, headers) };
}

describe.each(['zoe', 'Ann', 'ann ', null])('a reviewer who is not a party: %s', (subject) => {
  test.each(PATHS)('%s', async (path) => {
    const { ask, seeded } = await kitOf(subject);
    const answer = await ask(path, REQUESTS[path](seeded));
    const expected = toldOf(path);
    if (expected === 'public') {
      expect(answer.code).toBe(200);
    } else if (expected === 'forbidden') {
      expect(answer.status).toBe('PERMISSION_DENIED');
      expect(answer.text).not.toMatch(MARK);
    } else if (expected === 'each refused') {
      const { items } = answer.result as { items: { ok: boolean; error: { status: string } }[] };
      expect(items.map((it) => [it.ok, it.error.status])).toEqual(
        items.map(() => [false, 'PERMISSION_DENIED']),
      );
      expect(answer.text).not.toMatch(MARK);
    } else if (expected === 'absences') {
      // Reviewers may ask for their own rows; a token without a subject has none.
      expect(answer.text).not.toMatch(MARK);
    } else if (expected === 'own') {
      // An inbox needs a subject.
      if (path === 'steps/listWaiting' && subject === null) expect(answer.status).toBe('PERMISSION_DENIED');
      else expect(answer.result).toEqual({ items: [], nextCursor: null, hasMore: false });
    } else {
      const unknown = 'exec_nobody-knows-it';
      const other = await ask(path, REQUESTS[path]({ ...seeded, executionId: unknown }));
      expect(answer.status).toBe('NOT_FOUND');
      expect(answer.text.replaceAll(seeded.executionId, 'X')).toBe(other.text.replaceAll(unknown, 'X'));
    }
  });
});

describe('a reviewer who is a party', () => {
  const reads = PATHS.filter((path) => toldOf(path) === 'as unknown' || toldOf(path) === 'own');
  test.each(reads)('%s', async (path) => {
    const { ask, seeded } = await kitOf('ann');
    const answer = await ask(path, REQUESTS[path](seeded));
    expect(answer.code).toBe(200);
    expect(answer.text).toContain(seeded.executionId);
  });

  test('asks for no other reviewer', async () => {
    const { ask } = await kitOf('ann');
    expect((await ask('executions/list', { party: 'bob' })).status).toBe('PERMISSION_DENIED');
    expect((await ask('steps/listWaiting', { reviewerId: 'bob' })).status).toBe('PERMISSION_DENIED');
    expect((await ask('executions/list', { party: 'ann' })).code).toBe(200);
  });

  test('an audit needs its own permission', async () => {
    const { ask, seeded } = await kitOf('ann');
    const data = { executionId: seeded.executionId, includeInternal: true };
    expect((await ask('executions/getEvents', data)).status).toBe('PERMISSION_DENIED');
    expect(ROLES.admin).toContain('executions:audit');
    for (const role of ['author', 'reviewer', 'service'] as const) {
      expect(ROLES[role]).not.toContain('executions:audit');
    }
  });
});

test.each(['steps/delegate', 'steps/release'])(
  '%s of the place of another is an administrator’s, also where both are named as they are',
  async (path) => {
    const { ask, seeded, handler, credentials } = await kitOf('mallory');
    const { executionId } = seeded;
    const ann = { executionId, stepId: 'step_review', reviewerId: 'ann', toReviewerId: 'mallory' };
    const { toReviewerId: _, ...place } = ann;
    const data = path === 'steps/delegate' ? ann : place;
    const needsAdmin = {
      status: 'PERMISSION_DENIED',
      message: 'to act on the place of another needs steps:admin',
    };
    expect(await ask(path, { ...data, actorId: 'mallory' })).toMatchObject(needsAdmin);
    expect((await ask(path, data)).status).toBe('PERMISSION_DENIED');
    const admin = await credentials({ role: 'admin', subject: 'root' });
    const answer = await post(handler, path, { ...data, actorId: 'root' }, admin);
    expect(answer.message).not.toBe(needsAdmin.message);
  },
);
