/**
 * The procedure that judges and writes a batch of commits on MariaDB in one round trip, as
 * `commit-function.ts` does on PostgreSQL: the same order, the same locks, the same results. It is
 * a transaction by itself. The procedure is optional: an account that may not create one commits
 * statement by statement. A released procedure never changes: a new one gets a new name.
 */
import { type Column, type TableShape, columnsOf } from '../sql/dialect.js';
import { isLongText, positionFields } from './long-texts.js';
import { COMMIT_LISTS, COMMIT_LIST_NAMES, type CommitList } from './commit-lists.js';
import type { Names } from './names.js';
import { TABLES } from './tables.js';

/** The lists, in parameter order, after the flags, the numbers of changes, and the texts. */
export const PROCEDURE_PARAMETERS = ['changes', 'heads', 'claims', 'ended', ...COMMIT_LIST_NAMES] as const;

/** Byte for byte; with `utf8mb4_bin` trailing spaces would not count. */
const COLLATION = 'character set utf8mb4 collate utf8mb4_nopad_bin';
const TEXT = `longtext ${COLLATION}`;
/** Lookup keys, with a length that an index supports. */
const KEY = `varchar(255) ${COLLATION}`;

/** Text, since a conversion would turn invalid numbers into 0: the insert rejects them. */
const NUMBER = 'varchar(64)';

/** A list as rows; names and types of its fields. */
const listed = (list: string, as: string, fields: Readonly<Record<string, string>>): string =>
  `json_table(p_${list}, '$[*]' columns (${Object.entries(fields)
    .map(([name, type]) => `f_${name} ${type} path '$.${name}'`)
    .join(', ')})) ${as}`;

const EXECUTION = { i: 'int', workspace_id: KEY, execution_id: KEY };
const CHANGES = listed('changes', 'c', { ...EXECUTION, expected: 'bigint', uid: KEY, key: KEY });
const HEADS = listed('heads', 'h', {
  i: 'int',
  workspace_id: KEY,
  organization_id: KEY,
  document_id: KEY,
  definition_id: KEY,
  uid: KEY,
  version: 'bigint',
});
const CLAIMS = listed('claims', 'k', {
  n: 'int',
  ...EXECUTION,
  step_id: KEY,
  kind: KEY,
  token: KEY,
  finishes: 'int',
});
const ENDED = listed('ended', 'k', { ...EXECUTION, step_id: KEY });
const CHANGED_STEPS = listed('steps', 'k', { ...EXECUTION, step_id: KEY });

const sameExecution = (row: string, item: string): string =>
  `${row}.workspace_id = ${item}.f_workspace_id and ${row}.execution_id = ${item}.f_execution_id`;
const sameJob = `${sameExecution('j', 'k')} and j.step_id = k.f_step_id and j.kind = k.f_kind`;
const byKey = (table: string, as: string): string => `straight_join ${table} ${as} force index (primary)`;

/** Value recorded for an item, by its number; null where none exists. */
const said = (of: string, number: string): string => `json_value(${of}, concat('$."', ${number}, '"'))`;
const stands = (number: string): string => `(v_all = 1 or ${said('v_results', number)} = 'committed')`;

export function commitProcedure(names: Names): string {
  const lists = PROCEDURE_PARAMETERS.map((list) => `in p_${list} ${TEXT}`).join(', ');
  return `create procedure ${names.commit}(in p_wait int, in p_check int, in p_size int, in p_there int,
  in p_texts longblob, ${lists})
modifies sql data
sql security invoker
${commitProcedureBody(names)}`;
}

/** The part that the server shows in `information_schema`. */
export const commitProcedureBody = (names: Names): string => `begin
  declare v_seqs ${TEXT} default '{}';
  declare v_held ${TEXT} default '{}';
  declare v_lost ${TEXT} default '{}';
  declare v_changes_lost ${TEXT} default '{}';
  declare v_outdated ${TEXT} default '{}';
  declare v_same int default 0;
  declare v_active ${TEXT} default '{}';
  declare v_results ${TEXT} default '{}';
  declare v_all int default 0;
  declare v_some int default 0;
  declare exit handler for sqlexception begin rollback; resignal; end;
  set transaction isolation level read committed;
  start transaction;
${lockExecutions(names)}
${lockClaims(names)}
${lockDefinitions(names)}
${judge(names)}
  if v_some = 1 then
${writes(names)}
  end if;
  commit;
  select v_results as results, v_lost as lost;
end`;

