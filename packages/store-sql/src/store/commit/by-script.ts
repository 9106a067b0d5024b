/**
 * A batch of commits as one script: what it rests on is checked and its rows are written without an answer in between,
 * as if every change stood. Where one does not, nothing is written, and `commit.ts` finds out which.
 */
import type { Change } from '@org/approval-core/store';
import { columnsNamed } from '../../schema/statements.js';
import type { Sql } from '../../sql/dialect.js';
import type { Script } from '../../sql/driver.js';
import { writesOf } from './write.js';
import type { StoreContext } from '../context.js';
import { ACTIVE, ACTIVE_COLUMNS, activeValues } from '../rows/definitions.js';
import { EXECUTION_KEY, executionValues } from '../rows/executions.js';
import { JOB_KEY, jobValues } from '../rows/jobs.js';
import { textKey } from '../text-key.js';

type Check = Script['checks'][number];

/** Beyond, making the rows and sending them would hold the event loop: statement by statement it goes on meanwhile. */
const MOST_CELLS = 10_000;

/**
 * null: it would be too large. That a new run or its idempotency key is there already, the script leaves to the keys of
 * their rows.
 */
export function scriptOf(context: StoreContext, changes: readonly Change[]): Script | null {
  const writes: Sql[] = [];
  let cells = 0;
  for (const stage of writesOf(context, changes)) {
    for (const write of stage) {
      writes.push(write);
      cells += write.params.length;
      if (cells > MOST_CELLS) return null;
    }
  }
  return { checks: checksOf(context, changes), writes };
}

const checksOf = (context: StoreContext, changes: readonly Change[]): Check[] => [
  ...seqChecks(
    context,
    changes.filter((it) => it.expectedSeq > 0),
  ),
  ...changes.flatMap((it) => claimChecks(context, it)),
  ...definitionChecks(
    context,
    changes.filter((it) => it.expectedSeq === 0),
  ),
];

/** So many of them are at the `seq` that is expected: a way into the driver for each would cost more than all of them do. */
const seqChecks = ({ names, dialect }: StoreContext, changes: readonly Change[]): Check[] =>
  dialect.chunks(changes).map((chunk) => {
    const rows = chunk.map(({ state, expectedSeq }) => [...executionValues(state), expectedSeq]);
    const { text, params } = dialect.values(SEQ_COLUMNS, rows);
    const same = SEQ_COLUMNS.map(({ name }) => `e.${name} = w.${name}`).join(' and ');
    return {
      text: `with w (${SEQ_COLUMNS.map(({ name }) => name).join(', ')}) as (${text}) select count(*) from w cross join ${names.executions} e on ${same}`,
      params,
      row: [chunk.length],
    };
  });

const claimChecks = ({ names, dialect }: StoreContext, { claims }: Change): Check[] =>
  claims.map(({ job, token }) => {
    const key = jobValues(job);
    const { text } = dialect.matching(JOB_COLUMNS, [key]);
    return { text: `select token from ${names.jobs} where ${text}`, params: key, row: [token] };
  });

/** The definitions are active, and those by which they were chosen are what they were; each is asked once. */
function definitionChecks({ names, dialect }: StoreContext, creations: readonly Change[]): Check[] {
  const checks = new Map<string, Check>();
  for (const { state, knownHeads } of creations) {
    const uid = [state.workspaceId, state.definitionUid];
    const byUid = dialect.matching(UID_COLUMNS, [uid]).text;
    checks.set(textKey('uid', ...uid), {
      text: `select deleted from ${names.definitions} where ${byUid}`,
      params: uid,
      row: [ACTIVE],
    });
    for (const { head, ...known } of knownHeads ?? []) {
      const key = activeValues(known);
      const byKey = dialect.matching(ACTIVE_COLUMNS, [key]).text;
      const row = head === null ? null : [head.uid, head.version];
      // Two changes may have been chosen by different ones: then the script fails, and one of them is told.
      checks.set(textKey('head', ...key, ...(row ?? [])), {
        text: `select uid, version from ${names.definitions} where ${byKey}`,
        params: key,
        row,
      });
    }
  }
  return [...checks.values()];
}

const SEQ_COLUMNS = columnsNamed('executions', [...EXECUTION_KEY, 'seq']);
const JOB_COLUMNS = columnsNamed('jobs', JOB_KEY);
const UID_COLUMNS = columnsNamed('definitions', ['workspace_id', 'uid']);
