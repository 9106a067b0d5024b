create table if not exists approval_schema_migrations (
  id integer not null primary key,
  name text not null,
  breaking integer not null,
  applied_at bigint not null
);

create table approval_definitions (
  workspace_id text collate "C" not null, uid text collate "C" not null,
  definition_id text collate "C" not null, organization_id text collate "C" not null,
  document_id text collate "C" not null, deleted text collate "C" not null, version bigint not null,
  primary key (workspace_id, uid)
) with (fillfactor = 85);
create unique index approval_definitions_active on approval_definitions (workspace_id, organization_id, document_id, definition_id, deleted);

create table approval_definition_versions (
  workspace_id text collate "C" not null, uid text collate "C" not null, version bigint not null,
  sealed_secrets text, body text not null,
  primary key (workspace_id, uid, version)
) with (fillfactor = 85);

create table approval_executions (
  workspace_id text collate "C" not null, execution_id text collate "C" not null, seq bigint not null,
  status text collate "C" not null, definition_uid text collate "C" not null,
  definition_id text collate "C" not null, organization_id text collate "C",
  document_id text collate "C", created_at bigint not null, ended_at bigint, outcome text collate "C",
  parent_execution_id text collate "C", parent_step_id text collate "C", sealed_secret text,
  header text not null, body text not null,
  primary key (workspace_id, execution_id)
) with (fillfactor = 85);
create index approval_executions_newest on approval_executions (workspace_id, created_at, execution_id);
create index approval_executions_by_status on approval_executions (workspace_id, status, created_at, execution_id);
create index approval_executions_by_definition on approval_executions (workspace_id, definition_id, created_at, execution_id);
create index approval_executions_by_outcome on approval_executions (workspace_id, outcome, created_at, execution_id) where outcome is not null;
create index approval_executions_by_scope on approval_executions (workspace_id, organization_id, document_id, created_at, execution_id) where organization_id is not null;
create index approval_executions_by_parent on approval_executions (workspace_id, parent_execution_id, created_at, execution_id) where parent_execution_id is not null;
create index approval_executions_open on approval_executions (workspace_id, definition_uid, ended_at) where ended_at is null;
create index approval_executions_ended on approval_executions (ended_at) where ended_at is not null;

create table approval_steps (
  workspace_id text collate "C" not null, execution_id text collate "C" not null,
  step_id text collate "C" not null, position bigint not null, status text collate "C" not null,
  body text not null,
  primary key (workspace_id, execution_id, step_id)
) with (fillfactor = 85);

create table approval_jobs (
  workspace_id text collate "C" not null, execution_id text collate "C" not null,
  step_id text collate "C" not null, kind text collate "C" not null,
  concurrency_key text collate "C" not null, due_at bigint not null, claimable_at bigint not null,
  attempt bigint not null, token text collate "C",
  primary key (workspace_id, execution_id, step_id, kind)
) with (fillfactor = 85);
create index approval_jobs_claimable on approval_jobs (kind, concurrency_key, claimable_at);
create index approval_jobs_calls on approval_jobs (workspace_id, kind, claimable_at) where kind = 'call';

create table approval_deliveries (
  workspace_id text collate "C" not null, execution_id text collate "C" not null, seq bigint not null,
  concurrency_key text collate "C" not null, event_id text collate "C" not null,
  type text collate "C" not null, status text collate "C" not null, attempts bigint not null,
  next_attempt_at bigint, last_status bigint, last_error text, created_at bigint not null,
  updated_at bigint not null,
  primary key (workspace_id, execution_id, seq)
) with (fillfactor = 85);
create index approval_deliveries_newest on approval_deliveries (workspace_id, created_at, execution_id, seq);
create index approval_deliveries_by_status on approval_deliveries (workspace_id, status, created_at, execution_id, seq);

create table approval_idempotency_keys (
  workspace_id text collate "C" not null, idempotency_key text collate "C" not null,
  execution_id text collate "C" not null, correlation_id text collate "C" not null,
  definition_id text collate "C" not null, created_at bigint not null, orphan bigint not null,
  primary key (workspace_id, idempotency_key)
) with (fillfactor = 85);
create index approval_idempotency_keys_by_execution on approval_idempotency_keys (workspace_id, execution_id);
create index approval_idempotency_keys_forgettable on approval_idempotency_keys (orphan, created_at) where orphan = 1;

