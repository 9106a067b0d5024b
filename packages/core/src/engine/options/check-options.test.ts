import { createTestEngine, createTestReceiver } from '@org/approval-testkit';
import { describe, expect, test } from 'vitest';
import { type EngineOptions, createApprovalEngine, createMemoryStore } from '../../index.js';
import { systemClock } from '../../store.js';

const faultsOf = (options: unknown): string => {
  try {
    createApprovalEngine(options as EngineOptions);
  } catch (error) {
    expect(error).toBeInstanceOf(TypeError);
    return (error as TypeError).message;
  }
  return 'none';
};

const withStore = (options: object) => ({ store: createMemoryStore(), jobs: { run: false }, ...options });

describe('every option is checked by its name and its value', () => {
  const transport = createTestReceiver();
  const key = new Uint8Array(32);
  test.each<[string, object, RegExp]>([
    ['a name that is not known', { agent: {} }, /agent: unknown field "agent"/],
    [
      'a name that is not known, further down',
      { jobs: { concurrency: 3 } },
      /jobs\.concurrency: unknown field/,
    ],
    ['a lease that has ended before it began', { jobs: { leaseMs: -5 } }, /jobs\.leaseMs: .*at least 100/],
    ['a lease that is not a whole number', { jobs: { leaseMs: 1_000.5 } }, /jobs\.leaseMs/],
    ['a lease that is not a number', { jobs: { leaseMs: Number.NaN } }, /jobs\.leaseMs/],
    [
      'a lease as a string that is not a duration',
      { jobs: { leaseMs: 'half a minute' } },
      /jobs\.leaseMs: "half a minute" is not a duration: use whole ms, a string such as "7d"/,
    ],
    ['a lease in words that is too short', { jobs: { leaseMs: '99ms' } }, /jobs\.leaseMs: .*at least 100/],
    [
      'a delay in words that is none',
      { webhooks: { transport, retryDelaysMs: ['2s', '1y'] } },
      /retryDelaysMs\[1\]/,
    ],
    [
      'a feed that outlives its runs, in words',
      { retention: { endedMs: '7d', feedMs: 'P2W' } },
      /retention\.feedMs: is more than endedMs/,
    ],
    ['room for no agent', { jobs: { agentConcurrency: 0 } }, /jobs\.agentConcurrency: .*at least 1/],
    ['looking without a pause', { jobs: { pollMs: -1 } }, /jobs\.pollMs: .*at least 10/],
    ['run that is neither true nor false', { jobs: { run: 'yes' } }, /jobs\.run: .*true or false/],
    ['an empty batch', { batches: { maxSize: 0 } }, /batches\.maxSize: .*at least 1/],
    ['no batch at all', { batches: { maxConcurrent: 0 } }, /batches\.maxConcurrent: .*at least 1/],
    ['no room for a request', { limits: { requestBytes: 0 } }, /limits\.requestBytes/],
    ['no step', { limits: { stepsPerExecution: Infinity } }, /limits\.stepsPerExecution/],
    [
      'ages that delete what has just ended',
      { retention: { endedMs: 0 } },
      /retention\.endedMs: .*at least 1/,
    ],
    ['retention without an age', { retention: {} }, /retention\.endedMs: is missing/],
    ['retention of all at once', { retention: { endedMs: 1, batchSize: 1e9 } }, /retention\.batchSize/],
    ['webhooks without a transport', { webhooks: {} }, /webhooks\.transport: is missing/],
    [
      'a transport that lacks a method',
      { webhooks: { transport: { deliver() {} } } },
      /checkUrl, verifySignature/,
    ],
    [
      'a delay before its attempt',
      { webhooks: { transport, retryDelaysMs: [5, -1] } },
      /webhooks\.retryDelaysMs\[1\]/,
    ],
    ['no attempt at all', { webhooks: { transport, concurrency: 0 } }, /webhooks\.concurrency/],
    ['no attempt to any receiver', { webhooks: { transport, perReceiver: 0 } }, /webhooks\.perReceiver/],
    [
      'a random number, not a function',
      { webhooks: { transport, random: 0.5 } },
      /webhooks\.random: is not a function/,
    ],
    ['a clock that cannot wake', { clock: { now: () => 0 } }, /clock: lacks the method\(s\) wakeAt/],
    ['ids that make none', { ids: {} }, /ids: lacks the method\(s\) next/],
    ['a logger that cannot warn', { logger: { error() {} } }, /logger: lacks the method\(s\) warn/],
    [
      'a store without a method',
      { store: { ...createMemoryStore(), redeliver: null } },
      /store: lacks the method\(s\) redeliver/,
    ],
    ['no store', { store: undefined }, /store: .*needs a store/],
    [
      'a store that was not waited for',
      { store: Promise.resolve() },
      /store: is a promise: .*await openStore/,
    ],
    [
      'all that openStore returns',
      { store: { store: {} } },
      /store: is what openStore returns: give the `store`/,
    ],
    ['a store of another contract', { store: { contractVersion: 7 } }, /version 7 of the store contract/],
    [
      'the reserved agent',
      { agents: { __mock__: () => ({ passed: true }) } },
      /agents\.__mock__: .*reserved/,
    ],
    ['an agent that is an object', { agents: { a: {} } }, /agents\.a: is not a function/],
    [
      'a key that is too short',
      { secretKeys: [{ keyId: 'k', key: key.slice(1) }] },
      /secretKeys: .*32 bytes/,
    ],
    [
      'two keys of one name',
      {
        secretKeys: [
          { keyId: 'k', key },
          { keyId: 'k', key },
        ],
      },
      /same keyId/,
    ],
    ['plaintext as text', { allowPlaintextSecrets: 'no' }, /allowPlaintextSecrets: .*true or false/],
  ])('%s is refused', (_, options, message) => {
    expect(faultsOf(withStore(options))).toMatch(message);
  });

  test('all faults are reported at once', () => {
    const message = faultsOf({ agent: {}, jobs: { leaseMs: -5, pollMs: 0 }, batches: { maxSize: 0 } });
    for (const path of ['store', 'agent', 'jobs.leaseMs', 'jobs.pollMs', 'batches.maxSize']) {
      expect(message).toContain(`${path}: `);
    }
  });

  test.each([undefined, null, 'memory', 5])('%s in place of the options is refused', (options) => {
    expect(faultsOf(options)).toMatch(/^createApprovalEngine: the options/);
  });

  test('ports may be instances of classes, and an option that is undefined counts as left out', async () => {
    class Ids {
      private count = 0;
      next(prefix: string) {
        return `${prefix}_${String(this.count++).padStart(8, '0')}`;
      }
    }
    const options = withStore({
      ids: new Ids(),
      clock: Object.create(systemClock) as object,
      agents: undefined,
      jobs: { run: false, leaseMs: undefined },
      batches: { maxSize: undefined },
    });
    const engine = createApprovalEngine(options);
    await expect(engine.executions.get({ executionId: 'exec_1' })).rejects.toMatchObject({
      status: 'NOT_FOUND',
    });
  });
});

