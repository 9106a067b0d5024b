/**
 * The function that judges and writes a batch of commits on PostgreSQL, so that a batch is one statement, which commits by
 * itself. It does what `store/commit.ts` does statement by statement, in the same order; each of its statements sees what is
 * committed when it begins, so what is read behind a lock is what the lock keeps.
 *
 * Lists come as JSON; every row says by `i` which change it is of. A released version is never changed: what is to be
 * written otherwise is a function of the next version, made by the next migration.
 */
import { postgres } from '../dialects/postgres.js';
import { type Column, type Dialect, type TableShape, columnsOf } from '../sql/dialect.js';
import { byKey, inboxDeletion, jobDeletion } from './by-key.js';
import { COMMIT_LISTS, COMMIT_LIST_NAMES, type CommitList } from './commit-lists.js';
import type { Names } from './names.js';
import { TABLES } from './tables.js';

const functionName = ({ executions }: Names, version: number): string =>
  `${executions.slice(0, -'executions'.length)}commit_v${version}`;

export const commitFunctionName = (names: Names): string => functionName(names, 3);

/** The lists, in the order of the parameters behind the two flags. */
export const COMMIT_PARAMETERS = ['changes', 'heads', 'claims', 'ended', ...COMMIT_LIST_NAMES] as const;

const CHANGES =
  'json_to_recordset(p_changes) as c(i integer, workspace_id text, execution_id text, expected bigint, uid text, key text)';
const HEADS =
  'json_to_recordset(p_heads) as h(i integer, workspace_id text, organization_id text, document_id text, definition_id text, uid text, version bigint)';
const CLAIMS =
  'json_to_recordset(p_claims) as k(n integer, i integer, workspace_id text, execution_id text, step_id text, kind text, token text, finishes boolean)';
const ENDED =
  'json_to_recordset(p_ended) as k(i integer, workspace_id text, execution_id text, step_id text)';
const CHANGED_STEPS =
  'json_to_recordset(p_steps) as k(i integer, workspace_id text, execution_id text, step_id text)';

export function commitFunction(names: Names): string {
  const lists = COMMIT_PARAMETERS.map((list) => `p_${list} json`).join(', ');
  return `create or replace function ${commitFunctionName(names)}(p_wait boolean, p_check boolean, ${lists})
returns table (results text, lost text)
language plpgsql
-- Everything goes by keys, whatever size the tables had when a plan was made.
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
set enable_bitmapscan = off
set enable_sort = off
set jit = off
-- To plan each statement anew takes longer than most of them.
set plan_cache_mode = force_generic_plan
set lock_timeout = '10s'
as $body$
declare
  v_locked integer[] := '{}';
  v_seqs bigint[] := '{}';
  v_held integer[] := '{}';
  v_lost integer[] := '{}';
  v_changes_lost integer[] := '{}';
  v_active text[] := '{}';
  v_outdated integer[] := '{}';
  v_size integer := json_array_length(p_changes);
  v_matching integer := 0;
  v_results text[];
  v_ok boolean[];
  v_rows tid[];
begin
${lockExecutions(names)}
${lockClaims(names)}
${lockDefinitions(names)}
${judge(names)}
  results := array_to_json(v_results)::text;
  lost := array_to_json(v_lost)::text;
  return next;
  if not true = any (v_ok) then
    return;
  end if;
${writes(names)}
end
$body$`;
}

/** A lock that is waited for, or passed over. */
const waitingOrNot = (statement: (ending: string) => string): string => `  if p_wait then
    ${statement('')};
  else
    ${statement(' skip locked')};
  end if;`;

/** First the executions, by themselves: whoever waited here reads the rest as it is now, not as it was. */
const lockExecutions = (names: Names): string => `  if p_changed is not null or p_check then
${waitingOrNot(
  (
    ending,
  ) => `select coalesce(array_agg(l.i), '{}'), coalesce(array_agg(l.seq), '{}'), count(*) filter (where l.seq = l.expected)
    into v_locked, v_seqs, v_matching from (
      select c.i, c.expected, r.seq from (select * from ${CHANGES} order by c.workspace_id collate "C", c.execution_id collate "C") c
      ${byKey(names, 'executions', { item: 'c', select: 't.seq', ending: ` for update${ending}` })}
      where c.expected > 0 or p_check) l`,
)}
  end if;`;

const lockClaims = (names: Names): string => `  if p_claims is not null then
    select coalesce(array_agg(l.n), '{}') into v_held from (
      select k.n, r.token = k.token as held from (select * from ${CLAIMS}
        order by ${TABLES.jobs.key.map((it) => `k.${it} collate "C"`).join(', ')}) k
      ${byKey(names, 'jobs', { item: 'k', named: ['step_id', 'kind'], select: 't.token', ending: ' for update' })}) l
    where l.held;
    select coalesce(array_agg(k.n order by k.n), '{}'), coalesce(array_agg(k.i), '{}') into v_lost, v_changes_lost
    from ${CLAIMS} where k.n <> all (v_held);
  end if;`;

