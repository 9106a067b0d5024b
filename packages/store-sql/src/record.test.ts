/** Records on every database: chained in the commit, exported, and verified without the engine. */
import {
  type ApprovalEngine,
  type ApprovalStore,
  type EngineOptions,
  createApprovalEngine,
  createMemoryStore,
} from '@org/approval-core';
import type { Change } from '@org/approval-core/store';
import { type Verified, verify } from '@org/approval-record';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { sqlStore } from './store/store.js';
import { type TestDatabase, allServers, migrated } from './test-support/open.js';

const KEY = { keyId: 'k1', key: new Uint8Array(32).fill(1) };
const DEFINITION = {
  definitionId: 'sign-off',
  name: 'Sign-off',
  nodes: [
    {
      nodeId: 'legal',
      type: 'human',
      config: {
        reviewers: ['ann', 'bob'].map((userId) => ({ userId, mandatory: true })),
        onReject: { end: 'rejected' },
      },
    },
    {
      nodeId: 'board',
      type: 'human',
      config: { reviewers: [{ userId: 'zoë', mandatory: true }], onReject: { end: 'rejected' } },
    },
  ],
  edges: [{ from: 'legal', to: 'board' }],
} as const;

/** A store that another process can open as well. */
interface Subject {
  readonly name: string;
  readonly open: () => Promise<() => Promise<ApprovalStore>>;
}

const databases: TestDatabase[] = [];
const servers = await allServers();
const subjects: Subject[] = [
  {
    name: 'memory',
    open: async () => {
      const store = createMemoryStore();
      return async () => store;
    },
  },
  ...servers.map((server): Subject => {
    let database: TestDatabase | undefined;
    return {
      name: server.name,
      open: async () => {
        if (database === undefined) databases.push((database = await migrated(server)));
        const own = database;
        return async () => sqlStore(await own.connect());
      },
    };
  }),
];
afterAll(async () => {
  for (const it of databases) await it.close();
});

/** Keys are needed only for checkpoints, which these bundles do not have. */
const anyKey = new Uint8Array(32).fill(1);

async function verified(
  engine: Pick<ApprovalEngine, 'record'>,
  ...executionIds: string[]
): Promise<Verified> {
  return verify(engine.record.bundle({ executionIds }), { keys: [anyKey] });
}

