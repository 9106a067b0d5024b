/**
 * Functions and operators of an account that may create in `public`, each of which fits a call of
 * ours better than PostgreSQL's own.
 */

/** Types of our parameters, columns and variables. */
const TYPES = ['text', 'bigint', 'integer', 'boolean', 'numeric', 'double precision', 'bytea', 'json', 'tid'];
const TYPE_LIST = TYPES.map((it) => `'${it}'`).join(', ');

/** Functions without polymorphic arguments that our statements call. */
const CALLED = [
  ...['floor', 'length', 'replace', 'sum', 'min', 'max', 'chr', 'convert_from', 'substring', 'date_part'],
  ...[
    'pg_advisory_xact_lock',
    'current_setting',
    'coalesce',
    'strpos',
    'concat',
    'round',
    'abs',
    'octet_length',
  ],
];

/**
 * Runs as the intruder. Its functions raise an error with this text when they are called, so that
 * no call goes unnoticed.
 */
export const INTRUDED = 'code of another account was called';

const body = (what: string) =>
  `'returns boolean language plpgsql as $f$ begin raise exception ''${INTRUDED}: ${what} as %'', current_user; end $f$'`;

/** The polymorphic functions and aggregates of PostgreSQL, for each of our types. */
const polymorphic = `for f in
    select distinct p.proname, (select string_agg(case
        when t.typname in ('anyarray', 'anycompatiblearray') then e || '[]' else e end, ', ' order by a.n)
      from unnest(p.proargtypes) with ordinality a(oid, n) join pg_type t on t.oid = a.oid) as arguments
    from pg_proc p, unnest(array[${TYPE_LIST}]) e
    where p.pronamespace = 'pg_catalog'::regnamespace and p.prokind in ('f', 'a') and p.pronargs between 1 and 3
      and (select bool_and(t.typname in ('anyarray', 'anycompatiblearray', 'anyelement', 'anynonarray', 'anycompatible', 'any'))
        from unnest(p.proargtypes) a(oid) join pg_type t on t.oid = a.oid)
  loop
    execute format('create or replace function public.%I(%s) ', f.proname, f.arguments) || ${body("' || f.proname || '")};
    made := made + 1;
  end loop;`;

/** The functions that statements call, for arguments of other types than PostgreSQL's own. */
const overloaded = `for f in
    select n.name as proname, a.arguments from unnest(array[${CALLED.map((it) => `'${it}'`).join(', ')}]) n(name),
      (select x as arguments from unnest(array[${TYPE_LIST}]) x
        union all select x || ', ' || y from unnest(array[${TYPE_LIST}]) x, unnest(array[${TYPE_LIST}]) y) a
    where to_regprocedure(format('pg_catalog.%I(%s)', n.name, a.arguments)) is null
  loop
    execute format('create or replace function public.%I(%s) ', f.proname, f.arguments) || ${body("' || f.proname || '")};
    made := made + 1;
  end loop;`;

/** The operators, for pairs of types for which PostgreSQL has none, arrays among them. */
const operators = `for f in
    select o.name, l.type as l, r.type as r
    from unnest(array['=', '<>', '<', '>', '<=', '>=', '+', '-', '*', '/', '%', '||']) o(name),
      (select x as type from unnest(array[${TYPE_LIST}]) x union all select x || '[]' from unnest(array[${TYPE_LIST}]) x) l,
      (select x as type from unnest(array[${TYPE_LIST}]) x union all select x || '[]' from unnest(array[${TYPE_LIST}]) x) r
    where to_regoperator(format('pg_catalog.%s(%s,%s)', o.name, l.type, r.type)) is null
  loop
    execute format('create or replace function public.intruder_%s(%s, %s) ', md5(f.name), f.l, f.r) || ${body("operator ' || replace(f.name, '%', '%%') || '")};
    execute format('create operator public.%s (function = public.intruder_%s, leftarg = %s, rightarg = %s)', f.name, md5(f.name), f.l, f.r);
    made := made + 1;
  end loop;`;

/**
 * Makes them, as the account that the session is; PostgreSQL's own are meant by its own names
 * meanwhile.
 */
export const INTRUSION = `do $intrusion$ declare f record; made integer := 0; begin
  set local search_path = pg_catalog;
  ${polymorphic}
  ${overloaded}
  ${operators}
  if made < 1000 then raise exception 'only % were made', made; end if;
end $intrusion$`;
