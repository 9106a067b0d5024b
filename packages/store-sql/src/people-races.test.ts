/**
 * Every people operation against the decision that ends the step, on two engines: each interleaving
 * has the outcome of a sequential order.
 */
import {
  type ApprovalEngine,
  ApprovalError,
  type ApprovalStore,
  type Definition,
  createApprovalEngine,
  createMemoryStore,
} from '@org/approval-core';
import { checkExecution } from '@org/approval-core/interpreter';
import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sqlStore } from './store/store.js';
import { type TestDatabase, allServers, migrated } from './test-support/open.js';

const DIGESTS = ['a', 'b'].map((it) => `sha256:${it.repeat(64)}`) as [string, string];
const definition: Definition = {
  definitionId: 'race',
  name: 'Race',
  nodes: [
    {
      nodeId: 'n',
      type: 'human',
      config: {
        reviewers: [
          { userId: 'ann', mandatory: true },
          { userId: 'bob', mandatory: true },
          { pool: { users: ['fay', 'gus'] }, mandatory: true },
        ],
        separation: { excludeContributors: true },
        allow: ['delegate', 'substitute', 'claim', 'add', 'retract', 'ask'],
        onReject: { routeToNodeId: 'bin' },
      },
    },
    { nodeId: 'bin', type: 'agent', config: { agentId: '__mock__', urlPath: 'url' } },
  ],
  edges: [],
};

/** A step, and the engine that gets the call. */
interface Call {
  readonly engine: ApprovalEngine;
  readonly step: { readonly executionId: string; readonly stepId: string };
}
type Act = (call: Call) => Promise<unknown>;

const answers =
  (reviewerId: string, decision: 'approve' | 'reject' = 'approve', more = {}): Act =>
  ({ engine, step }) =>
    engine.steps.recordReviewerDecision({ ...step, reviewerId, decision, ...more });

interface Verb {
  /** Earlier actions; afterwards one decision is missing. */
  readonly before: readonly Act[];
  readonly act: Act;
  /** Reviewer whose decision ends the step. */
  readonly last: string;
}

const [ANN, BOB, FAY] = [answers('ann'), answers('bob'), answers('fay')];
const claims: Act = ({ engine, step }) => engine.steps.claim({ ...step, reviewerId: 'fay', entry: 2 });
const asks: Act = ({ engine, step }) =>
  engine.steps.requestInformation({ ...step, reviewerId: 'bob', question: 'why?', ofUserId: 'ida' });

const VERBS: Readonly<Record<string, Verb>> = {
  delegate: {
    before: [ANN, FAY],
    act: ({ engine, step }) => engine.steps.delegate({ ...step, reviewerId: 'bob', toUserId: 'hal' }),
    last: 'bob',
  },
  'delegate, by an administrator': {
    before: [ANN, FAY],
    act: ({ engine, step }) =>
      engine.steps.delegate({ ...step, reviewerId: 'bob', toUserId: 'hal', actorId: 'ops' }),
    last: 'bob',
  },
  'claim, against another of the pool': { before: [ANN, BOB], act: claims, last: 'gus' },
  'release, of what keeps the other from answering': {
    before: [ANN, BOB, claims],
    act: ({ engine, step }) => engine.steps.release({ ...step, reviewerId: 'fay', entry: 2 }),
    last: 'gus',
  },
  addReviewers: {
    before: [ANN, FAY],
    act: ({ engine, step }) => engine.steps.addReviewers({ ...step, reviewerId: 'ann', userIds: ['hal'] }),
    last: 'bob',
  },
  retractDecision: {
    before: [ANN, FAY],
    act: ({ engine, step }) => engine.steps.retractDecision({ ...step, reviewerId: 'ann', round: 1 }),
    last: 'bob',
  },
  requestInformation: { before: [ANN, FAY], act: asks, last: 'bob' },
  provideInformation: {
    before: [ANN, FAY, asks],
    act: async ({ engine, step }) => {
      const question = { actorId: 'ida', questionId: 'question_1', answer: 'so' };
      return engine.steps.provideInformation({ ...step, ...question });
    },
    last: 'bob',
  },
  remind: {
    before: [ANN, FAY],
    act: ({ engine, step }) => engine.steps.remind({ ...step, actorId: 'ops' }, { asAdministrator: true }),
    last: 'bob',
  },
  'the answer of a substitute': {
    before: [ANN, FAY],
    act: answers('sue', 'approve', { onBehalfOf: 'bob' }),
    last: 'bob',
  },
  decideMany: {
    before: [ANN, FAY],
    act: async ({ engine, step }) => {
      const decisions = (['bob', 'stranger'] as const).map((reviewerId) => ({ ...step, reviewerId }));
      const { items } = await engine.steps.decideMany({
        decisions: decisions.map((it) => ({ ...it, decision: 'reject' as const })),
      });
      return items.map((it) => (it.ok ? it.result : it.error?.status));
    },
    last: 'bob',
  },
  reviseSubject: {
    before: [ANN, FAY],
    act: ({ engine, step: { executionId } }) =>
      engine.executions.reviseSubject({
        ...{ executionId, subject: { digest: DIGESTS[1] }, ifDigest: DIGESTS[0], actorId: 'author' },
      }),
    last: 'bob',
  },
  'reviseSubject, which excludes the decider': {
    before: [ANN, FAY],
    act: ({ engine, step: { executionId } }) =>
      engine.executions.reviseSubject({
        ...{ executionId, subject: { digest: DIGESTS[1] }, ifDigest: DIGESTS[0] },
        ...{ actorId: 'author', contributorId: 'bob' },
      }),
    last: 'bob',
  },
  withdraw: {
    before: [ANN, FAY],
    act: ({ engine, step: { executionId } }) => engine.executions.withdraw({ executionId, actorId: 'ini' }),
    last: 'bob',
  },
  'steps/cancel': {
    before: [ANN, FAY],
    act: ({ engine, step }) => engine.steps.cancel({ ...step, actorId: 'ops' }),
    last: 'bob',
  },
};