describe.each(subjects)('$name', ({ open }) => {
  let connect: () => Promise<ApprovalStore>;
  beforeAll(async () => {
    connect = await open();
  });

  /** An engine in its own workspace. */
  let workspaces = 0;
  async function engineOn(
    workspaceId = `ws${(workspaces += 1)}`,
    options: Partial<EngineOptions> = {},
    store?: ApprovalStore,
  ) {
    const errors: string[] = [];
    const logger = { warn: () => undefined, error: (message: string) => void errors.push(message) };
    const engine = createApprovalEngine({
      store: store ?? (await connect()),
      record: {},
      secretKeys: [KEY],
      jobs: { run: false },
      logger,
      ...options,
    });
    onTestFinished(() => engine.stop());
    return { on: engine.forWorkspace(workspaceId), engine, workspaceId, errors };
  }

  const started = async ({ on }: Pick<Awaited<ReturnType<typeof engineOn>>, 'on'>) => {
    await on.definitions.create(DEFINITION as never);
    const subject = { digest: `sha256:${'ab'.repeat(32)}`, ref: 'INV-1', revision: 'r1' };
    const request = {
      definitionId: 'sign-off',
      initiatorId: 'ini',
      subject,
      triggerContext: { amount: 0.1 },
    };
    return (await on.executions.dispatch(request)).executionId;
  };
  type Deciding = Pick<ApprovalEngine, 'steps' | 'executions'>;
  const decide = async (on: Deciding, executionId: string, reviewerId: string, nodeId = 'legal') => {
    const { steps } = await on.executions.get({ executionId });
    const stepId = steps.find((it) => it.nodeId === nodeId)?.stepId ?? '';
    const decision = { decision: 'approve', reason: 'fine – très bien' } as const;
    return on.steps.recordReviewerDecision({ executionId, stepId, reviewerId, ...decision });
  };

  test('3 the bundle of a fresh run is INTACT, before and after a restart', async () => {
    const first = await engineOn();
    const executionId = await started(first);
    await decide(first.on, executionId, 'ann');
    const before = await verified(first.on, executionId);
    expect(before.findings).toEqual([]);
    expect(before).toMatchObject({ verdict: 'INTACT', runs: [{ until: 0, unanchoredFrom: 1 }] });
    expect(before.runs[0]?.decisions).toMatchObject([
      { by: { id: 'ann', isShown: true }, decision: 'approve', reason: { value: 'fine – très bien' } },
    ]);
    const second = await engineOn(first.workspaceId);
    await decide(second.on, executionId, 'bob');
    const after = await verified(second.on, executionId);
    expect(after).toMatchObject({ verdict: 'INTACT', findings: [], runs: [{ until: 0 }] });
    expect(after.runs[0]?.seq).toBeGreaterThan(before.runs[0]?.seq ?? 0);
    const { record } = await second.on.executions.get({ executionId });
    expect(record).toMatchObject({ from: 1, seq: after.runs[0]?.seq });
    expect(second.errors).toEqual([]);
  });

  test('4 two engines take turns on one run: one unbroken chain', async () => {
    const [a, b] = [await engineOn(), await engineOn('other')];
    const executionId = await started(a);
    const { on } = await engineOn(a.workspaceId);
    await decide(a.on, executionId, 'ann');
    await decide(on, executionId, 'bob');
    await decide(a.on, executionId, 'zoë', 'board');
    expect(await verified(on, executionId)).toMatchObject({
      verdict: 'INTACT',
      findings: [],
      runs: [{ until: 0, end: 'approved' }],
    });
    expect([...a.errors, ...b.errors]).toEqual([]);
  });

  test('5 many answers at once in two processes: INTACT, every seq once', async () => {
    const a = await engineOn();
    const b = await engineOn(a.workspaceId);
    const reviewers = Array.from({ length: 50 }, (_, index) => ({ userId: `u${index}`, mandatory: true }));
    await a.on.definitions.create({
      ...{ definitionId: 'many', name: 'Many' },
      nodes: [{ nodeId: 'legal', type: 'human', config: { reviewers, onReject: { end: 'rejected' } } }],
    } as never);
    const { executionId } = await a.on.executions.dispatch({ definitionId: 'many' });
    await Promise.all(
      reviewers.map(({ userId }, index) => decide(index % 2 === 0 ? a.on : b.on, executionId, userId)),
    );
    const result = await verified(a.on, executionId);
    expect(result).toMatchObject({ verdict: 'INTACT', findings: [] });
    expect(result.runs[0]?.decisions).toHaveLength(50);
  });

  test('6 a commit whose answer was lost is chained once', async () => {
    const store = await connect();
    let isLost = false;
    const losing: ApprovalStore = {
      ...store,
      commit: async (changes: readonly Change[], ...rest) => {
        const results = await store.commit(changes, ...rest);
        if (!isLost) return results;
        isLost = false;
        throw new Error('the connection was lost');
      },
    };
    const { on } = await engineOn(undefined, {}, losing);
    const executionId = await started({ on });
    isLost = true;
    await expect(decide(on, executionId, 'ann')).rejects.toThrow();
    await decide(on, executionId, 'ann');
    await decide(on, executionId, 'bob');
    expect(await verified(on, executionId)).toMatchObject({ verdict: 'INTACT', findings: [] });
  });

  test('9 a run of before the option is UNCHAINED until its seq; 10 an engine without it continues', async () => {
    const before = await engineOn(undefined, { record: undefined as never });
    const executionId = await started(before);
    await expect(verified(before.on, executionId)).rejects.toMatchObject({
      details: { code: 'not-chained' },
    });
    const { record } = await before.on.executions.get({ executionId });
    expect(record).toBeNull();
    const { on } = await engineOn(before.workspaceId);
    await decide(on, executionId, 'ann');
    const chained = await verified(on, executionId);
    expect(chained).toMatchObject({ verdict: 'INTACT', findings: [] });
    const until = chained.runs[0]?.until ?? 0;
    expect(until).toBeGreaterThan(0);
    expect(chained.text).toContain(`UNCHAINED: nothing is said of ${executionId} up to event ${until}`);
    const without = await engineOn(before.workspaceId, { record: undefined as never });
    await decide(without.on, executionId, 'bob');
    expect(await verified(on, executionId)).toMatchObject({
      verdict: 'INTACT',
      findings: [],
      runs: [{ until }],
    });
  });

  test('1 without the option nothing of the state changes', async () => {
    const { on, workspaceId } = await engineOn(undefined, { record: undefined as never });
    const executionId = await started({ on });
    await decide(on, executionId, 'ann');
    const [state] = await (await connect()).loadExecutions([{ workspaceId, executionId }]);
    expect(state).not.toHaveProperty('chain');
  });

  test('a revision of the subject keeps the parties of the beginning', async () => {
    const { on } = await engineOn();
    const executionId = await started({ on });
    const subject = { digest: `sha256:${'cd'.repeat(32)}`, ref: 'INV-1', revision: 'r2' };
    await on.executions.reviseSubject({
      executionId,
      subject,
      ...{ actorId: 'ini', contributorId: 'kim', ifDigest: `sha256:${'ab'.repeat(32)}` },
    });
    await on.executions.cancel({ executionId });
    const result = await verified(on, executionId);
    expect(result).toMatchObject({
      verdict: 'INTACT',
      findings: [],
      runs: [{ subject: `sha256:${'ab'.repeat(32)}` }],
    });
  });

  test('22 a head that was edited is told of, work goes on unsealed, and the next commit does not launder it', async () => {
    const store = await connect();
    const a = await engineOn();
    const executionId = await started(a);
    const key = { workspaceId: a.workspaceId, executionId };
    const [state] = await store.loadExecutions([key]);
    const { chain } = state ?? expect.fail('no state');
    // Abilities of a writer of the database without the key: another head, with a seal made up.
    const forged = { ...state, chain: { ...chain, head: 'ab'.repeat(32) } };
    const edited: ApprovalStore = { ...store, loadExecutions: async () => [forged as never] };
    const b = await engineOn(a.workspaceId, {}, edited);
    await decide(b.on, executionId, 'ann');
    expect(b.errors).toEqual([expect.stringContaining('record-tampered')]);
    const [after] = await (await connect()).loadExecutions([key]);
    expect(after?.chain).toMatchObject({ broken: (state?.seq ?? 0) + 1 });
    expect(after?.chain).not.toHaveProperty('seal');
    const c = await engineOn(a.workspaceId);
    await decide(c.on, executionId, 'bob');
    const [later] = await (await connect()).loadExecutions([key]);
    expect(later?.chain).toMatchObject({ broken: (state?.seq ?? 0) + 1 });
    expect(later?.chain).not.toHaveProperty('seal');
  });

  test('chains of before secretKeys go on unsealed where that is accepted, and are broken else', async () => {
    const plain = { secretKeys: [], allowPlaintextSecrets: true };
    const before = await engineOn(undefined, plain);
    const [first, second] = [
      await started(before),
      await before.on.executions.dispatch({ definitionId: 'sign-off' }),
    ];
    const chainOf = async (executionId: string) =>
      (await (await connect()).loadExecutions([{ workspaceId: before.workspaceId, executionId }]))[0]?.chain;
    expect(await chainOf(first)).not.toHaveProperty('seal');
    const accepting = await engineOn(before.workspaceId, { record: { acceptUnsealed: true } });
    await decide(accepting.on, first, 'ann');
    expect(await chainOf(first)).not.toHaveProperty('broken');
    expect(await chainOf(first)).not.toHaveProperty('seal');
    const strict = await engineOn(before.workspaceId);
    await decide(strict.on, second.executionId, 'ann');
    expect(await chainOf(second.executionId)).toHaveProperty('broken');
  });

  test('2 a dispatch and a decision take as many calls of the store with the option as without', async () => {
    const counts = await Promise.all(
      [{}, undefined].map(async (record) => {
        const store = await connect();
        const commit = vi.fn(store.commit.bind(store));
        const load = vi.fn(store.loadExecutions.bind(store));
        const { on } = await engineOn(
          undefined,
          { record: record as never },
          { ...store, commit, loadExecutions: load },
        );
        const executionId = await started({ on });
        await decide(on, executionId, 'ann');
        return [commit.mock.calls.length, load.mock.calls.length];
      }),
    );
    expect(counts[0]).toEqual(counts[1]);
  });
});
