/** Claims on the answers of a pool (contract section 17), one test per rule. */
import { describe, expect, test } from 'vitest';
import { pool } from '../../test-support/people.js';
import { type PeopleRun, people, refused } from '../../test-support/people-run.js';

const must = (...userIds: string[]) => userIds.map((userId) => ({ userId, mandatory: true }));
const of = (count: number, ...users: string[]) => pool(users, { count, mandatory: true });
const CLAIM = { config: { allow: ['claim'], claimMs: 60_000 } };

const claim = (it: PeopleRun, reviewerId: string, entry = 0) =>
  it.steps.claim({ ...it.ids, reviewerId, entry });
const release = (it: PeopleRun, reviewerId: string, entry = 0) =>
  it.steps.release({ ...it.ids, reviewerId, entry });
const claims = async (it: PeopleRun, entry = 0) => (await it.view()).people?.entries[entry]?.claims;

describe('a claim', () => {
  test('lasts for claimMs; while it does the same call again changes nothing', async () => {
    const it = await people([of(1, 'a', 'b')], CLAIM);
    const until = it.clock.now() + 60_000;
    expect(await claim(it, 'a')).toEqual({ claimed: true, until });
    await it.advance(59_999);
    expect(await claim(it, 'a')).toEqual({ claimed: false, until });
    await it.advance(1);
    expect(await claim(it, 'a')).toEqual({ claimed: true, until: until + 60_000 });
    expect(await claims(it)).toEqual([{ userId: 'a', until: until + 60_000 }]);
  });

  test('says who holds up the others', async () => {
    const it = await people([of(2, 'a', 'b', 'c')], CLAIM);
    await claim(it, 'a');
    await claim(it, 'b');
    const details = { code: 'claimed', claimedBy: ['a', 'b'] };
    await expect(claim(it, 'c')).rejects.toMatchObject({ details });
    await expect(it.vote('c')).rejects.toMatchObject({ details });
  });

  test('is of one entry: it reserves nothing of another', async () => {
    const it = await people([of(1, 'a', 'b'), of(1, 'a', 'c')], CLAIM);
    await claim(it, 'a', 0);
    expect((await claim(it, 'a', 1)).claimed).toBe(true);
    expect(await release(it, 'a', 0)).toEqual({ released: true });
    expect([await claims(it, 0), await claims(it, 1)]).toMatchObject([[], [{ userId: 'a' }]]);
    expect(await refused(it.vote('c'))).toBe('claimed');
    await it.vote('b');
  });

  test.each<[string, number, string, string]>([
    ['an entry that is not a pool', 1, 'b', 'INVALID_ARGUMENT'],
    ['an entry that is not there', 9, 'b', 'INVALID_ARGUMENT'],
    ['a pool of others', 0, 'b', 'PERMISSION_DENIED'],
    ['an answer that they gave', 0, 'a', 'answered-already'],
    ['a pool whose turn is later', 2, 'z', 'not-asked-yet'],
  ])('on %s is refused', async (_, entry, reviewerId, code) => {
    const it = await people([of(2, 'a', 'c', 'd'), ...must('b'), { ...of(1, 'z'), order: 2 }], CLAIM);
    await it.vote('a');
    expect(await refused(claim(it, reviewerId, entry))).toBe(code);
  });
});

describe('a claim that is given back', () => {
  test('reserves nothing any more; another stays', async () => {
    const it = await people([of(2, 'a', 'b', 'c', 'd')], CLAIM);
    await claim(it, 'a');
    await claim(it, 'b');
    expect(await release(it, 'a')).toEqual({ released: true });
    expect(await release(it, 'a')).toEqual({ released: false });
    expect(await claims(it)).toMatchObject([{ userId: 'b' }]);
    await it.vote('c');
    expect(await refused(it.vote('d'))).toBe('claimed');
  });

  test('did not exist if it has expired, or belongs to another user', async () => {
    const it = await people([of(1, 'a', 'b')], CLAIM);
    await claim(it, 'a');
    expect(await release(it, 'b')).toEqual({ released: false });
    expect(await refused(it.vote('b'))).toBe('claimed');
    await it.advance(60_000);
    expect(await release(it, 'a')).toEqual({ released: false });
  });

  test('is refused once the step has ended', async () => {
    const it = await people([of(1, 'a', 'b')], CLAIM);
    await claim(it, 'a');
    await it.steps.resolve({ ...it.ids, action: 'force-approve', actorId: 'ops' });
    expect(await refused(release(it, 'a'))).toBe('FAILED_PRECONDITION');
    expect(await refused(claim(it, 'a'))).toBe('FAILED_PRECONDITION');
  });
});
