/** Shares of places: no workspace and no subject takes the places of others. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { Shares } from './shares.js';

const LIMITS = { total: 6, ofWorkspace: 4, ofSubject: 2 };

test('a subject, a workspace and all together have their limits, and a freed place is free once', () => {
  const shares = new Shares(LIMITS);
  const take = (workspaceId: string, subject: string | null) => shares.take({ workspaceId, subject });
  const first = take('a', 'ann');
  expect([first !== null, take('a', 'ann') !== null, take('a', 'ann')]).toEqual([true, true, null]);
  expect([take('a', null) !== null, take('a', null) !== null, take('a', 'bob')]).toEqual([true, true, null]);
  expect([take('b', 'ann') !== null, take('b', 'ann') !== null, take('c', 'cay')]).toEqual([
    true,
    true,
    null,
  ]);
  first?.();
  first?.();
  expect([take('c', 'cay') !== null, take('c', 'cay')]).toEqual([true, null]);
});

test('ids that look like other keys have shares of their own', () => {
  const shares = new Shares({ total: 9, ofWorkspace: 1, ofSubject: 1 });
  for (const workspaceId of ['', 'a', '["a"]', 'a","ann'])
    expect(shares.take({ workspaceId, subject: 'ann' })).not.toBeNull();
});

test('no history of callers holds more than a limit, and freeing all makes room for all', () => {
  const caller = fc.record({
    workspaceId: fc.constantFrom('a', 'b', 'c'),
    subject: fc.constantFrom('ann', 'bob', null),
    frees: fc.option(fc.nat(9)),
  });
  fc.assert(
    fc.property(fc.array(caller, { maxLength: 60 }), (callers) => {
      const shares = new Shares(LIMITS);
      let held: { workspaceId: string; subject: string | null; free: () => void }[] = [];
      for (const { workspaceId, subject, frees } of callers) {
        const free = shares.take({ workspaceId, subject });
        const ofWorkspace = held.filter((it) => it.workspaceId === workspaceId);
        const ofSubject = ofWorkspace.filter((it) => it.subject === subject);
        const isFull =
          held.length >= LIMITS.total ||
          ofWorkspace.length >= LIMITS.ofWorkspace ||
          ofSubject.length >= LIMITS.ofSubject;
        expect(free === null).toBe(isFull);
        if (free !== null) held.push({ workspaceId, subject, free });
        const freed = frees === null ? undefined : held[frees];
        freed?.free();
        held = held.filter((it) => it !== freed);
      }
    }),
  );
});
