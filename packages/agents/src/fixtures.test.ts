/** Every fixture over the library, on the store in memory; and the digests, which any language can check itself by. */
import { ApprovalError } from '@org/approval-core';
import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { digestOf } from './call/call.js';
import { gateKit } from './test-support/gate.js';
import { type Fixture, type Step, runFixture } from './test-support/fixture.js';
import { createMemoryPermitStore } from './store/memory.js';

const folder = new URL('../fixtures/', import.meta.url);
const read = (file: string): unknown => JSON.parse(readFileSync(new URL(file, folder), 'utf8'));
const FILES = readdirSync(folder).filter((it) => it !== 'digests.json');

function check(step: Step, result: unknown, expected: unknown): void {
  if (step.op === 'race') {
    const order = (it: unknown) => JSON.stringify((it as { ok?: unknown }).ok);
    const sorted = (list: unknown) =>
      (list as unknown[]).toSorted((a, b) => order(a).localeCompare(order(b)));
    expect(sorted(result)).toMatchObject(sorted(expected));
  } else if (expected !== undefined) expect(result, step.op).toMatchObject(expected as object);
  else if (step.op !== 'advance') expect(result ?? {}).not.toHaveProperty('error');
}

test.each(FILES)('%s', async (file) => {
  await runFixture(read(file) as Fixture, createMemoryPermitStore(), check);
});

interface Vector {
  readonly call: Parameters<typeof digestOf>[0];
  readonly digest?: string;
  readonly refused?: string;
}

describe('digests.json', () => {
  test.each(read('digests.json') as Vector[])('$digest $refused', async ({ call, digest, refused }) => {
    const kit = await gateKit({ rules: [] });
    const asked = kit.ask(call);
    if (refused === undefined) expect((await asked).digest).toBe(digest);
    else {
      const error = (await asked.catch((it: unknown) => it)) as ApprovalError;
      expect(error).toBeInstanceOf(ApprovalError);
      expect(error.details['code'] ?? error.details.issues?.[0]?.code).toBe(refused);
    }
    await kit.stop();
  });
});
