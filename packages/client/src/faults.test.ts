/**
 * Faults on the way, for each kind of operation: number of attempts, the result, and whether the
 * outcome is reported as unknown. After each row, the engine has done nothing twice.
 */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type ApprovalClient, ApprovalClientError, type ApprovalClientOptions } from './index.js';
import { SIGN_OFF, TRIGGER_CONTEXT } from './test-support/definitions.js';
import { type Fault, type World, createWorld } from './test-support/world.js';

const { definitionId } = SIGN_OFF;
const MAX_ATTEMPTS = 3;
const TIMEOUT_MS = 1_000;

interface Kind {
  readonly prepare: (world: World) => Promise<string>;
  readonly ask: (client: ApprovalClient, executionId: string) => Promise<unknown>;
  /** Number of times that it was done. */
  readonly done: (world: World, executionId: string) => Promise<number>;
}

async function dispatched({ on }: World): Promise<string> {
  await on.definitions.create(SIGN_OFF);
  return (await on.executions.dispatch({ definitionId, triggerContext: TRIGGER_CONTEXT })).executionId;
}

const KINDS = {
  read: {
    prepare: dispatched,
    ask: (client, executionId) => client.executions.get({ executionId }),
    done: () => Promise.resolve(0),
  },
  safe: {
    prepare: dispatched,
    ask: (client, executionId) =>
      client.steps.recordReviewerDecision({
        executionId,
        stepId: 'step_review',
        reviewerId: 'maria',
        decision: 'approve',
      }),
    async done({ on }, executionId) {
      const { events } = await on.executions.getEvents({ executionId });
      return events.filter((it) => it.type === 'step.completed').length;
    },
  },
  keyed: {
    async prepare({ on }) {
      await on.definitions.create(SIGN_OFF);
      return '';
    },
    ask: (client) => client.executions.dispatch({ definitionId, triggerContext: TRIGGER_CONTEXT }),
    done: async ({ on }) => (await on.executions.list()).items.length,
  },
  once: {
    prepare: () => Promise.resolve(''),
    ask: (client) => client.definitions.create(SIGN_OFF),
    done: async ({ on }) => (await on.definitions.list()).items.length,
  },
} as const satisfies Record<string, Kind>;
type KindName = keyof typeof KINDS;

/**
 * Attempts and status, a question mark if the outcome is unknown; then how often the engine has
 * done it.
 */
type Outcome = `${number} ${string}, done ${number}`;
type Row = readonly [read: Outcome, safe: Outcome, keyed: Outcome, once: Outcome];