create table approval_commits (
  workspace_id text collate "C" not null, execution_id text collate "C" not null, seq bigint not null,
  event_id text collate "C" not null, external bigint not null, body text not null,
  primary key (workspace_id, execution_id, seq)
) with (fillfactor = 85);

create table approval_parties (
  workspace_id text collate "C" not null, execution_id text collate "C" not null,
  user_key text collate "C" not null, created_at bigint not null,
  primary key (workspace_id, execution_id, user_key)
) with (fillfactor = 85);
create index approval_parties_by_user on approval_parties (workspace_id, user_key, created_at, execution_id);

create table approval_feed (
  workspace_id text collate "C" not null, execution_id text collate "C" not null, seq bigint not null,
  position bigint, type text collate "C" not null, definition_id text collate "C" not null,
  organization_id text collate "C", document_id text collate "C", happened_at bigint not null,
  earlier text,
  primary key (workspace_id, execution_id, seq)
) with (fillfactor = 85);
create index approval_feed_in_order on approval_feed (workspace_id, position);

create table approval_feed_heads (
  workspace_id text collate "C" not null, newest bigint not null, taken bigint not null,
  primary key (workspace_id)
) with (fillfactor = 85);

create table approval_subscriptions (
  workspace_id text collate "C" not null, name text collate "C" not null, rev bigint not null,
  body text not null,
  primary key (workspace_id, name)
) with (fillfactor = 85);

create table approval_links (
  workspace_id text collate "C" not null, link_id text collate "C" not null,
  token_hash text collate "C" not null, execution_id text collate "C" not null,
  step_id text collate "C" not null, revoked_at bigint, body text not null,
  primary key (workspace_id, link_id)
) with (fillfactor = 85);
create unique index approval_links_by_token on approval_links (token_hash);
create index approval_links_by_step on approval_links (workspace_id, execution_id, step_id);

create table approval_inbox (
  workspace_id text collate "C" not null, execution_id text collate "C" not null,
  step_id text collate "C" not null, reviewer text collate "C" not null, waiting_since bigint not null,
  due_at bigint not null, substitutes bigint not null,
  primary key (workspace_id, execution_id, step_id, reviewer)
) with (fillfactor = 85);
create index approval_inbox_longest on approval_inbox (workspace_id, reviewer, waiting_since, execution_id, step_id);
create index approval_inbox_due on approval_inbox (workspace_id, reviewer, due_at, execution_id, step_id);

create table approval_absences (
  workspace_id text collate "C" not null, absence_id text collate "C" not null,
  absent text collate "C" not null, substitute text collate "C" not null, from_at bigint not null,
  until_at bigint not null, body text not null,
  primary key (workspace_id, absence_id)
) with (fillfactor = 85);
create index approval_absences_by_begin on approval_absences (workspace_id, from_at, absence_id);
create index approval_absences_by_person on approval_absences (workspace_id, absent, from_at, absence_id);
create index approval_absences_by_substitute on approval_absences (workspace_id, substitute, until_at);

create table approval_permits (
  workspace_id text collate "C" not null, permit_id text collate "C" not null, rev bigint not null,
  state text collate "C" not null, ref_key text collate "C" not null,
  requester_key text collate "C" not null, principal_key text collate "C" not null,
  attempt bigint not null, asked_digest text collate "C" not null, digest text collate "C" not null,
  live_key text collate "C", pending_slot bigint, grant_id text collate "C", due_at bigint,
  deletable_at bigint, unreported bigint not null, created_at bigint not null,
  refusals bigint not null, body text not null,
  primary key (workspace_id, permit_id)
) with (fillfactor = 85);
create unique index approval_permits_asked on approval_permits (workspace_id, ref_key, attempt, asked_digest);
create unique index approval_permits_live on approval_permits (workspace_id, live_key) where live_key is not null;
create unique index approval_permits_slots on approval_permits (workspace_id, principal_key, pending_slot) where pending_slot is not null;
create index approval_permits_same_call on approval_permits (workspace_id, requester_key, asked_digest);
create index approval_permits_same_call_now on approval_permits (workspace_id, requester_key, digest);
create index approval_permits_newest on approval_permits (workspace_id, created_at, permit_id);
create index approval_permits_by_state on approval_permits (workspace_id, state, created_at, permit_id);
create index approval_permits_by_principal on approval_permits (workspace_id, principal_key, created_at, permit_id);
create index approval_permits_unreported on approval_permits (workspace_id, unreported, created_at, permit_id) where unreported = 1;
create index approval_permits_by_grant on approval_permits (workspace_id, grant_id, state) where grant_id is not null;
create index approval_permits_walk on approval_permits (state, workspace_id, permit_id) where state = 'pending';
create index approval_permits_due on approval_permits (due_at) where due_at is not null;
create index approval_permits_deletable on approval_permits (deletable_at) where deletable_at is not null;

