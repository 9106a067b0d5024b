create table if not exists approval_schema_migrations (
  id integer not null primary key,
  name text not null,
  breaking integer not null,
  applied_at bigint not null
);

create table approval_definitions (
  workspace_id text not null, uid text not null, definition_id text not null,
  organization_id text not null, document_id text not null, deleted text not null,
  version integer not null,
  primary key (workspace_id, uid)
) strict, without rowid;
create unique index approval_definitions_active on approval_definitions (workspace_id, organization_id, document_id, definition_id, deleted);

create table approval_definition_versions (
  workspace_id text not null, uid text not null, version integer not null, sealed_secrets text,
  body text not null,
  primary key (workspace_id, uid, version)
) strict, without rowid;

create table approval_executions (
  workspace_id text not null, execution_id text not null, seq integer not null, status text not null,
  definition_uid text not null, definition_id text not null, organization_id text, document_id text,
  created_at integer not null, ended_at integer, outcome text, parent_execution_id text,
  parent_step_id text, sealed_secret text, header text not null, body text not null,
  primary key (workspace_id, execution_id)
) strict, without rowid;
create index approval_executions_newest on approval_executions (workspace_id, created_at, execution_id);
create index approval_executions_by_status on approval_executions (workspace_id, status, created_at, execution_id);
create index approval_executions_by_definition on approval_executions (workspace_id, definition_id, created_at, execution_id);
create index approval_executions_by_outcome on approval_executions (workspace_id, outcome, created_at, execution_id) where outcome is not null;
create index approval_executions_by_scope on approval_executions (workspace_id, organization_id, document_id, created_at, execution_id) where organization_id is not null;
create index approval_executions_by_parent on approval_executions (workspace_id, parent_execution_id, created_at, execution_id) where parent_execution_id is not null;
create index approval_executions_open on approval_executions (workspace_id, definition_uid, ended_at) where ended_at is null;
create index approval_executions_ended on approval_executions (ended_at) where ended_at is not null;

create table approval_steps (
  workspace_id text not null, execution_id text not null, step_id text not null,
  position integer not null, status text not null, body text not null,
  primary key (workspace_id, execution_id, step_id)
) strict, without rowid;

create table approval_jobs (
  workspace_id text not null, execution_id text not null, step_id text not null, kind text not null,
  concurrency_key text not null, due_at integer not null, claimable_at integer not null,
  attempt integer not null, token text,
  primary key (workspace_id, execution_id, step_id, kind)
) strict, without rowid;
create index approval_jobs_claimable on approval_jobs (kind, concurrency_key, claimable_at);
create index approval_jobs_calls on approval_jobs (workspace_id, kind, claimable_at) where kind = 'call';

create table approval_deliveries (
  workspace_id text not null, execution_id text not null, seq integer not null,
  concurrency_key text not null, event_id text not null, type text not null, status text not null,
  attempts integer not null, next_attempt_at integer, last_status integer, last_error text,
  created_at integer not null, updated_at integer not null,
  primary key (workspace_id, execution_id, seq)
) strict, without rowid;
create index approval_deliveries_newest on approval_deliveries (workspace_id, created_at, execution_id, seq);
create index approval_deliveries_by_status on approval_deliveries (workspace_id, status, created_at, execution_id, seq);

create table approval_idempotency_keys (
  workspace_id text not null, idempotency_key text not null, execution_id text not null,
  correlation_id text not null, definition_id text not null, created_at integer not null,
  orphan integer not null,
  primary key (workspace_id, idempotency_key)
) strict, without rowid;
create index approval_idempotency_keys_by_execution on approval_idempotency_keys (workspace_id, execution_id);
create index approval_idempotency_keys_forgettable on approval_idempotency_keys (orphan, created_at) where orphan = 1;

create table approval_commits (
  workspace_id text not null, execution_id text not null, seq integer not null, event_id text not null,
  external integer not null, body text not null,
  primary key (workspace_id, execution_id, seq)
) strict;

create table approval_parties (
  workspace_id text not null, execution_id text not null, user_key text not null,
  created_at integer not null,
  primary key (workspace_id, execution_id, user_key)
) strict, without rowid;
create index approval_parties_by_user on approval_parties (workspace_id, user_key, created_at, execution_id);

