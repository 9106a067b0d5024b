create table if not exists approval_schema_migrations (
  id integer not null primary key,
  name varchar(200) not null,
  breaking integer not null,
  applied_at bigint not null
);

create table if not exists approval_definitions (
  workspace_id varbinary(255) not null, uid varbinary(255) not null,
  definition_id varbinary(255) not null, organization_id varbinary(800) not null,
  document_id varbinary(800) not null, deleted varbinary(255) not null, version bigint not null,
  primary key (workspace_id, uid),
  unique key active (workspace_id, organization_id, document_id, definition_id, deleted)
) engine = InnoDB row_format = dynamic default character set utf8mb4;

create table if not exists approval_definition_versions (
  workspace_id varbinary(255) not null, uid varbinary(255) not null, version bigint not null,
  sealed_secrets longtext character set utf8mb4 collate utf8mb4_bin,
  body longtext character set utf8mb4 collate utf8mb4_bin not null,
  primary key (workspace_id, uid, version)
) engine = InnoDB row_format = dynamic default character set utf8mb4;

create table if not exists approval_executions (
  workspace_id varbinary(255) not null, execution_id varbinary(255) not null, seq bigint not null,
  status varbinary(255) not null, definition_uid varbinary(255) not null,
  definition_id varbinary(255) not null, organization_id varbinary(800), document_id varbinary(800),
  created_at bigint not null, ended_at bigint, outcome varbinary(255),
  parent_execution_id varbinary(255), parent_step_id varbinary(255),
  sealed_secret longtext character set utf8mb4 collate utf8mb4_bin,
  header longtext character set utf8mb4 collate utf8mb4_bin not null,
  body longtext character set utf8mb4 collate utf8mb4_bin not null,
  primary key (workspace_id, execution_id),
  key newest (workspace_id, created_at, execution_id),
  key by_status (workspace_id, status, created_at, execution_id),
  key by_definition (workspace_id, definition_id, created_at, execution_id),
  key by_outcome (workspace_id, outcome, created_at, execution_id),
  key by_scope (workspace_id, organization_id, document_id, created_at, execution_id),
  key by_parent (workspace_id, parent_execution_id, created_at, execution_id),
  key open (workspace_id, definition_uid, ended_at),
  key ended (ended_at)
) engine = InnoDB row_format = dynamic default character set utf8mb4;

create table if not exists approval_steps (
  workspace_id varbinary(255) not null, execution_id varbinary(255) not null,
  step_id varbinary(255) not null, position bigint not null, status varbinary(255) not null,
  body longtext character set utf8mb4 collate utf8mb4_bin not null,
  primary key (workspace_id, execution_id, step_id)
) engine = InnoDB row_format = dynamic default character set utf8mb4;

create table if not exists approval_jobs (
  workspace_id varbinary(255) not null, execution_id varbinary(255) not null,
  step_id varbinary(255) not null, kind varbinary(255) not null,
  concurrency_key varbinary(800) not null, due_at bigint not null, claimable_at bigint not null,
  attempt bigint not null, token varbinary(255),
  primary key (workspace_id, execution_id, step_id, kind),
  key claimable (kind, concurrency_key, claimable_at),
  key calls (workspace_id, kind, claimable_at)
) engine = InnoDB row_format = dynamic default character set utf8mb4;

create table if not exists approval_deliveries (
  workspace_id varbinary(255) not null, execution_id varbinary(255) not null, seq bigint not null,
  concurrency_key varbinary(800) not null, event_id varbinary(255) not null,
  type varbinary(255) not null, status varbinary(255) not null, attempts bigint not null,
  next_attempt_at bigint, last_status bigint,
  last_error longtext character set utf8mb4 collate utf8mb4_bin, created_at bigint not null,
  updated_at bigint not null,
  primary key (workspace_id, execution_id, seq),
  key newest (workspace_id, created_at, execution_id, seq),
  key by_status (workspace_id, status, created_at, execution_id, seq)
) engine = InnoDB row_format = dynamic default character set utf8mb4;

create table if not exists approval_idempotency_keys (
  workspace_id varbinary(255) not null, idempotency_key varbinary(255) not null,
  execution_id varbinary(255) not null, correlation_id varbinary(255) not null,
  definition_id varbinary(255) not null, created_at bigint not null, orphan bigint not null,
  primary key (workspace_id, idempotency_key),
  key by_execution (workspace_id, execution_id),
  key forgettable (orphan, created_at)
) engine = InnoDB row_format = dynamic default character set utf8mb4;

create table if not exists approval_commits (
  workspace_id varbinary(255) not null, execution_id varbinary(255) not null, seq bigint not null,
  event_id varbinary(255) not null, external bigint not null,
  body longtext character set utf8mb4 collate utf8mb4_bin not null,
  primary key (workspace_id, execution_id, seq)
) engine = InnoDB row_format = dynamic default character set utf8mb4;

create table if not exists approval_parties (
  workspace_id varbinary(255) not null, execution_id varbinary(255) not null,
  user_key varbinary(255) not null, created_at bigint not null,
  primary key (workspace_id, execution_id, user_key),
  key by_user (workspace_id, user_key, created_at, execution_id)
) engine = InnoDB row_format = dynamic default character set utf8mb4;

create table if not exists approval_feed (
  workspace_id varbinary(255) not null, execution_id varbinary(255) not null, seq bigint not null,
  position bigint, type varbinary(255) not null, definition_id varbinary(255) not null,
  organization_id varbinary(800), document_id varbinary(800), happened_at bigint not null,
  earlier longtext character set utf8mb4 collate utf8mb4_bin,
  primary key (workspace_id, execution_id, seq),
  key in_order (workspace_id, position)
) engine = InnoDB row_format = dynamic default character set utf8mb4;

