/** Loads whole states, and their sizes. */
import type { ExecutionKey } from '@org/approval-core/store';
import type { ExecutionState } from '@org/approval-core/interpreter';
import type { RowOf } from '../../schema/tables.js';
import { read } from '../../sql/retry.js';
import { sql } from '../../sql/dialect.js';
import type { StoreContext } from '../context.js';
import {
  EXECUTION_COLUMNS,
  type ExecutionKeyRow,
  executionText,
  executionValues,
  stateOf,
} from '../rows/executions.js';
import { stepOf } from '../rows/steps.js';
import { textKey } from '../text-key.js';

interface ExecutionPart extends ExecutionKeyRow, Pick<RowOf<'executions'>, 'header' | 'body'> {
  readonly position: -1;
}

interface StepPart extends ExecutionKeyRow, Pick<RowOf<'steps'>, 'position' | 'body'> {
  readonly header: null;
}

/** Parts found of one execution. */
interface Parts {
  execution: ExecutionPart | null;
  readonly steps: StepPart[];
}

/**
 * The states of these executions, or null. One statement, and so one snapshot: steps that are read
 * a moment later would give a state that never existed.
 */
export async function loadExecutions(
  context: StoreContext,
  keys: readonly ExecutionKey[],
): Promise<(ExecutionState | null)[]> {
  const { dialect, names, driver } = context;
  const found = new Map<string, Parts>();
  await read(driver, async (session) => {
    found.clear();
    for (const chunk of dialect.chunks(keys.map(executionValues))) {
      const { text, params } = dialect.matching(EXECUTION_COLUMNS, chunk);
      const statement = sql<ExecutionPart | StepPart>(
        `select workspace_id, execution_id, -1 as position, header, body from ${names.executions} where ${text}
        union all
        select workspace_id, execution_id, position, null, body from ${names.steps} where ${text}`,
        [...params, ...params],
      );
      for (const row of (await session.run(statement)).rows) note(found, row);
    }
  });
  return keys.map((key) => {
    const parts = found.get(textKey(...executionValues(key)));
    if (parts === undefined || parts.execution === null) return null;
    return stateOf(parts.execution, parts.steps.toSorted((a, b) => a.position - b.position).map(stepOf));
  });
}

/**
 * Size of the rows of each execution, in bytes; the database reports it without reading large
 * values.
 */
export async function executionBytes(
  { dialect, names, driver }: StoreContext,
  keys: readonly ExecutionKey[],
): Promise<number[]> {
  const found = new Map<string, number>();
  await read(driver, async (session) => {
    found.clear();
    for (const chunk of dialect.chunks(keys.map(executionValues))) {
      const { text, params } = dialect.matching(EXECUTION_COLUMNS, chunk);
      const statement = sql<ExecutionKeyRow & { readonly bytes: number | string }>(
        `select workspace_id, execution_id, sum(bytes) as bytes from (
          select workspace_id, execution_id, octet_length(header) + octet_length(body) as bytes
          from ${names.executions} where ${text}
          union all
          select workspace_id, execution_id, octet_length(body) from ${names.steps} where ${text}
        ) parts group by workspace_id, execution_id`,
        [...params, ...params],
      );
      // Sums that may exceed a number arrive as text.
      for (const row of (await session.run(statement)).rows) found.set(executionText(row), Number(row.bytes));
    }
  });
  return keys.map((key) => found.get(textKey(...executionValues(key))) ?? 0);
}

function note(found: Map<string, Parts>, row: ExecutionPart | StepPart): void {
  const key = executionText(row);
  const parts = found.get(key) ?? { execution: null, steps: [] };
  found.set(key, parts);
  if (row.header === null) parts.steps.push(row);
  else parts.execution = row;
}