create table approval_feed (
  workspace_id text not null, execution_id text not null, seq integer not null, position integer,
  type text not null, definition_id text not null, organization_id text, document_id text,
  happened_at integer not null, earlier text,
  primary key (workspace_id, execution_id, seq)
) strict, without rowid;
create index approval_feed_in_order on approval_feed (workspace_id, position);

create table approval_feed_heads (
  workspace_id text not null, newest integer not null, taken integer not null,
  primary key (workspace_id)
) strict, without rowid;

create table approval_subscriptions (
  workspace_id text not null, name text not null, rev integer not null, body text not null,
  primary key (workspace_id, name)
) strict, without rowid;

create table approval_links (
  workspace_id text not null, link_id text not null, token_hash text not null,
  execution_id text not null, step_id text not null, revoked_at integer, body text not null,
  primary key (workspace_id, link_id)
) strict, without rowid;
create unique index approval_links_by_token on approval_links (token_hash);
create index approval_links_by_step on approval_links (workspace_id, execution_id, step_id);

create table approval_inbox (
  workspace_id text not null, execution_id text not null, step_id text not null,
  reviewer text not null, waiting_since integer not null, due_at integer not null,
  substitutes integer not null,
  primary key (workspace_id, execution_id, step_id, reviewer)
) strict, without rowid;
create index approval_inbox_longest on approval_inbox (workspace_id, reviewer, waiting_since, execution_id, step_id);
create index approval_inbox_due on approval_inbox (workspace_id, reviewer, due_at, execution_id, step_id);

create table approval_absences (
  workspace_id text not null, absence_id text not null, absent text not null, substitute text not null,
  from_at integer not null, until_at integer not null, body text not null,
  primary key (workspace_id, absence_id)
) strict, without rowid;
create index approval_absences_by_begin on approval_absences (workspace_id, from_at, absence_id);
create index approval_absences_by_person on approval_absences (workspace_id, absent, from_at, absence_id);
create index approval_absences_by_substitute on approval_absences (workspace_id, substitute, until_at);

create table approval_permits (
  workspace_id text not null, permit_id text not null, rev integer not null, state text not null,
  ref_key text not null, requester_key text not null, principal_key text not null,
  attempt integer not null, asked_digest text not null, digest text not null, live_key text,
  pending_slot integer, grant_id text, due_at integer, deletable_at integer,
  unreported integer not null, created_at integer not null, refusals integer not null,
  body text not null,
  primary key (workspace_id, permit_id)
) strict, without rowid;
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
  workspace_id text not null, grant_id text not null, principal_key text not null,
  tool_key text not null, uses integer not null, max_uses integer not null,
  created_at integer not null, expires_at integer not null, revoked_at integer, body text not null,
  primary key (workspace_id, grant_id)
) strict, without rowid;
create index approval_standing_grants_covering on approval_standing_grants (workspace_id, tool_key, expires_at);
create index approval_standing_grants_newest on approval_standing_grants (workspace_id, created_at, grant_id);
create index approval_standing_grants_by_principal on approval_standing_grants (workspace_id, principal_key, created_at, grant_id);

create table approval_triggers (
  workspace_id text not null, uid text not null, trigger_id text not null, next_at integer,
  body text not null,
  primary key (workspace_id, uid, trigger_id)
) strict, without rowid;
create index approval_triggers_scheduled on approval_triggers (workspace_id, next_at) where next_at is not null;

create table approval_listeners (
  workspace_id text not null, type text not null, uid text not null, trigger_id text not null,
  primary key (workspace_id, type, uid, trigger_id)
) strict, without rowid;
create index approval_listeners_by_definition on approval_listeners (workspace_id, uid);

create table approval_host_events (
  workspace_id text not null, execution_id text not null, created_at integer not null,
  body text not null,
  primary key (workspace_id, execution_id)
) strict, without rowid;
create index approval_host_events_forgettable on approval_host_events (created_at);

insert into approval_schema_migrations (id, name, breaking, applied_at) values (1, 'the tables of store contract 1', 1, cast(round((julianday('now') - 2440587.5) * 86400000) as integer));