beforeEach(() => {
  // Only what hangs waits for a timer, and it is the proxy that says when.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

async function outcomeOf(kindName: KindName, fault: Fault, lasts: boolean): Promise<string> {
  const { prepare, ask, done }: Kind = KINDS[kindName];
  const world = await createWorld();
  const subject = await prepare(world);
  world.proxy.onHang = () => vi.advanceTimersByTime(TIMEOUT_MS);
  let attempts = 1;
  const options: Partial<ApprovalClientOptions> = {
    timeoutMs: TIMEOUT_MS,
    retry: {
      maxAttempts: MAX_ATTEMPTS,
      async sleep() {
        attempts += 1;
        if (!lasts) await world.setFault(null);
      },
    },
  };
  await world.setFault(fault);
  const end = await ask(world.client(options), subject).then(
    () => 'ok',
    (error: unknown) => {
      if (!(error instanceof ApprovalClientError)) throw error;
      return `${error.status}${error.outcomeUnknown ? '?' : ''}`;
    },
  );
  await world.setFault(null);
  return `${attempts} ${end}, done ${await done(world, subject)}`;
}

const kindNames = Object.keys(KINDS) as KindName[];
const rows = (table: Partial<Record<Fault, Row>>) =>
  (Object.entries(table) as [Fault, Row][]).flatMap(([fault, row]) =>
    row.map((expected, index) => ({ fault, kind: kindNames[index]!, expected })),
  );

/** Read, safe, keyed, once. */
const PASSES: Record<Fault, Row> = {
  refuse: ['2 ok, done 0', '2 ok, done 1', '2 ok, done 1', '2 ok, done 1'],
  reset: ['2 ok, done 0', '2 ok, done 1', '2 ok, done 1', '1 UNAVAILABLE?, done 0'],
  hang: ['2 ok, done 0', '2 ok, done 1', '2 ok, done 1', '1 UNAVAILABLE?, done 0'],
  drop: ['2 ok, done 0', '2 ok, done 1', '2 ok, done 1', '1 UNAVAILABLE?, done 1'],
  cut: ['2 ok, done 0', '2 ok, done 1', '2 ok, done 1', '1 UNAVAILABLE?, done 1'],
  truncate: ['2 ok, done 0', '2 ok, done 1', '2 ok, done 1', '1 UNAVAILABLE?, done 1'],
  'html 200': ['1 INTERNAL, done 0', '1 INTERNAL?, done 0', '1 INTERNAL?, done 0', '1 INTERNAL?, done 0'],
  'html 307': ['1 INTERNAL, done 0', '1 INTERNAL?, done 0', '1 INTERNAL?, done 0', '1 INTERNAL?, done 0'],
  'html 403': ['1 INTERNAL, done 0', '1 INTERNAL, done 0', '1 INTERNAL, done 0', '1 INTERNAL, done 0'],
  'html 404': ['1 INTERNAL, done 0', '1 INTERNAL, done 0', '1 INTERNAL, done 0', '1 INTERNAL, done 0'],
  'html 429': ['2 ok, done 0', '2 ok, done 1', '2 ok, done 1', '2 ok, done 1'],
  'html 503': ['2 ok, done 0', '2 ok, done 1', '2 ok, done 1', '1 UNAVAILABLE?, done 0'],
  'rate limit': ['2 ok, done 0', '2 ok, done 1', '2 ok, done 1', '2 ok, done 1'],
  'store down': ['2 ok, done 0', '2 ok, done 1', '2 ok, done 1', '1 UNAVAILABLE?, done 0'],
  'store silent': ['1 ok, done 0', '2 ok, done 1', '2 ok, done 1', '1 UNAVAILABLE?, done 1'],
};

describe('a fault that passes', () => {
  test.each(rows(PASSES))('$fault, $kind: $expected', async ({ fault, kind, expected }) => {
    expect(await outcomeOf(kind, fault, false)).toBe(expected);
  });
});

/** Result of a lasting fault that retries do not help with. */
const LASTS: Partial<Record<Fault, Row>> = {
  refuse: [
    '3 UNAVAILABLE, done 0',
    '3 UNAVAILABLE, done 0',
    '3 UNAVAILABLE, done 0',
    '3 UNAVAILABLE, done 0',
  ],
  reset: [
    '3 UNAVAILABLE, done 0',
    '3 UNAVAILABLE?, done 0',
    '3 UNAVAILABLE?, done 0',
    '1 UNAVAILABLE?, done 0',
  ],
  hang: [
    '3 UNAVAILABLE, done 0',
    '3 UNAVAILABLE?, done 0',
    '3 UNAVAILABLE?, done 0',
    '1 UNAVAILABLE?, done 0',
  ],
  drop: [
    '3 UNAVAILABLE, done 0',
    '3 UNAVAILABLE?, done 1',
    '3 UNAVAILABLE?, done 1',
    '1 UNAVAILABLE?, done 1',
  ],
  'html 429': [
    '3 RESOURCE_EXHAUSTED, done 0',
    '3 RESOURCE_EXHAUSTED, done 0',
    '3 RESOURCE_EXHAUSTED, done 0',
    '3 RESOURCE_EXHAUSTED, done 0',
  ],
  'html 503': [
    '3 UNAVAILABLE, done 0',
    '3 UNAVAILABLE?, done 0',
    '3 UNAVAILABLE?, done 0',
    '1 UNAVAILABLE?, done 0',
  ],
  'rate limit': [
    '3 RESOURCE_EXHAUSTED, done 0',
    '3 RESOURCE_EXHAUSTED, done 0',
    '3 RESOURCE_EXHAUSTED, done 0',
    '3 RESOURCE_EXHAUSTED, done 0',
  ],
};

describe('a fault that lasts', () => {
  test.each(rows(LASTS))('$fault, $kind: $expected', async ({ fault, kind, expected }) => {
    expect(await outcomeOf(kind, fault, true)).toBe(expected);
  });
});

test('a refusal after a lost answer does not make the outcome known', async () => {
  const world = await createWorld();
  const executionId = await dispatched(world);
  await world.setFault('drop');
  const client = world.client({
    retry: {
      async sleep() {
        // The deployment changes while the client waits: the key is unknown from now on.
        await world.setFault('html 403');
      },
    },
  });
  await expect(KINDS.safe.ask(client, executionId)).rejects.toMatchObject({
    status: 'INTERNAL',
    httpStatus: 403,
    outcomeUnknown: true,
  });
});