create table approval_standing_grants (
  workspace_id text collate "C" not null, grant_id text collate "C" not null,
  principal_key text collate "C" not null, tool_key text collate "C" not null, uses bigint not null,
  max_uses bigint not null, created_at bigint not null, expires_at bigint not null, revoked_at bigint,
  body text not null,
  primary key (workspace_id, grant_id)
) with (fillfactor = 85);
create index approval_standing_grants_covering on approval_standing_grants (workspace_id, tool_key, expires_at);
create index approval_standing_grants_newest on approval_standing_grants (workspace_id, created_at, grant_id);
create index approval_standing_grants_by_principal on approval_standing_grants (workspace_id, principal_key, created_at, grant_id);

create table approval_triggers (
  workspace_id text collate "C" not null, uid text collate "C" not null,
  trigger_id text collate "C" not null, next_at bigint, body text not null,
  primary key (workspace_id, uid, trigger_id)
) with (fillfactor = 85);
create index approval_triggers_scheduled on approval_triggers (workspace_id, next_at) where next_at is not null;

create table approval_listeners (
  workspace_id text collate "C" not null, type text collate "C" not null,
  uid text collate "C" not null, trigger_id text collate "C" not null,
  primary key (workspace_id, type, uid, trigger_id)
) with (fillfactor = 85);
create index approval_listeners_by_definition on approval_listeners (workspace_id, uid);

create table approval_host_events (
  workspace_id text collate "C" not null, execution_id text collate "C" not null,
  created_at bigint not null, body text not null,
  primary key (workspace_id, execution_id)
) with (fillfactor = 85);
create index approval_host_events_forgettable on approval_host_events (created_at);

