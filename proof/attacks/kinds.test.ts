/**
 * Kinds of faults that were found by attack, over every operation, so that the next operation is
 * covered by these tables: faults that are reported as those of others, times in seconds, and waits
 * that one caller takes from all others.
 */
import { PERMIT_OPERATIONS } from '@org/approval-agents';
import { type ApprovalStore, createMemoryStore } from '@org/approval-core';
import { HOSTING_LIMITS } from '@org/approval-core/definition';
import { OPERATIONS } from '@org/approval-core/views';
import { createTestEngine, createTestReceiver } from '@org/approval-testkit';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { PATHS } from '../../packages/http/src/test-support/kit.js';
import { REQUESTS, prepare, seed } from '../../packages/http/src/test-support/requests.js';

const webhooks = { transport: createTestReceiver() };
const fails = (): never => {
  throw new Error('out of order');
};

/** Fails at every call, as a database does that cannot be reached. */
const unreachable = (store: ApprovalStore): ApprovalStore =>
  new Proxy(store, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value === 'function') return () => Promise.reject(new Error('ECONNREFUSED'));
      // Optional parts of the store, such as absences.
      return typeof value === 'object' && value !== null ? unreachable(value as ApprovalStore) : value;
    },
  });

type Path = (typeof PATHS)[number];

async function statusWith(path: Path, options: (store: ApprovalStore) => object): Promise<string> {
  const store = createMemoryStore();
  const good = createTestEngine({ store, webhooks });
  const seeded = await seed(good.engine, 'main', good.drain);
  await prepare(path, good.engine.forWorkspace('main'), seeded);
  await good.engine.stop();
  const { engine } = createTestEngine({ store, webhooks, jobs: { run: false }, ...options(store) });
  try {
    const on = engine.forWorkspace('main', { linksBaseUrl: 'https://example.com' });
    const data = { ...REQUESTS[path](seeded), ...(OPERATIONS[path].waits !== null && { waitMs: 0 }) };
    const result: unknown = await OPERATIONS[path].invoke(on, data);
    // Items of one request fail one by one.
    return /"status":"([A-Z]+)","details"/.exec(JSON.stringify(result))?.[1] ?? 'OK';
  } catch (error) {
    return String((error as { status?: unknown }).status);
  } finally {
    await engine.stop();
  }
}

/** Operations that need no store. */
const WITHOUT_STORE: readonly Path[] = ['definitions/validate'];

describe('a fault is told as what it is', () => {
  test.each(PATHS)('%s: a store that cannot be reached is UNAVAILABLE', async (path) => {
    const status = await statusWith(path, (store) => ({ store: unreachable(store) }));
    expect(status).toBe(WITHOUT_STORE.includes(path) ? 'OK' : 'UNAVAILABLE');
  });

  test.each(PATHS)('%s: a function of the host that throws is never a fault of the store', async (path) => {
    expect(await statusWith(path, () => ({ ids: { next: fails } }))).not.toBe('UNAVAILABLE');
    expect(await statusWith(path, () => ({ normalizeUserId: fails }))).not.toBe('UNAVAILABLE');
  });
});

const ALL = { ...OPERATIONS, ...PERMIT_OPERATIONS };

interface Schema {
  readonly description?: string;
  readonly $ref?: string;
  readonly $defs?: Record<string, Schema>;
  readonly properties?: Record<string, Schema>;
}
function timesOf(request: z.ZodType): string[] {
  const whole = z.toJSONSchema(request, { io: 'input', unrepresentable: 'any' }) as Schema;
  const { properties = {} } = whole.$defs?.[whole.$ref?.split('/').at(-1) ?? ''] ?? whole;
  return Object.entries(properties)
    .filter(([, { description = '' }]) => /since the epoch/.test(description))
    .map(([name]) => name);
}
const TIMES = Object.entries(ALL).flatMap(([path, { request }]) =>
  timesOf(request).map((name) => [path as keyof typeof ALL, name] as const),
);
/** With `from` in ms it is before it, and refused. */
const REFUSED_OTHERWISE = ['people/setAbsence until'];

describe('a time in seconds is refused where milliseconds are meant', () => {
  test('times are found', () => expect(TIMES.length).toBeGreaterThan(5));

  test.each(TIMES)('%s: %s', (path, name) => {
    const faultsOf = (value: number) => {
      const parsed = ALL[path].request.safeParse({ [name]: value });
      const issues = parsed.success ? [] : parsed.error.issues;
      return issues.filter((it) => it.path[0] === name && /seconds/.test(it.message));
    };
    expect(faultsOf(1_795_000_000)).toHaveLength(REFUSED_OTHERWISE.includes(`${path} ${name}`) ? 0 : 1);
    expect(faultsOf(1_795_000_000_000)).toEqual([]);
  });
});

/** Tests of the shares of every operation that waits. */
const SHARES: Readonly<Record<string, string>> = {
  'executions/wait': 'packages/core/src/engine/reading/wait.test.ts',
  'permits/get': 'packages/agents/src/gate/times.test.ts',
};

test('every operation that waits has shares of workspace and subject', () => {
  const waiting = Object.values(ALL).filter(({ waits }) => waits !== null);
  expect(waiting.map(({ path }) => path).toSorted()).toEqual(Object.keys(SHARES).toSorted());
  const { waits, workspaceWaits, subjectWaits, streams, workspaceStreams, subjectStreams } = HOSTING_LIMITS;
  for (const shares of [
    [subjectWaits, workspaceWaits, waits],
    [subjectStreams, workspaceStreams, streams],
  ]) {
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
    expect(new Set(shares).size).toBe(3);
  }
});