/** A lock that waits, or skips locked rows. */
const waitingOrNot = (statement: string): string => `    if p_wait = 1 then
      ${statement};
    else
      ${statement} skip locked;
    end if;`;

/**
 * First the executions, by themselves; the list is in the order of their keys, so locks are taken
 * in one order.
 */
function lockExecutions({ executions }: Names): string {
  const statement = `select coalesce(json_objectagg(c.f_i, e.seq), '{}'), coalesce(sum(e.seq = c.f_expected), 0) into v_seqs, v_same
    from ${CHANGES} ${byKey(executions, 'e')} on ${sameExecution('e', 'c')} where c.f_expected > 0 or p_check = 1 for update`;
  return `  if p_there > 0 or p_check = 1 then
${waitingOrNot(statement)}
  end if;`;
}

/**
 * Only for executions locked here: the holder of another execution's lock may hold its jobs, and
 * this must not wait.
 */
const lockClaims = ({ jobs }: Names): string => `  if p_claims is not null then
    select coalesce(json_objectagg(k.f_n, 1), '{}') into v_held from ${CLAIMS}
    ${byKey(jobs, 'j')} on ${sameJob} where ${said('v_seqs', 'k.f_i')} is not null and j.token = k.f_token for update;
    select coalesce(json_objectagg(k.f_n, 1), '{}'), coalesce(json_objectagg(k.f_i, 1), '{}') into v_lost, v_changes_lost
    from ${CLAIMS} where ${said('v_held', 'k.f_n')} is null;
  end if;`;

/** Active definitions stay active until the end. */
const lockDefinitions = ({ definitions }: Names): string => `  if p_created is not null then
${waitingOrNot(`select coalesce(json_objectagg(c.f_i, 1), '{}') into v_active from ${CHANGES}
    ${byKey(definitions, 'd')} on d.workspace_id = c.f_workspace_id and d.uid = c.f_uid
    where c.f_expected = 0 and d.deleted = '' lock in share mode`)}
  end if;
  if p_heads is not null then
    select coalesce(json_objectagg(h.f_i, 1), '{}') into v_outdated from ${HEADS}
    left join ${definitions} d on d.workspace_id = h.f_workspace_id and d.organization_id = h.f_organization_id
      and d.document_id = h.f_document_id and d.definition_id = h.f_definition_id and d.deleted = ''
    where not d.uid <=> h.f_uid or not d.version <=> h.f_version;
  end if;`;

const exists = (from: string): string => `exists (select 1 from ${from})`;

/**
 * The result of each change; of creations with one key, the first valid one gets it. Usually every
 * change expects the current state, or an active definition: counting them then shows it, and no
 * result is listed. The index refuses an existing key, and the next try checks each (`p_check`).
 */
const judge = (
  names: Names,
): string => `  if p_check = 0 and v_same = p_there and v_changes_lost = '{}' and v_outdated = '{}'
    and json_length(v_active) = p_size - p_there then
    set v_results = null, v_lost = null, v_all = 1, v_some = 1;
  else
${judgeEach(names)}
  end if;`;