/** Definitions that are active stay so until the end. */
const lockDefinitions = ({ definitions }: Names): string => `  if p_created is not null then
  ${waitingOrNot(
    (ending) => `select coalesce(array_agg(l.workspace_id || chr(10) || l.uid), '{}') into v_active from (
      select d.workspace_id, d.uid from ${definitions} d
      where (d.workspace_id, d.uid) in (select c.workspace_id, c.uid from ${CHANGES} where c.expected = 0) and d.deleted = ''
      order by d.workspace_id, d.uid for share of d${ending}) l`,
  )}
  end if;
  if p_heads is not null then
    select coalesce(array_agg(h.i), '{}') into v_outdated from ${HEADS} left join ${definitions} d
      on d.workspace_id = h.workspace_id and d.organization_id = h.organization_id and d.document_id = h.document_id
      and d.definition_id = h.definition_id and d.deleted = ''
    where d.uid is distinct from h.uid or d.version is distinct from h.version;
  end if;`;

/** With an order, as in `byKey`: `exists` would have none. */
const exists = (from: string): string => `(select true from ${from}) is true`;

/**
 * What each change will be told; of the creations with one key the first that stands has it. Mostly every change is of a run
 * that is as it is expected to be, or of an active definition and without a key, which is seen by their number.
 */
const judge = (
  names: Names,
): string => `  if p_created is not null and p_keys is null and not p_check and v_outdated = '{}' then
    select v_matching + count(*) into v_matching from ${CHANGES}
    where c.expected = 0 and c.workspace_id || chr(10) || c.uid = any (v_active);
  end if;
  if v_matching = v_size and v_lost = '{}' then
    v_results := array_fill('committed'::text, array[v_size]);
    v_ok := array_fill(true, array[v_size]);
  else
${judgeEach(names)}
  end if;`;

const judgeEach = (
  names: Names,
): string => `  select array_agg(t.told order by t.i), array_agg(t.told = 'committed' order by t.i)
  into v_results, v_ok from (
    select s.i, case when s.told = 'committed' and s.key is not null and
      row_number() over (partition by s.told, s.workspace_id, s.key order by s.i) > 1 then 'duplicate' else s.told end as told
    from (
      select c.i, c.workspace_id, case when c.expected = 0 then c.key end as key, case
        when not p_wait and (c.expected > 0 or p_check) and l.seq is null
          and ${exists(
            `${names.executions} e where e.workspace_id = c.workspace_id and e.execution_id between c.execution_id and c.execution_id
            order by e.workspace_id, e.execution_id limit 1`,
          )} then 'busy'
        when coalesce(l.seq, 0) <> c.expected then 'conflict'
        when c.i = any (v_changes_lost) then 'lost-claims'
        when c.expected > 0 then 'committed'
        when c.key is not null and ${exists(
          `${names.idempotency_keys} k where k.workspace_id = c.workspace_id and k.idempotency_key between c.key and c.key
          order by k.workspace_id, k.idempotency_key limit 1`,
        )} then 'duplicate'
        when c.i = any (v_outdated) then 'definition-gone'
        when c.workspace_id || chr(10) || c.uid = any (v_active) then 'committed'
        when not p_wait and ${exists(
          `${names.definitions} d where d.workspace_id = c.workspace_id and d.uid = c.uid and d.deleted = '' limit 1`,
        )} then 'busy'
        else 'definition-gone' end as told
      from ${CHANGES} left join unnest(v_locked, v_seqs) as l(i, seq) on l.i = c.i) s) t;`;

const writes = (names: Names): string =>
  [
    `  if p_changed is not null then
    ${inboxDeletion(names, { from: CHANGED_STEPS, where: 'v_ok[k.i + 1]', named: ['step_id'] })}
  end if;`,
    ...COMMIT_LIST_NAMES.filter((list) => list !== 'jobs').map((list) => write(names, list)),
    `  if p_ended is not null then
    ${jobDeletion(names, { from: ENDED, where: 'v_ok[k.i + 1]', named: ['step_id'] })}
  end if;
  if p_claims is not null then
    ${jobDeletion(names, { from: CLAIMS, where: 'v_ok[k.i + 1] and k.finishes', named: ['step_id', 'kind'] })}
  end if;`,
    write(names, 'jobs'),
  ].join('\n');

const typeOf = ({ type }: Column): string => (type === 'number' ? 'bigint' : 'text');

/** Rows in the order of their keys: two batches that want the same ones must not wait for each other. */
function write(names: Names, list: CommitList): string {
  const { table, update }: { table: keyof Names & keyof typeof TABLES; update?: readonly string[] } =
    COMMIT_LISTS[list];
  const shape: TableShape = TABLES[table];
  const columns = columnsOf(shape);
  const typed = columns.map((it) => `${it.name} ${typeOf(it)}`).join(', ');
  const order = columns
    .filter(({ name }) => shape.key.includes(name))
    .map((it) => `r.${it.name}${it.type === 'number' ? '' : ' collate "C"'}`);
  return `  if p_${list} is not null then
    insert into ${names[table]} (${columns.map(({ name }) => name).join(', ')})
    select ${columns.map(({ name }) => `r.${name}`).join(', ')} from json_to_recordset(p_${list}) as r(i integer, ${typed})
    where v_ok[r.i + 1] order by ${order.join(', ')}
    ${update === undefined ? '' : postgres.onConflict(shape.key, update)};
  end if;`;
}

/** Of migration 7. What migration 4 has made is not used since migration 6, which was a break. */
export const commitByKeys = (dialect: Dialect, names: Names): string[] =>
  dialect.commitsAtOnce ? [commitFunction(names), `drop function if exists ${functionName(names, 1)}`] : [];
