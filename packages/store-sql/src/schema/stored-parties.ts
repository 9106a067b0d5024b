/** The parties of executions that were stored before parties were kept, as far as their states show. */
import { type ExecutionState, partiesOfState, upgradeState } from '@org/approval-core';
import { type Dialect, sql } from '../sql/dialect.js';
import type { Session } from '../sql/driver.js';
import { fromJson } from '../sql/json.js';
import { userKey } from '../sql/user-key.js';
import type { Names } from './names.js';
import { type Target, insertRows, runAll, selectRows } from './statements.js';
import type { RowOf } from './tables.js';

/** Executions that are read at once. */
const BATCH = 200;

type ExecutionPart = Pick<RowOf<'executions'>, 'workspace_id' | 'execution_id' | 'header' | 'body'>;

export async function partiesOfStored(dialect: Dialect, names: Names, session: Session): Promise<void> {
  const target = { dialect, names };
  for (let last: ExecutionPart | undefined, isFirst = true; isFirst || last !== undefined; isFirst = false) {
    const rows = await nextExecutions(names, session, last);
    const keys = rows.map((row) => [row.workspace_id, row.execution_id]);
    const steps = await stepsOf(target, session, keys);
    const parties = rows.flatMap((row) => {
      const state = stateOf(row, steps.get(keyText(row)) ?? []);
      const { workspace_id, execution_id } = row;
      const { createdAt: created_at } = state;
      return partiesOfState(state).map((userId) => ({
        workspace_id,
        execution_id,
        user_key: userKey(userId),
        created_at,
      }));
    });
    await runAll(target, session, insertRows(target, 'parties', parties, { update: [] }));
    last = rows.at(-1);
  }
}

const stateOf = (row: ExecutionPart, steps: readonly RowOf<'steps'>[]): ExecutionState =>
  upgradeState({
    ...fromJson(row.header),
    ...fromJson(row.body),
    steps: steps.map(({ body }) => fromJson(body)),
  });

async function stepsOf(target: Target, session: Session, keys: readonly string[][]) {
  const steps = new Map<string, RowOf<'steps'>[]>();
  for (const row of await selectRows(target, session, 'steps', keys)) {
    const others = steps.get(keyText(row));
    if (others === undefined) steps.set(keyText(row), [row]);
    else others.push(row);
  }
  return steps;
}

const keyText = (row: { workspace_id: string; execution_id: string }): string =>
  `${row.workspace_id}\0${row.execution_id}`;

async function nextExecutions(
  names: Names,
  session: Session,
  last: ExecutionPart | undefined,
): Promise<readonly ExecutionPart[]> {
  const after = 'where workspace_id >= ? and (workspace_id > ? or execution_id > ?)';
  const text = `select workspace_id, execution_id, header, body from ${names.executions} ${
    last === undefined ? '' : after
  } order by workspace_id, execution_id limit ${BATCH}`;
  const params = last === undefined ? [] : [last.workspace_id, last.workspace_id, last.execution_id];
  return (await session.run(sql<ExecutionPart>(text, params))).rows;
}
