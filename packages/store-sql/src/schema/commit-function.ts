/**
 * The function that judges and writes a batch of commits on PostgreSQL, so that a batch is one
 * statement, which commits by itself. It does what `store/commit/commit.ts` does statement by
 * statement, in the same order. Each of its statements sees what is committed when it begins, so a
 * read behind a lock sees the locked state. Lists come as JSON; every row names its change by `i`,
 * counted from 1. A released function never changes, because processes of that release still call
 * it: a new migration creates a new function with another name.
 */
import { postgres } from '../dialects/postgres.js';
import { type Column, type TableShape, columnsOf } from '../sql/dialect.js';
import { isLongText, positionFields } from './long-texts.js';
import { byKey, inboxDeletion, jobDeletion } from './by-key.js';
import { COMMIT_LISTS, COMMIT_LIST_NAMES, type CommitList, OF_OTHERS } from './commit-lists.js';
import { type Names, namesBehind } from './names.js';
import { TABLES } from './tables.js';

/** The lists, in parameter order, after the parameters that all changes have. */
export const COMMIT_PARAMETERS = ['heads', 'claims', 'ended', ...COMMIT_LIST_NAMES] as const;

/** Keys and expectations of each change; `i` counts from 1. */
const CHANGES =
  'unnest(p_workspaces, p_executions, p_expected, p_uids, p_idempotency_keys) with ordinality as c(workspace_id, execution_id, expected, uid, key, i)';

/** A list as rows. The change of a row names its execution. */
const listed = (list: (typeof COMMIT_PARAMETERS)[number], fields: string): string =>
  `(select r.*, p_workspaces[r.i] as workspace_id, p_executions[r.i] as execution_id
        from json_to_recordset(p_${list}) as r(i integer, ${fields}))`;

const HEADS = `${listed('heads', 'organization_id text, document_id text, definition_id text, uid text, version bigint')} h`;
const CLAIMS = `${listed('claims', 'n integer, step_id text, kind text, token text, finishes boolean')} k`;
const ENDED = `${listed('ended', 'step_id text')} k`;
const CHANGED_STEPS = `${listed('steps', 'step_id text')} k`;

/** Placeholder for the schema of the tables until the function is created. */
const SCHEMA = '@schema@';

/** The names with their schema: the function has an empty search path. */
const qualified = (names: Names): Names =>
  names.commit.includes('.') ? names : namesBehind(`${SCHEMA}.${names.commit.slice(0, -'commit'.length)}`);

/**
 * Creates the function. Without a schema option it uses that of the connection, as the tables do.
 */
export const createCommitFunction = (names: Names): string => `do $create$ begin
  execute pg_catalog.replace($function$${commitFunction(qualified(names))}$function$, '${SCHEMA}', pg_catalog.quote_ident(pg_catalog.current_schema()));
end $create$`;

function commitFunction(names: Names): string {
  const lists = COMMIT_PARAMETERS.map((list) => `p_${list} json`).join(', ');
  return `create or replace function ${names.commit}(p_wait boolean, p_check boolean, p_workspaces text[],
  p_executions text[], p_expected bigint[], p_uids text[], p_idempotency_keys text[], p_texts bytea, ${lists})
returns table (results text, lost text)
language plpgsql
-- Nothing of the caller's search path: a better match there would run as the caller.
set search_path = pg_catalog, pg_temp
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
  v_locked bigint[] := '{}';
  v_seqs bigint[] := '{}';
  v_held bigint[] := '{}';
  v_lost bigint[] := '{}';
  v_changes_lost bigint[] := '{}';
  v_active text[] := '{}';
  v_outdated bigint[] := '{}';
  v_written bigint[] := '{}';
  v_size integer := cardinality(p_workspaces);
  v_matching integer := 0;
  v_results text[];
  v_ok boolean[];
  v_rows tid[];
begin
${writeMatching(names)}
  if cardinality(v_written) = v_size then
    v_ok := array_fill(true, array[v_size]);
    return next;
  else
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
${writeChanged(names)}
  end if;
${writes(names)}
end
$body$`;
}

const CHANGING: readonly string[] = COMMIT_LISTS.changed.update;

/** Changes of existing executions, with the locations of their rows. */
const located = (names: Names, { where, ending = '' }: { where: string; ending?: string }): string =>
  `with l as materialized (
      select c.*, r.ctid as place from (select r.*, p_expected[r.i] as expected from ${rowsOf('changed', ({ name }) => CHANGING.includes(name))} r
        order by r.workspace_id collate "C", r.execution_id collate "C") c
      ${byKey(names, 'executions', { item: 'c', select: 't.ctid, t.seq', ending })} where ${where})`;

const setThere = ({ executions }: Names): string =>
  `update ${executions} e set ${COMMIT_LISTS.changed.update.map((it) => `${it} = l.${it}`).join(', ')} from l where e.ctid = l.place`;

/**
 * Most batches are decisions, which depend only on their executions: those are locked, compared and
 * written in one statement. Mismatched or locked ones are judged afterwards. A call that waits for
 * locks skips this: it would hold some while it waits for others, out of order.
 */
const writeMatching = (
  names: Names,
): string => `  if p_changed is not null and p_created is null and p_claims is null and not p_wait then
    ${located(names, { where: 'r.seq = c.expected', ending: ' for update skip locked' })},
    u as (${setThere(names)} returning l.i)
    select coalesce(array_agg(u.i), '{}') into v_written from u;
  end if;`;

