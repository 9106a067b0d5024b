/** Each recipe, both ways round: the row and the change are both there, or neither is. */
import { ApprovalError, createApprovalEngine } from '@org/approval-core';
import { createPostgresStore, migratePostgres } from '@org/approval-store-sql';
import pg from 'pg';
import { afterAll, describe, expect, test } from 'vitest';
import { RECIPES, dispatchWith, onCommitOf } from './recipes.js';

const URL_OF_TESTS = process.env['TEST_POSTGRES_URL'] ?? 'postgres://postgres@127.0.0.1:5432/test';
const pool = new pg.Pool({ connectionString: URL_OF_TESTS, max: 6 });
const isThere = await pool.query('select 1').then(
  () => true,
  (error: unknown) => {
    if (process.env['CI'] !== undefined) throw error;
    console.warn(`\n*** SKIPPED: every recipe: no PostgreSQL at ${URL_OF_TESTS} ***\n`);
    return false;
  },
);
afterAll(() => pool.end());

const SIGN_OFF = {
  definitionId: 'sign-off',
  name: 'Sign-off',
  nodes: [
    {
      nodeId: 'review',
      type: 'human' as const,
      config: {
        reviewers: [{ userId: 'ann', mandatory: true }],
        onReject: { routeToNodeId: 'rework' },
      },
    },
    { nodeId: 'rework', type: 'agent' as const, config: { agentId: '__mock__', urlPath: 'url' } },
  ],
  edges: [],
};

describe.skipIf(!isThere).each(Object.entries(RECIPES))('%s', (name, recipe) => {
  test('both ways round', async () => {
    const tablePrefix = `orm_${name}_${process.pid.toString(36)}_`;
    const [early, late] = [`${tablePrefix}early`, `${tablePrefix}late`];
    for (const table of [early, late]) {
      await pool.query(`create table ${table} (execution text not null, seq integer not null)`);
    }
    await migratePostgres({ pool, tablePrefix });
    let refuses = false;
    const write = onCommitOf(recipe, late);
    const engine = createApprovalEngine({
      store: await createPostgresStore({ pool, tablePrefix }),
      jobs: { run: false },
      onCommit: async (commit) => {
        await write(commit);
        if (refuses) throw new ApprovalError('FAILED_PRECONDITION', 'over budget');
      },
    });
    const rows = async (table: string): Promise<unknown[]> =>
      (await pool.query<object>(`select execution, seq from ${table} order by seq`)).rows;
    try {
      await engine.definitions.create(SIGN_OFF);
      const { definitionId } = SIGN_OFF;
      const failing = dispatchWith(engine, pool, recipe, { table: early, definitionId, fails: true });
      await expect(failing).rejects.toThrow('changed its mind');
      expect([await rows(early), await rows(late)]).toEqual([[], []]);
      expect((await engine.executions.list()).items).toEqual([]);

      const execution = await dispatchWith(engine, pool, recipe, { table: early, definitionId });
      expect(await rows(early)).toEqual([{ execution, seq: 0 }]);
      const begun = await rows(late);
      expect(begun).toHaveLength(1);

      const decision = {
        ...{ executionId: execution, stepId: 'step_review', reviewerId: 'ann' },
        decision: 'approve' as const,
      };
      refuses = true;
      await expect(engine.steps.recordReviewerDecision(decision)).rejects.toThrow('over budget');
      expect(await rows(late)).toEqual(begun);
      expect((await engine.executions.get({ executionId: execution })).status).toBe('running');
      refuses = false;
      await engine.steps.recordReviewerDecision(decision);
      expect(await rows(late)).toHaveLength(2);
      expect((await engine.executions.get({ executionId: execution })).status).toBe('completed');
    } finally {
      await engine.stop();
      const found = await pool.query<{ tablename: string }>(
        `select tablename from pg_tables where starts_with(tablename, '${tablePrefix}')`,
      );
      for (const { tablename } of found.rows) await pool.query(`drop table ${tablename}`);
      await pool.query(`do $$ declare f regprocedure; begin
        for f in select oid from pg_proc where starts_with(proname, '${tablePrefix}') loop
          execute 'drop function ' || f;
        end loop; end $$`);
    }
  });
});
