/**
 * Every fixture over the library, on the store in memory; and the digests, for checks in any
 * language.
 */
import { ApprovalError } from '@org/approval-core';
import { describe, expect, test } from 'vitest';
import type { digestOf } from './call/call.js';
import { createMemoryPermitStore } from './store/memory.js';
import { runFixture } from './test-support/fixture.js';
import { checkStep, fixtures, readFixture } from './test-support/fixture-files.js';
import { gateKit } from './test-support/gate.js';

test.each(fixtures())('%s', (_, fixture) =>
  runFixture(fixture, { store: createMemoryPermitStore(), check: checkStep }),
);

/** Cases that permits G8 requires a fixture for. */
const CASES = [
  ...['value-changed', 'tool-changed', 'target-changed', 'requester-changed', 'argument-added', 'key-order'],
  ...['unsafe-integer', 'later-call-same-call-id', 'same-ref-of-a-stranger', 'replay', 'two-redeemers'],
  ...['redeem-against-revoke', 'client-forged-approval', 'denied-then-executed'],
  ...['rejected-run-that-completes', 'force-complete', 'self-approved', 'agent-approved', 'stale-digest'],
  ...['amended-after-an-approval', 'expired-while-nobody-looked', 'policy-changed'],
  ...['killed-after-insert', 'killed-after-dispatch', 'killed-after-spent'],
  ...['other-workspace', 'grant-with-an-added-argument'],
];

test('there is a fixture of every case', () => {
  const files = fixtures().map(([file]) => file.replace('.json', ''));
  expect(CASES.filter((it) => !files.includes(it))).toEqual([]);
});

interface Vector {
  readonly call: Parameters<typeof digestOf>[0];
  readonly digest?: string;
  readonly refused?: string;
}

describe('digests.json', () => {
  test.each(readFixture('digests.json') as Vector[])(
    '$digest $refused',
    async ({ call, digest, refused }) => {
      const kit = await gateKit({ rules: [] });
      const asked = kit.ask(call);
      if (refused === undefined) expect((await asked).digest).toBe(digest);
      else {
        const error = (await asked.catch((it: unknown) => it)) as ApprovalError;
        expect(error).toBeInstanceOf(ApprovalError);
        expect(error.details['code'] ?? error.details.issues?.[0]?.code).toBe(refused);
      }
      await kit.stop();
    },
  );
});