const writeChanged = (names: Names): string => `    if p_changed is not null then
      ${located(names, { where: 'v_ok[c.i]' })}
      ${setThere(names)};
    end if;`;

/** A lock that waits, or skips locked rows. */
const waitingOrNot = (statement: (ending: string) => string): string => `  if p_wait then
    ${statement('')};
  else
    ${statement(' skip locked')};
  end if;`;

/**
 * First the executions, by themselves: after a wait, the other reads then see the current state.
 */
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

/**
 * Only for executions locked here: the holder of another execution's lock may hold its jobs, and
 * this must not wait.
 */
const lockClaims = (names: Names): string => `  if p_claims is not null then
    select coalesce(array_agg(l.n), '{}') into v_held from (
      select k.n, r.token = k.token as held from (select * from ${CLAIMS} where k.i = any (v_locked)
        order by ${TABLES.jobs.key.map((it) => `k.${it} collate "C"`).join(', ')}) k
      ${byKey(names, 'jobs', { item: 'k', named: ['step_id', 'kind'], select: 't.token', ending: ' for update' })}) l
    where l.held;
    select coalesce(array_agg(k.n order by k.n), '{}'), coalesce(array_agg(k.i), '{}') into v_lost, v_changes_lost
    from ${CLAIMS} where k.n <> all (v_held);
  end if;`;

/** Active definitions stay active until the end. */
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
 * The result of each change; of creations with one key, the first valid one gets it. Usually every
 * change expects the current state, or an active definition without a key: then counting them is
 * enough.
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
        when c.i = any (v_written) then 'committed'
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

/** Lists that are written after jobs are deleted. */
const LAST: readonly CommitList[] = ['jobs', 'other_jobs'];

const writes = (names: Names): string =>
  [
    `  if p_changed is not null then
    ${inboxDeletion(names, { from: CHANGED_STEPS, where: 'v_ok[k.i]', named: ['step_id'] })}
  end if;`,
    ...COMMIT_LIST_NAMES.filter((list) => list !== 'changed' && !LAST.includes(list)).map((list) =>
      write(names, list),
    ),
    `  if p_ended is not null then
    ${jobDeletion(names, { from: ENDED, where: 'v_ok[k.i]', named: ['step_id'] })}
  end if;
  if p_claims is not null then
    ${jobDeletion(names, { from: CLAIMS, where: 'v_ok[k.i] and k.finishes', named: ['step_id', 'kind'] })}
  end if;`,
    ...LAST.map((list) => write(names, list)),
  ].join('\n');

const EXECUTION_KEY: readonly string[] = ['workspace_id', 'execution_id'];

function fieldsOf(column: Column): string {
  const { name, type } = column;
  const { at, bytes } = positionFields(name);
  return isLongText(column)
    ? `${at} integer, ${bytes} integer`
    : `${name} ${type === 'number' ? 'bigint' : 'text'}`;
}

function cellOf(column: Column): string {
  const { at, bytes } = positionFields(column.name);
  return isLongText(column)
    ? `convert_from(substring(p_texts from r.${at} for r.${bytes}), 'UTF8')`
    : `r.${column.name}`;
}

/** The rows of a list as the table has them, and `i`. */
function rowsOf(list: CommitList, wanted: (column: Column) => boolean = () => true): string {
  const columns = columnsOf(TABLES[COMMIT_LISTS[list].table]).filter(wanted);
  const saidOnce = OF_OTHERS.includes(list) ? EXECUTION_KEY.slice(0, 1) : EXECUTION_KEY;
  const own = columns.filter(({ name }) => !saidOnce.includes(name));
  const execution = OF_OTHERS.includes(list) ? '' : ', p_executions[r.i] as execution_id';
  const cells = own.map((it) => `${cellOf(it)} as ${it.name}`).join(', ');
  return `(select r.i, p_workspaces[r.i] as workspace_id${execution}, ${cells}
      from json_to_recordset(p_${list}) as r(i integer, ${own.map(fieldsOf).join(', ')}))`;
}

/**
 * Rows that are written without the lock on their execution are written in key order: two batches
 * that want the same rows must not deadlock.
 */
const IN_ORDER: readonly CommitList[] = ['keys', 'delivery_jobs', 'jobs', 'other_jobs'];

function write(names: Names, list: CommitList): string {
  const { table, update }: { table: keyof Names & keyof typeof TABLES; update?: readonly string[] } =
    COMMIT_LISTS[list];
  const shape: TableShape = TABLES[table];
  const columns = columnsOf(shape);
  const order = columns
    .filter(({ name }) => shape.key.includes(name))
    .map((it) => `r.${it.name}${it.type === 'number' ? '' : ' collate "C"'}`);
  return `  if p_${list} is not null then
    insert into ${names[table]} (${columns.map(({ name }) => name).join(', ')})
    select ${columns.map(({ name }) => `r.${name}`).join(', ')} from ${rowsOf(list)} r
    where v_ok[r.i]${IN_ORDER.includes(list) ? ` order by ${order.join(', ')}` : ''}
    ${update === undefined ? '' : postgres.onConflict(shape.key, update)};
  end if;`;
}
