/** The recipe in both directions on PostgreSQL: row and change are both committed, or neither. */
import { ApprovalError, createApprovalEngine } from '@org/approval-core';
import { createPostgresStore, migratePostgres } from '@org/approval-store-sql';
import { PrismaPg } from '@prisma/adapter-pg';
import assert from 'node:assert/strict';
import { SIGN_OFF } from '../shared.mjs';
import { PrismaClient } from './generated/client.ts';
import { TellingPool, onCommitOf, prismaOn, transactionOf } from './recipe.ts';

const [connectionString = ''] = process.argv.slice(2);
const schema = `prisma_${process.pid}`;
const pool = new TellingPool({ connectionString, max: 4 });
await pool.query(`create schema ${schema}`);
// Creates the table in place of `prisma migrate`.
await pool.query(
  `create table ${schema}.invoices (execution text, seq integer, approver text, primary key (execution, seq))`,
);
await migratePostgres({ pool, schema });

let refuses = false;
const write = onCommitOf(schema);
const engine = createApprovalEngine({
  store: await createPostgresStore({ pool, schema }),
  jobs: { run: false },
  onCommit: async (commit) => {
    await write(commit);
    if (refuses) throw new ApprovalError('FAILED_PRECONDITION', 'over budget');
  },
});
const prisma = new PrismaClient({ adapter: new PrismaPg(pool, { schema }) });
const { definitionId } = SIGN_OFF;
const rows = (where: object) => prisma.invoice.findMany({ where, orderBy: { seq: 'asc' } });

try {
  await engine.definitions.ensure(SIGN_OFF as never);

  // Prisma's transaction first; several at once, each on a separate connection.
  const early = async (fails: boolean) =>
    transactionOf(prisma, engine, async (tx, joined) => {
      const { executionId } = await joined.executions.dispatch({ definitionId });
      await tx.invoice.create({ data: { execution: executionId, seq: 0, approver: 'maria' } });
      assert.equal((await rows({ execution: executionId })).length, 0, 'others do not see it yet');
      if (fails) throw new Error(executionId);
      return executionId;
    });
  const outcomes = await Promise.allSettled([early(false), early(true), early(false)]);
  assert.deepEqual(
    outcomes.map((it) => it.status),
    ['fulfilled', 'rejected', 'fulfilled'],
  );
  for (const it of outcomes) {
    const isDone = it.status === 'fulfilled';
    const executionId: string = isDone ? it.value : (it.reason as Error).message;
    // One row of the host, and one from the hook for each change of the dispatch.
    assert.deepEqual((await rows({ execution: executionId })).length > 1, isDone);
    const status = await engine.executions.get({ executionId }).then(
      (run) => run.status as string,
      (error: ApprovalError) => error.status as string,
    );
    assert.equal(status, isDone ? 'running' : 'NOT_FOUND');
  }

  // The engine's transaction first: a refusal undoes row and decision, but not their neighbors.
  const [first] = outcomes;
  assert(first.status === 'fulfilled');
  const decision = {
    ...{ executionId: first.value, stepId: 'step_legal', reviewerId: 'maria' },
    decision: 'approve' as const,
  };
  const before = await rows({ execution: first.value });
  refuses = true;
  await assert.rejects(engine.steps.recordReviewerDecision(decision), /over budget/);
  assert.deepEqual(await rows({ execution: first.value }), before);
  refuses = false;
  await engine.steps.recordReviewerDecision(decision);
  assert.equal((await engine.executions.get({ executionId: first.value })).status, 'completed');
  assert.equal((await rows({ execution: first.value })).length, before.length + 1);

  // On a connection of the host: a transaction that Prisma starts inside is a savepoint.
  const client = await pool.connect();
  await client.query('begin');
  const inside = prismaOn(client, schema);
  const data = { execution: 'one', seq: 1 };
  await inside.invoice.create({ data });
  await assert.rejects(
    inside.$transaction([
      inside.invoice.create({ data: { ...data, seq: 2 } }),
      inside.invoice.create({ data }),
    ]),
  );
  await client.query('commit');
  client.release();
  assert.deepEqual(
    (await rows({ execution: 'one' })).map((it) => it.seq),
    [1],
  );
} finally {
  await engine.stop();
  await prisma.$disconnect();
  await pool.query(`drop schema ${schema} cascade`);
  await pool.end();
}