do $create$ begin
  execute pg_catalog.replace($function$create or replace function @schema@.approval_commit(p_wait boolean, p_check boolean, p_workspaces text[],
  p_executions text[], p_expected bigint[], p_uids text[], p_idempotency_keys text[], p_texts bytea, p_heads json, p_claims json, p_ended json, p_keys json, p_created json, p_changed json, p_steps json, p_commits json, p_feed json, p_parties json, p_inbox json, p_deliveries json, p_delivery_jobs json, p_jobs json, p_other_jobs json)
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
  if p_changed is not null and p_created is null and p_claims is null and not p_wait then
    with l as materialized (
      select c.*, r.ctid as place from (select r.*, p_expected[r.i] as expected from (select r.i, p_workspaces[r.i] as workspace_id, p_executions[r.i] as execution_id, r.seq as seq, r.status as status, r.ended_at as ended_at, r.outcome as outcome, convert_from(substring(p_texts from r.body_at for r.body_bytes), 'UTF8') as body
      from json_to_recordset(p_changed) as r(i integer, seq bigint, status text, ended_at bigint, outcome text, body_at integer, body_bytes integer)) r
        order by r.workspace_id collate "C", r.execution_id collate "C") c
      cross join lateral (select t.ctid, t.seq from @schema@.approval_executions t where t.workspace_id = c.workspace_id and t.execution_id between c.execution_id and c.execution_id order by t.workspace_id, t.execution_id for update skip locked) r where r.seq = c.expected),
    u as (update @schema@.approval_executions e set seq = l.seq, status = l.status, ended_at = l.ended_at, outcome = l.outcome, body = l.body from l where e.ctid = l.place returning l.i)
    select coalesce(array_agg(u.i), '{}') into v_written from u;
  end if;
  if cardinality(v_written) = v_size then
    v_ok := array_fill(true, array[v_size]);
    return next;
  else
  if p_changed is not null or p_check then
  if p_wait then
    select coalesce(array_agg(l.i), '{}'), coalesce(array_agg(l.seq), '{}'), count(*) filter (where l.seq = l.expected)
    into v_locked, v_seqs, v_matching from (
      select c.i, c.expected, r.seq from (select * from unnest(p_workspaces, p_executions, p_expected, p_uids, p_idempotency_keys) with ordinality as c(workspace_id, execution_id, expected, uid, key, i) order by c.workspace_id collate "C", c.execution_id collate "C") c
      cross join lateral (select t.seq from @schema@.approval_executions t where t.workspace_id = c.workspace_id and t.execution_id between c.execution_id and c.execution_id order by t.workspace_id, t.execution_id for update) r
      where c.expected > 0 or p_check) l;
  else
    select coalesce(array_agg(l.i), '{}'), coalesce(array_agg(l.seq), '{}'), count(*) filter (where l.seq = l.expected)
    into v_locked, v_seqs, v_matching from (
      select c.i, c.expected, r.seq from (select * from unnest(p_workspaces, p_executions, p_expected, p_uids, p_idempotency_keys) with ordinality as c(workspace_id, execution_id, expected, uid, key, i) order by c.workspace_id collate "C", c.execution_id collate "C") c
      cross join lateral (select t.seq from @schema@.approval_executions t where t.workspace_id = c.workspace_id and t.execution_id between c.execution_id and c.execution_id order by t.workspace_id, t.execution_id for update skip locked) r
      where c.expected > 0 or p_check) l;
  end if;
  end if;
  if p_claims is not null then
    select coalesce(array_agg(l.n), '{}') into v_held from (
      select k.n, r.token = k.token as held from (select * from (select r.*, p_workspaces[r.i] as workspace_id, p_executions[r.i] as execution_id
        from json_to_recordset(p_claims) as r(i integer, n integer, step_id text, kind text, token text, finishes boolean)) k where k.i = any (v_locked)
        order by k.workspace_id collate "C", k.execution_id collate "C", k.step_id collate "C", k.kind collate "C") k
      cross join lateral (select t.token from @schema@.approval_jobs t where t.workspace_id = k.workspace_id and t.execution_id between k.execution_id and k.execution_id and t.step_id = k.step_id and t.kind = k.kind order by t.workspace_id, t.execution_id, t.step_id, t.kind for update) r) l
    where l.held;
    select coalesce(array_agg(k.n order by k.n), '{}'), coalesce(array_agg(k.i), '{}') into v_lost, v_changes_lost
    from (select r.*, p_workspaces[r.i] as workspace_id, p_executions[r.i] as execution_id
        from json_to_recordset(p_claims) as r(i integer, n integer, step_id text, kind text, token text, finishes boolean)) k where k.n <> all (v_held);
  end if;
  if p_created is not null then
    if p_wait then
    select coalesce(array_agg(l.workspace_id || chr(10) || l.uid), '{}') into v_active from (
      select d.workspace_id, d.uid from @schema@.approval_definitions d
      where (d.workspace_id, d.uid) in (select c.workspace_id, c.uid from unnest(p_workspaces, p_executions, p_expected, p_uids, p_idempotency_keys) with ordinality as c(workspace_id, execution_id, expected, uid, key, i) where c.expected = 0) and d.deleted = ''
      order by d.workspace_id, d.uid for share of d) l;
  else
    select coalesce(array_agg(l.workspace_id || chr(10) || l.uid), '{}') into v_active from (
      select d.workspace_id, d.uid from @schema@.approval_definitions d
      where (d.workspace_id, d.uid) in (select c.workspace_id, c.uid from unnest(p_workspaces, p_executions, p_expected, p_uids, p_idempotency_keys) with ordinality as c(workspace_id, execution_id, expected, uid, key, i) where c.expected = 0) and d.deleted = ''
      order by d.workspace_id, d.uid for share of d skip locked) l;
  end if;
  end if;
  if p_heads is not null then
    select coalesce(array_agg(h.i), '{}') into v_outdated from (select r.*, p_workspaces[r.i] as workspace_id, p_executions[r.i] as execution_id
        from json_to_recordset(p_heads) as r(i integer, organization_id text, document_id text, definition_id text, uid text, version bigint)) h left join @schema@.approval_definitions d
      on d.workspace_id = h.workspace_id and d.organization_id = h.organization_id and d.document_id = h.document_id
      and d.definition_id = h.definition_id and d.deleted = ''
    where d.uid is distinct from h.uid or d.version is distinct from h.version;
  end if;
  if p_created is not null and p_keys is null and not p_check and v_outdated = '{}' then
    select v_matching + count(*) into v_matching from unnest(p_workspaces, p_executions, p_expected, p_uids, p_idempotency_keys) with ordinality as c(workspace_id, execution_id, expected, uid, key, i)
    where c.expected = 0 and c.workspace_id || chr(10) || c.uid = any (v_active);
  end if;
  if v_matching = v_size and v_lost = '{}' then
    v_results := array_fill('committed'::text, array[v_size]);
    v_ok := array_fill(true, array[v_size]);
  else
  select array_agg(t.told order by t.i), array_agg(t.told = 'committed' order by t.i)
  into v_results, v_ok from (
    select s.i, case when s.told = 'committed' and s.key is not null and
      row_number() over (partition by s.told, s.workspace_id, s.key order by s.i) > 1 then 'duplicate' else s.told end as told
    from (
      select c.i, c.workspace_id, case when c.expected = 0 then c.key end as key, case
        when c.i = any (v_written) then 'committed'
        when not p_wait and (c.expected > 0 or p_check) and l.seq is null
          and (select true from @schema@.approval_executions e where e.workspace_id = c.workspace_id and e.execution_id between c.execution_id and c.execution_id
            order by e.workspace_id, e.execution_id limit 1) is true then 'busy'
        when coalesce(l.seq, 0) <> c.expected then 'conflict'
        when c.i = any (v_changes_lost) then 'lost-claims'
        when c.expected > 0 then 'committed'
        when c.key is not null and (select true from @schema@.approval_idempotency_keys k where k.workspace_id = c.workspace_id and k.idempotency_key between c.key and c.key
          order by k.workspace_id, k.idempotency_key limit 1) is true then 'duplicate'
        when c.i = any (v_outdated) then 'definition-gone'
        when c.workspace_id || chr(10) || c.uid = any (v_active) then 'committed'
        when not p_wait and (select true from @schema@.approval_definitions d where d.workspace_id = c.workspace_id and d.uid = c.uid and d.deleted = '' limit 1) is true then 'busy'
        else 'definition-gone' end as told
      from unnest(p_workspaces, p_executions, p_expected, p_uids, p_idempotency_keys) with ordinality as c(workspace_id, execution_id, expected, uid, key, i) left join unnest(v_locked, v_seqs) as l(i, seq) on l.i = c.i) s) t;
  end if;
    results := array_to_json(v_results)::text;
    lost := array_to_json(v_lost)::text;
    return next;
    if not true = any (v_ok) then
      return;
    end if;
    if p_changed is not null then
      with l as materialized (
      select c.*, r.ctid as place from (select r.*, p_expected[r.i] as expected from (select r.i, p_workspaces[r.i] as workspace_id, p_executions[r.i] as execution_id, r.seq as seq, r.status as status, r.ended_at as ended_at, r.outcome as outcome, convert_from(substring(p_texts from r.body_at for r.body_bytes), 'UTF8') as body
      from json_to_recordset(p_changed) as r(i integer, seq bigint, status text, ended_at bigint, outcome text, body_at integer, body_bytes integer)) r
        order by r.workspace_id collate "C", r.execution_id collate "C") c
      cross join lateral (select t.ctid, t.seq from @schema@.approval_executions t where t.workspace_id = c.workspace_id and t.execution_id between c.execution_id and c.execution_id order by t.workspace_id, t.execution_id) r where v_ok[c.i])
      update @schema@.approval_executions e set seq = l.seq, status = l.status, ended_at = l.ended_at, outcome = l.outcome, body = l.body from l where e.ctid = l.place;
    end if;
  end if;
  if p_changed is not null then
    delete from @schema@.approval_inbox where ctid = any (array(select r.ctid from (select r.*, p_workspaces[r.i] as workspace_id, p_executions[r.i] as execution_id
        from json_to_recordset(p_steps) as r(i integer, step_id text)) k cross join lateral (select t.ctid from @schema@.approval_inbox t where t.workspace_id = k.workspace_id and t.execution_id between k.execution_id and k.execution_id and t.step_id = k.step_id order by t.workspace_id, t.execution_id, t.step_id, t.reviewer) r where v_ok[k.i]));
  end if;
  if p_keys is not null then
    insert into @schema@.approval_idempotency_keys (workspace_id, idempotency_key, execution_id, correlation_id, definition_id, created_at, orphan)
    select r.workspace_id, r.idempotency_key, r.execution_id, r.correlation_id, r.definition_id, r.created_at, r.orphan from (select r.i, p_workspaces[r.i] as workspace_id, p_executions[r.i] as execution_id, r.idempotency_key as idempotency_key, r.correlation_id as correlation_id, r.definition_id as definition_id, r.created_at as created_at, r.orphan as orphan
      from json_to_recordset(p_keys) as r(i integer, idempotency_key text, correlation_id text, definition_id text, created_at bigint, orphan bigint)) r
    where v_ok[r.i] order by r.workspace_id collate "C", r.idempotency_key collate "C"
    ;
  end if;
  if p_created is not null then
    insert into @schema@.approval_executions (workspace_id, execution_id, seq, status, definition_uid, definition_id, organization_id, document_id, created_at, ended_at, outcome, parent_execution_id, parent_step_id, sealed_secret, header, body)
    select r.workspace_id, r.execution_id, r.seq, r.status, r.definition_uid, r.definition_id, r.organization_id, r.document_id, r.created_at, r.ended_at, r.outcome, r.parent_execution_id, r.parent_step_id, r.sealed_secret, r.header, r.body from (select r.i, p_workspaces[r.i] as workspace_id, p_executions[r.i] as execution_id, r.seq as seq, r.status as status, r.definition_uid as definition_uid, r.definition_id as definition_id, r.organization_id as organization_id, r.document_id as document_id, r.created_at as created_at, r.ended_at as ended_at, r.outcome as outcome, r.parent_execution_id as parent_execution_id, r.parent_step_id as parent_step_id, r.sealed_secret as sealed_secret, convert_from(substring(p_texts from r.header_at for r.header_bytes), 'UTF8') as header, convert_from(substring(p_texts from r.body_at for r.body_bytes), 'UTF8') as body
      from json_to_recordset(p_created) as r(i integer, seq bigint, status text, definition_uid text, definition_id text, organization_id text, document_id text, created_at bigint, ended_at bigint, outcome text, parent_execution_id text, parent_step_id text, sealed_secret text, header_at integer, header_bytes integer, body_at integer, body_bytes integer)) r
    where v_ok[r.i]
    ;
  end if;
  if p_steps is not null then
    insert into @schema@.approval_steps (workspace_id, execution_id, step_id, position, status, body)
    select r.workspace_id, r.execution_id, r.step_id, r.position, r.status, r.body from (select r.i, p_workspaces[r.i] as workspace_id, p_executions[r.i] as execution_id, r.step_id as step_id, r.position as position, r.status as status, convert_from(substring(p_texts from r.body_at for r.body_bytes), 'UTF8') as body
      from json_to_recordset(p_steps) as r(i integer, step_id text, position bigint, status text, body_at integer, body_bytes integer)) r
    where v_ok[r.i]
    on conflict (workspace_id, execution_id, step_id) do update set status = excluded.status, body = excluded.body;
  end if;
  if p_commits is not null then
    insert into @schema@.approval_commits (workspace_id, execution_id, seq, event_id, external, body)
    select r.workspace_id, r.execution_id, r.seq, r.event_id, r.external, r.body from (select r.i, p_workspaces[r.i] as workspace_id, p_executions[r.i] as execution_id, r.seq as seq, r.event_id as event_id, r.external as external, convert_from(substring(p_texts from r.body_at for r.body_bytes), 'UTF8') as body
      from json_to_recordset(p_commits) as r(i integer, seq bigint, event_id text, external bigint, body_at integer, body_bytes integer)) r
    where v_ok[r.i]
    ;
  end if;
  if p_feed is not null then
    insert into @schema@.approval_feed (workspace_id, execution_id, seq, position, type, definition_id, organization_id, document_id, happened_at, earlier)
    select r.workspace_id, r.execution_id, r.seq, r.position, r.type, r.definition_id, r.organization_id, r.document_id, r.happened_at, r.earlier from (select r.i, p_workspaces[r.i] as workspace_id, p_executions[r.i] as execution_id, r.seq as seq, r.position as position, r.type as type, r.definition_id as definition_id, r.organization_id as organization_id, r.document_id as document_id, r.happened_at as happened_at, r.earlier as earlier
      from json_to_recordset(p_feed) as r(i integer, seq bigint, position bigint, type text, definition_id text, organization_id text, document_id text, happened_at bigint, earlier text)) r
    where v_ok[r.i]
    ;
  end if;
  if p_parties is not null then
    insert into @schema@.approval_parties (workspace_id, execution_id, user_key, created_at)
    select r.workspace_id, r.execution_id, r.user_key, r.created_at from (select r.i, p_workspaces[r.i] as workspace_id, p_executions[r.i] as execution_id, r.user_key as user_key, r.created_at as created_at
      from json_to_recordset(p_parties) as r(i integer, user_key text, created_at bigint)) r
    where v_ok[r.i]
    on conflict do nothing;
  end if;
  if p_inbox is not null then
    insert into @schema@.approval_inbox (workspace_id, execution_id, step_id, reviewer, waiting_since, due_at, substitutes)
    select r.workspace_id, r.execution_id, r.step_id, r.reviewer, r.waiting_since, r.due_at, r.substitutes from (select r.i, p_workspaces[r.i] as workspace_id, p_executions[r.i] as execution_id, r.step_id as step_id, r.reviewer as reviewer, r.waiting_since as waiting_since, r.due_at as due_at, r.substitutes as substitutes
      from json_to_recordset(p_inbox) as r(i integer, step_id text, reviewer text, waiting_since bigint, due_at bigint, substitutes bigint)) r
    where v_ok[r.i]
    ;
  end if;
  if p_deliveries is not null then
    insert into @schema@.approval_deliveries (workspace_id, execution_id, seq, concurrency_key, event_id, type, status, attempts, next_attempt_at, last_status, last_error, created_at, updated_at)
    select r.workspace_id, r.execution_id, r.seq, r.concurrency_key, r.event_id, r.type, r.status, r.attempts, r.next_attempt_at, r.last_status, r.last_error, r.created_at, r.updated_at from (select r.i, p_workspaces[r.i] as workspace_id, p_executions[r.i] as execution_id, r.seq as seq, r.concurrency_key as concurrency_key, r.event_id as event_id, r.type as type, r.status as status, r.attempts as attempts, r.next_attempt_at as next_attempt_at, r.last_status as last_status, r.last_error as last_error, r.created_at as created_at, r.updated_at as updated_at
      from json_to_recordset(p_deliveries) as r(i integer, seq bigint, concurrency_key text, event_id text, type text, status text, attempts bigint, next_attempt_at bigint, last_status bigint, last_error text, created_at bigint, updated_at bigint)) r
    where v_ok[r.i]
    ;
  end if;
  if p_delivery_jobs is not null then
    insert into @schema@.approval_jobs (workspace_id, execution_id, step_id, kind, concurrency_key, due_at, claimable_at, attempt, token)
    select r.workspace_id, r.execution_id, r.step_id, r.kind, r.concurrency_key, r.due_at, r.claimable_at, r.attempt, r.token from (select r.i, p_workspaces[r.i] as workspace_id, p_executions[r.i] as execution_id, r.step_id as step_id, r.kind as kind, r.concurrency_key as concurrency_key, r.due_at as due_at, r.claimable_at as claimable_at, r.attempt as attempt, r.token as token
      from json_to_recordset(p_delivery_jobs) as r(i integer, step_id text, kind text, concurrency_key text, due_at bigint, claimable_at bigint, attempt bigint, token text)) r
    where v_ok[r.i] order by r.workspace_id collate "C", r.execution_id collate "C", r.step_id collate "C", r.kind collate "C"
    on conflict do nothing;
  end if;
  if p_ended is not null then
    select coalesce(array_agg(r.ctid), '{}') into v_rows from (select r.*, p_workspaces[r.i] as workspace_id, p_executions[r.i] as execution_id
        from json_to_recordset(p_ended) as r(i integer, step_id text)) k cross join lateral (select t.ctid from @schema@.approval_jobs t where t.workspace_id = k.workspace_id and t.execution_id between k.execution_id and k.execution_id and t.step_id = k.step_id order by t.workspace_id, t.execution_id, t.step_id, t.kind for update) r where v_ok[k.i];
    if v_rows <> '{}' then
      delete from @schema@.approval_jobs where ctid = any (v_rows);
    end if;
  end if;
  if p_claims is not null then
    select coalesce(array_agg(r.ctid), '{}') into v_rows from (select r.*, p_workspaces[r.i] as workspace_id, p_executions[r.i] as execution_id
        from json_to_recordset(p_claims) as r(i integer, n integer, step_id text, kind text, token text, finishes boolean)) k cross join lateral (select t.ctid from @schema@.approval_jobs t where t.workspace_id = k.workspace_id and t.execution_id between k.execution_id and k.execution_id and t.step_id = k.step_id and t.kind = k.kind order by t.workspace_id, t.execution_id, t.step_id, t.kind for update) r where v_ok[k.i] and k.finishes;
    if v_rows <> '{}' then
      delete from @schema@.approval_jobs where ctid = any (v_rows);
    end if;
  end if;
  if p_jobs is not null then
    insert into @schema@.approval_jobs (workspace_id, execution_id, step_id, kind, concurrency_key, due_at, claimable_at, attempt, token)
    select r.workspace_id, r.execution_id, r.step_id, r.kind, r.concurrency_key, r.due_at, r.claimable_at, r.attempt, r.token from (select r.i, p_workspaces[r.i] as workspace_id, p_executions[r.i] as execution_id, r.step_id as step_id, r.kind as kind, r.concurrency_key as concurrency_key, r.due_at as due_at, r.claimable_at as claimable_at, r.attempt as attempt, r.token as token
      from json_to_recordset(p_jobs) as r(i integer, step_id text, kind text, concurrency_key text, due_at bigint, claimable_at bigint, attempt bigint, token text)) r
    where v_ok[r.i] order by r.workspace_id collate "C", r.execution_id collate "C", r.step_id collate "C", r.kind collate "C"
    on conflict (workspace_id, execution_id, step_id, kind) do update set concurrency_key = excluded.concurrency_key, due_at = excluded.due_at, claimable_at = excluded.claimable_at, attempt = excluded.attempt, token = excluded.token;
  end if;
  if p_other_jobs is not null then
    insert into @schema@.approval_jobs (workspace_id, execution_id, step_id, kind, concurrency_key, due_at, claimable_at, attempt, token)
    select r.workspace_id, r.execution_id, r.step_id, r.kind, r.concurrency_key, r.due_at, r.claimable_at, r.attempt, r.token from (select r.i, p_workspaces[r.i] as workspace_id, r.execution_id as execution_id, r.step_id as step_id, r.kind as kind, r.concurrency_key as concurrency_key, r.due_at as due_at, r.claimable_at as claimable_at, r.attempt as attempt, r.token as token
      from json_to_recordset(p_other_jobs) as r(i integer, execution_id text, step_id text, kind text, concurrency_key text, due_at bigint, claimable_at bigint, attempt bigint, token text)) r
    where v_ok[r.i] order by r.workspace_id collate "C", r.execution_id collate "C", r.step_id collate "C", r.kind collate "C"
    on conflict (workspace_id, execution_id, step_id, kind) do update set concurrency_key = excluded.concurrency_key, due_at = excluded.due_at, claimable_at = excluded.claimable_at, attempt = excluded.attempt, token = excluded.token;
  end if;
end
$body$$function$, '@schema@', pg_catalog.quote_ident(pg_catalog.current_schema()));
end $create$;

insert into approval_schema_migrations (id, name, breaking, applied_at) values (1, 'the tables of store contract 1', 1, cast(pg_catalog.floor(extract(epoch from pg_catalog.clock_timestamp()) operator(pg_catalog.*) 1000) as bigint));