create table if not exists approval_feed_heads (
  workspace_id varbinary(255) not null, newest bigint not null, taken bigint not null,
  primary key (workspace_id)
) engine = InnoDB row_format = dynamic default character set utf8mb4;

create table if not exists approval_subscriptions (
  workspace_id varbinary(255) not null, name varbinary(255) not null, rev bigint not null,
  body longtext character set utf8mb4 collate utf8mb4_bin not null,
  primary key (workspace_id, name)
) engine = InnoDB row_format = dynamic default character set utf8mb4;

create table if not exists approval_links (
  workspace_id varbinary(255) not null, link_id varbinary(255) not null,
  token_hash varbinary(255) not null, execution_id varbinary(255) not null,
  step_id varbinary(255) not null, revoked_at bigint,
  body longtext character set utf8mb4 collate utf8mb4_bin not null,
  primary key (workspace_id, link_id),
  unique key by_token (token_hash),
  key by_step (workspace_id, execution_id, step_id)
) engine = InnoDB row_format = dynamic default character set utf8mb4;

create table if not exists approval_inbox (
  workspace_id varbinary(255) not null, execution_id varbinary(255) not null,
  step_id varbinary(255) not null, reviewer varbinary(255) not null, waiting_since bigint not null,
  due_at bigint not null, substitutes bigint not null,
  primary key (workspace_id, execution_id, step_id, reviewer),
  key longest (workspace_id, reviewer, waiting_since, execution_id, step_id),
  key due (workspace_id, reviewer, due_at, execution_id, step_id)
) engine = InnoDB row_format = dynamic default character set utf8mb4;

create table if not exists approval_absences (
  workspace_id varbinary(255) not null, absence_id varbinary(255) not null,
  absent varbinary(255) not null, substitute varbinary(255) not null, from_at bigint not null,
  until_at bigint not null, body longtext character set utf8mb4 collate utf8mb4_bin not null,
  primary key (workspace_id, absence_id),
  key by_begin (workspace_id, from_at, absence_id),
  key by_person (workspace_id, absent, from_at, absence_id),
  key by_substitute (workspace_id, substitute, until_at)
) engine = InnoDB row_format = dynamic default character set utf8mb4;

create table if not exists approval_permits (
  workspace_id varbinary(255) not null, permit_id varbinary(255) not null, rev bigint not null,
  state varbinary(255) not null, ref_key varbinary(255) not null,
  requester_key varbinary(255) not null, principal_key varbinary(255) not null,
  attempt bigint not null, asked_digest varbinary(255) not null, digest varbinary(255) not null,
  live_key varbinary(255), pending_slot bigint, grant_id varbinary(255), due_at bigint,
  deletable_at bigint, unreported bigint not null, created_at bigint not null,
  refusals bigint not null, body longtext character set utf8mb4 collate utf8mb4_bin not null,
  primary key (workspace_id, permit_id),
  unique key asked (workspace_id, ref_key, attempt, asked_digest),
  unique key live (workspace_id, live_key),
  unique key slots (workspace_id, principal_key, pending_slot),
  key same_call (workspace_id, requester_key, asked_digest),
  key same_call_now (workspace_id, requester_key, digest),
  key newest (workspace_id, created_at, permit_id),
  key by_state (workspace_id, state, created_at, permit_id),
  key by_principal (workspace_id, principal_key, created_at, permit_id),
  key unreported (workspace_id, unreported, created_at, permit_id),
  key by_grant (workspace_id, grant_id, state),
  key walk (state, workspace_id, permit_id),
  key due (due_at),
  key deletable (deletable_at)
) engine = InnoDB row_format = dynamic default character set utf8mb4;

create table if not exists approval_standing_grants (
  workspace_id varbinary(255) not null, grant_id varbinary(255) not null,
  principal_key varbinary(255) not null, tool_key varbinary(255) not null, uses bigint not null,
  max_uses bigint not null, created_at bigint not null, expires_at bigint not null, revoked_at bigint,
  body longtext character set utf8mb4 collate utf8mb4_bin not null,
  primary key (workspace_id, grant_id),
  key covering (workspace_id, tool_key, expires_at),
  key newest (workspace_id, created_at, grant_id),
  key by_principal (workspace_id, principal_key, created_at, grant_id)
) engine = InnoDB row_format = dynamic default character set utf8mb4;

create table if not exists approval_triggers (
  workspace_id varbinary(255) not null, uid varbinary(255) not null,
  trigger_id varbinary(255) not null, next_at bigint,
  body longtext character set utf8mb4 collate utf8mb4_bin not null,
  primary key (workspace_id, uid, trigger_id),
  key scheduled (workspace_id, next_at)
) engine = InnoDB row_format = dynamic default character set utf8mb4;

create table if not exists approval_listeners (
  workspace_id varbinary(255) not null, type varbinary(255) not null, uid varbinary(255) not null,
  trigger_id varbinary(255) not null,
  primary key (workspace_id, type, uid, trigger_id),
  key by_definition (workspace_id, uid)
) engine = InnoDB row_format = dynamic default character set utf8mb4;

create table if not exists approval_host_events (
  workspace_id varbinary(255) not null, execution_id varbinary(255) not null,
  created_at bigint not null, body longtext character set utf8mb4 collate utf8mb4_bin not null,
  primary key (workspace_id, execution_id),
  key forgettable (created_at)
) engine = InnoDB row_format = dynamic default character set utf8mb4;

insert into approval_schema_migrations (id, name, breaking, applied_at) values (1, 'the tables of store contract 1', 1, cast(timestampdiff(microsecond, '1970-01-01 00:00:00', utc_timestamp(3)) div 1000 as signed));
