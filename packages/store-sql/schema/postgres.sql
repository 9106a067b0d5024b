create table if not exists approval_schema_migrations (
  id integer not null primary key,
  name text not null,
  breaking integer not null,
  applied_at bigint not null
);

create table approval_definitions (
  workspace_id text collate "C" not null,
  uid text collate "C" not null,
  definition_id text collate "C" not null,
  organization_id text collate "C" not null,
  document_id text collate "C" not null,
  deleted text collate "C" not null,
  version bigint not null,
  primary key (workspace_id, uid)
) with (fillfactor = 85);

create unique index approval_definitions_active on approval_definitions (workspace_id, organization_id, document_id, definition_id, deleted);

create table approval_definition_versions (
  workspace_id text collate "C" not null,
  uid text collate "C" not null,
  version bigint not null,
  sealed_secrets text,
  body text not null,
  primary key (workspace_id, uid, version)
) with (fillfactor = 85);

create table approval_executions (
  workspace_id text collate "C" not null,
  execution_id text collate "C" not null,
  seq bigint not null,
  status text collate "C" not null,
  definition_uid text collate "C" not null,
  definition_id text collate "C" not null,
  organization_id text collate "C",
  document_id text collate "C",
  created_at bigint not null,
  ended_at bigint,
  sealed_secret text,
  header text not null,
  body text not null,
  primary key (workspace_id, execution_id)
) with (fillfactor = 85);

create index approval_executions_newest on approval_executions (workspace_id, created_at, execution_id);

create index approval_executions_by_status on approval_executions (workspace_id, status, created_at, execution_id);

create index approval_executions_by_definition on approval_executions (workspace_id, definition_id, created_at, execution_id);

create index approval_executions_by_scope on approval_executions (workspace_id, organization_id, document_id, created_at, execution_id) where organization_id is not null;

create index approval_executions_open on approval_executions (workspace_id, definition_uid, ended_at) where ended_at is null;

create index approval_executions_ended on approval_executions (ended_at) where ended_at is not null;

create table approval_steps (
  workspace_id text collate "C" not null,
  execution_id text collate "C" not null,
  step_id text collate "C" not null,
  position bigint not null,
  status text collate "C" not null,
  waiting_since bigint,
  waiting_for text,
  body text not null,
  primary key (workspace_id, execution_id, step_id)
) with (fillfactor = 85);

create index approval_steps_waiting on approval_steps (workspace_id, waiting_since, execution_id, step_id) where waiting_since is not null;

create table approval_events (
  workspace_id text collate "C" not null,
  execution_id text collate "C" not null,
  seq bigint not null,
  event_id text collate "C" not null,
  external bigint not null,
  body text not null,
  primary key (workspace_id, execution_id, seq)
) with (fillfactor = 85);

create table approval_jobs (
  workspace_id text collate "C" not null,
  execution_id text collate "C" not null,
  step_id text collate "C" not null,
  kind text collate "C" not null,
  lane text collate "C" not null,
  due_at bigint not null,
  claimable_at bigint not null,
  attempt bigint not null,
  token text collate "C",
  primary key (workspace_id, execution_id, step_id, kind)
) with (fillfactor = 85);

create index approval_jobs_claimable on approval_jobs (kind, lane, claimable_at);

create table approval_deliveries (
  workspace_id text collate "C" not null,
  execution_id text collate "C" not null,
  seq bigint not null,
  lane text collate "C" not null,
  event_id text collate "C" not null,
  type text collate "C" not null,
  status text collate "C" not null,
  attempts bigint not null,
  next_attempt_at bigint,
  last_status bigint,
  last_error text,
  created_at bigint not null,
  updated_at bigint not null,
  primary key (workspace_id, execution_id, seq)
) with (fillfactor = 85);

create index approval_deliveries_newest on approval_deliveries (workspace_id, created_at, execution_id, seq);

create index approval_deliveries_by_status on approval_deliveries (workspace_id, status, created_at, execution_id, seq);

create table approval_idempotency_keys (
  workspace_id text collate "C" not null,
  idempotency_key text collate "C" not null,
  execution_id text collate "C" not null,
  correlation_id text collate "C" not null,
  definition_id text collate "C" not null,
  created_at bigint not null,
  orphan bigint not null,
  primary key (workspace_id, idempotency_key)
) with (fillfactor = 85);

create index approval_idempotency_keys_by_execution on approval_idempotency_keys (workspace_id, execution_id);

create index approval_idempotency_keys_forgettable on approval_idempotency_keys (orphan, created_at) where orphan = 1;

create table approval_parties (
  workspace_id text collate "C" not null,
  execution_id text collate "C" not null,
  user_key text collate "C" not null,
  created_at bigint not null,
  primary key (workspace_id, execution_id, user_key)
) with (fillfactor = 85);

create index approval_parties_by_user on approval_parties (workspace_id, user_key, created_at, execution_id);

create table approval_feed (
  workspace_id text collate "C" not null,
  execution_id text collate "C" not null,
  seq bigint not null,
  position bigint,
  type text collate "C" not null,
  definition_id text collate "C" not null,
  organization_id text collate "C",
  document_id text collate "C",
  happened_at bigint not null,
  primary key (workspace_id, execution_id, seq)
) with (fillfactor = 85);

create index approval_feed_in_order on approval_feed (workspace_id, position);

create table approval_feed_heads (
  workspace_id text collate "C" not null,
  newest bigint not null,
  taken bigint not null,
  primary key (workspace_id)
) with (fillfactor = 85);

create table approval_subscriptions (
  workspace_id text collate "C" not null,
  name text collate "C" not null,
  rev bigint not null,
  body text not null,
  primary key (workspace_id, name)
) with (fillfactor = 85);

create table approval_links (
  workspace_id text collate "C" not null,
  link_id text collate "C" not null,
  token_hash text collate "C" not null,
  execution_id text collate "C" not null,
  step_id text collate "C" not null,
  revoked_at bigint,
  body text not null,
  primary key (workspace_id, link_id)
) with (fillfactor = 85);

create unique index approval_links_by_token on approval_links (token_hash);

create index approval_links_by_step on approval_links (workspace_id, execution_id, step_id);

create table approval_inbox (
  workspace_id text collate "C" not null,
  execution_id text collate "C" not null,
  step_id text collate "C" not null,
  reviewer text collate "C" not null,
  waiting_since bigint not null,
  due_at bigint not null,
  substitutes bigint not null,
  primary key (workspace_id, execution_id, step_id, reviewer)
) with (fillfactor = 85);

create index approval_inbox_longest on approval_inbox (workspace_id, reviewer, waiting_since, execution_id, step_id);

create index approval_inbox_due on approval_inbox (workspace_id, reviewer, due_at, execution_id, step_id);

create table approval_absences (
  workspace_id text collate "C" not null,
  absence_id text collate "C" not null,
  absent text collate "C" not null,
  substitute text collate "C" not null,
  from_at bigint not null,
  until_at bigint not null,
  body text not null,
  primary key (workspace_id, absence_id)
) with (fillfactor = 85);

create index approval_absences_by_begin on approval_absences (workspace_id, from_at, absence_id);

create index approval_absences_by_person on approval_absences (workspace_id, absent, from_at, absence_id);

create index approval_absences_by_substitute on approval_absences (workspace_id, substitute, until_at);