const outcomeOf = (act: Promise<unknown>): Promise<unknown> =>
  act.catch((error: unknown) => {
    if (!(error instanceof ApprovalError)) throw error;
    return [error.status, error.details['code'] ?? null];
  });

/** Each call of the store waits for some turns of the event loop, before and after. */
function interleaved(store: ApprovalStore, random: () => number): ApprovalStore {
  const wait = async () => {
    for (let turns = Math.floor(random() * 4); turns > 0; turns--) await turn();
  };
  return new Proxy(store, {
    get: (target, name) => {
      if (name === 'shared') return true;
      const value = Reflect.get(target, name) as unknown;
      if (typeof value !== 'function') return value;
      return async (...args: unknown[]) => {
        await wait();
        const result: unknown = await Reflect.apply(value as (...args: unknown[]) => unknown, target, args);
        await wait();
        return result;
      };
    },
  });
}

/** The same numbers for the same seed. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
}

const engineOn = (store: ApprovalStore, seed: number): ApprovalEngine =>
  createApprovalEngine({ store: interleaved(store, seeded(seed)), jobs: { run: false } });

/** Both results, and the final state of the execution. */
async function raced(
  engines: readonly [ApprovalEngine, ApprovalEngine],
  store: ApprovalStore,
  { before, act, last }: Verb,
  { ends, order }: { ends: 'approve' | 'reject'; order: 'together' | 'verb first' | 'decision first' },
): Promise<string> {
  const [one, two] = engines;
  const { executionId } = await one.executions.dispatch({
    definitionId: 'race',
    initiatorId: 'ini',
    subject: { digest: DIGESTS[0] },
  });
  const step = { executionId, stepId: 'step_n' };
  for (const it of before) await it({ engine: one, step });
  const verb = () => outcomeOf(act({ engine: two, step }));
  const decides = () => outcomeOf(answers(last, ends)({ engine: one, step }));
  let responses: unknown[];
  if (order === 'together') responses = await Promise.all([verb(), decides()]);
  else if (order === 'verb first') responses = [await verb(), await decides()];
  else responses = [await decides(), await verb()].reverse();
  const [state] = await store.loadExecutions([{ workspaceId: 'default', executionId }]);
  const uid = { workspaceId: 'default', uid: state!.definitionUid, version: state!.definitionVersion };
  const [stored] = await store.loadDefinitions([uid]);
  const range = { workspaceId: 'default', executionId, afterSeq: 0, limit: 1_000, externalOnly: false };
  const events = await store.readEvents(range);
  // The record is consistent: its events fold to its state, and a step has no events after its end.
  expect(checkExecution({ compiled: stored!.compiled, state: state!, events })).toEqual([]);
  const { status, output, waitingForReviewers } = state!.steps[0]!;
  const is = [state!.status, status, output?.['decision'] ?? null, waitingForReviewers];
  return JSON.stringify([responses, is])
    .replaceAll(executionId, 'exec')
    .replaceAll(/\d{13}/g, 'then');
}

async function prepared(engine: ApprovalEngine): Promise<void> {
  await engine.definitions.ensure(definition);
  const now = Date.now();
  await engine.people.setAbsence({
    ...{ userId: 'bob', substituteId: 'sue', from: now - 3_600_000, until: now + 3_600_000 },
  });
}

const cases = Object.keys(VERBS).flatMap((verb) =>
  (['approve', 'reject'] as const).map((ends) => ({ verb, ends })),
);

describe('in memory', () => {
  test.each(cases)('$verb × $ends', async ({ verb, ends }) => {
    const store = createMemoryStore();
    await prepared(engineOn(store, 1));
    const run = (order: Parameters<typeof raced>[3]['order'], seed: number) =>
      raced([engineOn(store, seed), engineOn(store, seed * 31 + 7)], store, VERBS[verb]!, { ends, order });
    const either = new Set([await run('verb first', 1), await run('decision first', 2)]);
    const seen = new Set<string>();
    for (let seed = 1; seed <= 15 || (seed <= 200 && seen.size < either.size); seed++) {
      const outcome = await run('together', seed * 7_919);
      expect([...either], `seed ${seed}`).toContain(outcome);
      seen.add(outcome);
    }
    // Interleavings in which the same one always wins would have shown nothing.
    expect(seen).toEqual(either);
  });
});

const servers = (await allServers()).filter((it) => it.name.startsWith('PostgreSQL'));
describe.each(servers)('$name', (server) => {
  let database: TestDatabase;
  let stores: readonly [ApprovalStore, ApprovalStore];
  beforeAll(async () => {
    database = await migrated(server);
    stores = [sqlStore(await database.connect()), sqlStore(await database.connect())];
    await prepared(engineOn(stores[0], 1));
  });
  afterAll(() => database.close());

  test.each(cases)('$verb × $ends', async ({ verb, ends }) => {
    const run = (order: Parameters<typeof raced>[3]['order'], seed: number) =>
      raced([engineOn(stores[0], seed), engineOn(stores[1], seed * 31 + 7)], stores[0], VERBS[verb]!, {
        ends,
        order,
      });
    const either = [await run('verb first', 1), await run('decision first', 2)];
    for (let seed = 1; seed <= 4; seed++)
      expect(either, `seed ${seed}`).toContain(await run('together', seed * 7_919));
  });
});
