/**
 * A batch of commits as one script: its preconditions are checked and its rows written in one go,
 * as if every change were valid. If one is not, nothing is written, and `commit.ts` finds out
 * which.
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

/**
 * Above it, building and sending the rows would block the event loop: separate statements do not.
 */
const MOST_CELLS = 10_000;

/**
 * null: it would be too large. The keys of the rows detect an existing execution or idempotency
 * key.
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

/** Counts the executions at the expected `seq`: one call for all costs less than a call each. */
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

/**
 * Checks that the definitions are active, and that those they were chosen by are unchanged; each
 * once.
 */
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
      // Two changes may rest on different ones: then the script fails, and one change gets a
      // conflict.
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