describe('the id of a workspace is checked (contract section 1)', () => {
  const { engine } = createTestEngine();
  test.each([
    ['an empty one', ''],
    ['one of 129 characters', 'w'.repeat(129)],
    ['one with a control character', 'a\nb'],
    ['one that no store can hold', '\ud800'],
    ['none', undefined],
    ['a number', 7],
  ])('%s is refused', (_, workspaceId) => {
    expect(() => engine.forWorkspace(workspaceId as string)).toThrow(
      expect.objectContaining({
        status: 'INVALID_ARGUMENT',
        message: expect.stringContaining('at workspaceId') as string,
      }),
    );
  });

  test('one of 128 characters is not', async () => {
    expect(await engine.forWorkspace('w'.repeat(128)).definitions.list()).toMatchObject({ items: [] });
  });
});

describe('what a caller may read is checked: a field that is misspelt would narrow nothing', () => {
  const { engine } = createTestEngine();
  test.each([
    ['a field that there is not', { readAs: 'ann' }, /readAs is not an option; there are readsAs/],
    ['a user who is not a string', { readsAs: 7 }, /readsAs must be a text/],
    [
      'a list that was not loaded',
      { visible: { organizationIds: undefined } },
      /undefined as organizationIds/,
    ],
    ['a list of something else', { visible: { documentIds: [7] } }, /up to 1000 texts as documentIds/],
    ['a text for yes', { relaysPermits: 'yes' }, /relaysPermits must be true or false/],
    ['nothing', null, /give an object/],
    ['a list', [], /give an object, not a list/],
    ['a Map', new Map([['readsAs', 'ann']]), /give an object, not map/],
    ['a promise', Promise.resolve({ readsAs: 'ann' }), /give an object, not promise/],
  ])('%s is refused', (_, caller, message) => {
    expect(() => engine.forWorkspace('w', caller as object)).toThrow(message);
  });

  test.each([{}, { readsAs: null }, { readsAs: undefined, visible: { definitionIds: [] } }])(
    '%j is taken',
    (caller) => {
      expect(() => engine.forWorkspace('w', caller)).not.toThrow();
    },
  );
});