const judgeEach = (
  names: Names,
): string => `  select coalesce(json_objectagg(t.i, t.told), '{}'), min(t.told = 'committed'), max(t.told = 'committed')
  into v_results, v_all, v_some from (
    select s.i, case when s.told = 'committed' and s.ikey is not null and
      row_number() over (partition by s.told, s.workspace_id, s.ikey order by s.i) > 1 then 'duplicate' else s.told end as told
    from (
      select c.f_i as i, c.f_workspace_id as workspace_id, case when c.f_expected = 0 then c.f_key end as ikey, case
        when p_wait = 0 and (c.f_expected > 0 or p_check = 1) and ${said('v_seqs', 'c.f_i')} is null
          and ${exists(`${names.executions} e where ${sameExecution('e', 'c')}`)} then 'busy'
        when coalesce(${said('v_seqs', 'c.f_i')}, 0) <> c.f_expected then 'conflict'
        when v_changes_lost <> '{}' and ${said('v_changes_lost', 'c.f_i')} is not null then 'lost-claims'
        when c.f_expected > 0 then 'committed'
        when c.f_key is not null and ${exists(
          `${names.idempotency_keys} k where k.workspace_id = c.f_workspace_id and k.idempotency_key = c.f_key`,
        )} then 'duplicate'
        when v_outdated <> '{}' and ${said('v_outdated', 'c.f_i')} is not null then 'definition-gone'
        when ${said('v_active', 'c.f_i')} is not null then 'committed'
        when p_wait = 0 and ${exists(
          `${names.definitions} d where d.workspace_id = c.f_workspace_id and d.uid = c.f_uid and d.deleted = ''`,
        )} then 'busy'
        else 'definition-gone' end as told
      from ${CHANGES}) s) t;`;

/** Lists that are written after jobs are deleted. */
const LAST: readonly CommitList[] = ['jobs', 'other_jobs'];

const writes = (names: Names): string =>
  [
    `  if p_changed is not null then
    delete b from ${CHANGED_STEPS} ${byKey(names.inbox, 'b')} on ${sameExecution('b', 'k')} and b.step_id = k.f_step_id
    where ${stands('k.f_i')};
  end if;`,
    ...COMMIT_LIST_NAMES.filter((list) => !LAST.includes(list)).map((list) => write(names, list)),
    `  if p_ended is not null then
    delete j from ${ENDED} ${byKey(names.jobs, 'j')} on ${sameExecution('j', 'k')} and j.step_id = k.f_step_id
    where ${stands('k.f_i')};
  end if;
  if p_claims is not null then
    delete j from ${CLAIMS} ${byKey(names.jobs, 'j')} on ${sameJob} where k.f_finishes = 1 and ${stands('k.f_i')};
  end if;`,
    ...LAST.map((list) => write(names, list)),
  ].join('\n');

function write(names: Names, list: CommitList): string {
  const { table, update }: { table: keyof Names & keyof typeof TABLES; update?: readonly string[] } =
    COMMIT_LISTS[list];
  const shape: TableShape = TABLES[table];
  const columns = columnsOf(shape);
  const isSaid = ({ name }: Column): boolean =>
    list !== 'changed' || shape.key.includes(name) || update?.includes(name) === true;
  const fields = Object.fromEntries(columns.filter(isSaid).flatMap(fieldsOf));
  return `  if p_${list} is not null then
    insert into ${names[table]} (${columns.map(({ name }) => name).join(', ')})
    select ${columns.map((it) => (isSaid(it) ? cellOf(it) : emptyOf(it))).join(', ')} from ${listed(list, 'r', { i: 'int', ...fields })}
    where ${stands('r.f_i')}${update === undefined ? '' : onDuplicate(names[table], shape, update)};
  end if;`;
}

function fieldsOf(column: Column): (readonly [name: string, type: string])[] {
  const { name, type } = column;
  const { at, bytes } = positionFields(name);
  if (!isLongText(column)) return [[name, type === 'number' ? NUMBER : TEXT]];
  return [
    [at, 'int'],
    [bytes, 'int'],
  ];
}

function cellOf(column: Column): string {
  const { at, bytes } = positionFields(column.name);
  return isLongText(column)
    ? `convert(substr(p_texts, r.f_${at}, r.f_${bytes}) using utf8mb4)`
    : `r.f_${column.name}`;
}

/**
 * Placeholders for unchanged columns of an existing, locked row: never written. An insert that hits
 * the key takes half as long as an update by a join.
 */
function emptyOf({ type, nullable }: Column): string {
  if (nullable) return 'null';
  return type === 'number' ? '0' : "''";
}

function onDuplicate(table: string, { key }: TableShape, update: readonly string[]): string {
  const sets = update.map((name) => `${name} = values(${name})`);
  const [first = ''] = key;
  return `\n    on duplicate key update ${sets.length > 0 ? sets.join(', ') : `${table}.${first} = ${table}.${first}`}`;
}
