/** SQLite is synchronous: long writes let the rest of the process continue (decision 0014). */
import { type Definition, createApprovalEngine } from '@org/approval-core';
import { overriding } from '@org/approval-testkit';
import Database from 'libsql';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createSqliteStore, migrateSqlite } from './create.js';

const STEPS = 20;
const PEOPLE = Array.from({ length: 500 }, (_, it) => `person-${it}`);

/** Each step waits for everybody: 10,000 rows of inboxes in one commit. */
const definition: Definition = {
  definitionId: 'crowded',
  name: 'Crowded',
  nodes: [
    ...Array.from({ length: STEPS }, (_, it) => ({
      nodeId: `h${it}`,
      type: 'human' as const,
      config: {
        reviewers: [{ pool: { var: 'execution.input.team' }, count: 2, mandatory: true }],
        onReject: { routeToNodeId: 'rework' },
      },
    })),
    { nodeId: 'rework', type: 'agent', config: { agentId: '__mock__', urlPath: 'url' } },
  ],
  edges: [],
};

let database: InstanceType<typeof Database>;
beforeEach(() => {
  database = new Database(':memory:');
});
afterEach(() => database.close());

test('a commit of 10,000 rows takes many turns, and no part of it is visible', async () => {
  await migrateSqlite({ database });
  const store = await createSqliteStore({ database });
  let turns = 0;
  let commitTurns = 0;
  const watched = overriding(store, {
    async commit(...given) {
      const before = turns;
      const results = await store.commit(...given);
      commitTurns = Math.max(commitTurns, turns - before);
      return results;
    },
  });
  const engine = createApprovalEngine({ store: watched });
  await engine.definitions.create(definition);
  const looks: Promise<{ readonly items: readonly unknown[] }>[] = [];
  let isOver = false;
  const count = () => {
    turns += 1;
    if (turns % 5 === 0) {
      looks.push(engine.steps.listWaiting({ reviewerId: 'person-7', pageSize: 100 }));
    }
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  await engine.executions.dispatch({ definitionId: 'crowded', triggerContext: { team: PEOPLE } });
  isOver = true;
  expect(commitTurns).toBeGreaterThan(3);
  const seen = (await Promise.all(looks)).map(({ items }) => items.length);
  expect(seen.filter((it) => it !== 0 && it !== STEPS)).toEqual([]);
  await engine.stop();
}, 30_000);
