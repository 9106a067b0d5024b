/** The tables, as data: what they are created from, and where statements get the types of columns from. */
import type { Column, ColumnType, TableShape } from '../sql/dialect.js';

const column =
  (type: ColumnType) =>
  (name: string, nullable = false): Column => ({ name, type, nullable });
const id = column('id');
const reference = column('reference');
const text = column('text');
const number = column('number');

const EXECUTION = ['workspace_id', 'execution_id'] as const;
const executionKey = EXECUTION.map((name) => id(name));

/** Every key begins with the workspace. `''` stands for "none" where a column is part of a key. */
export const TABLES = {
  /** One row per created definition: which version is the newest, and whether it is active. */
  definitions: {
    columns: [
      ...[id('workspace_id'), id('uid'), id('definition_id')],
      ...[reference('organization_id'), reference('document_id')],
      /** `''` while it is active, then its uid: so one active definition has a key, and any number of deleted ones. */
      id('deleted'),
      number('version'),
    ],
    key: ['workspace_id', 'uid'],
    indexes: [
      {
        name: 'active',
        columns: ['workspace_id', 'organization_id', 'document_id', 'definition_id', 'deleted'],
        unique: true,
      },
    ],
  },
  definition_versions: {
    columns: [id('workspace_id'), id('uid'), number('version'), text('sealed_secrets', true), text('body')],
    key: ['workspace_id', 'uid', 'version'],
    indexes: [],
  },
  /** `header` never changes and holds what started the run; `body` is the rest of the state without its steps. */
  executions: {
    columns: [
      ...[...executionKey, number('seq'), id('status')],
      ...[id('definition_uid'), id('definition_id')],
      ...[reference('organization_id', true), reference('document_id', true)],
      ...[number('created_at'), number('ended_at', true)],
      ...[text('sealed_secret', true), text('header'), text('body')],
    ],
    key: EXECUTION,
    indexes: [
      { name: 'newest', columns: ['workspace_id', 'created_at', 'execution_id'] },
      { name: 'by_status', columns: ['workspace_id', 'status', 'created_at', 'execution_id'] },
      { name: 'by_definition', columns: ['workspace_id', 'definition_id', 'created_at', 'execution_id'] },
      {
        name: 'by_scope',
        columns: ['workspace_id', 'organization_id', 'document_id', 'created_at', 'execution_id'],
        where: 'organization_id is not null',
      },
      { name: 'open', columns: ['workspace_id', 'definition_uid', 'ended_at'], where: 'ended_at is null' },
      { name: 'ended', columns: ['ended_at'], where: 'ended_at is not null' },
    ],
  },
  steps: {
    columns: [
      ...[...executionKey, id('step_id'), number('position'), id('status')],
      /** While it waits for people; null otherwise. */
      ...[number('waiting_since', true), text('waiting_for', true)],
      text('body'),
    ],
    key: [...EXECUTION, 'step_id'],
    indexes: [
      {
        name: 'waiting',
        columns: ['workspace_id', 'waiting_since', 'execution_id', 'step_id'],
        where: 'waiting_since is not null',
      },
    ],
  },
  events: {
    columns: [...executionKey, number('seq'), id('event_id'), number('external'), text('body')],
    key: [...EXECUTION, 'seq'],
    indexes: [],
  },
  jobs: {
    columns: [
      ...[...executionKey, id('step_id'), id('kind'), reference('lane')],
      /** Claimable from: the due time, or the end of the lease. */
      ...[number('due_at'), number('claimable_at'), number('attempt'), id('token', true)],
    ],
    key: [...EXECUTION, 'step_id', 'kind'],
    indexes: [{ name: 'claimable', columns: ['kind', 'lane', 'claimable_at'] }],
  },
  deliveries: {
    columns: [
      ...[...executionKey, number('seq'), reference('lane'), id('event_id'), id('type'), id('status')],
      ...[number('attempts'), number('next_attempt_at', true), number('last_status', true)],
      ...[text('last_error', true), number('created_at'), number('updated_at')],
    ],
    key: [...EXECUTION, 'seq'],
    indexes: [
      { name: 'newest', columns: ['workspace_id', 'created_at', 'execution_id', 'seq'] },
      { name: 'by_status', columns: ['workspace_id', 'status', 'created_at', 'execution_id', 'seq'] },
    ],
  },
  /** They outlive their executions; `orphan` is 1 once theirs is gone. */
  idempotency_keys: {
    columns: [
      ...[id('workspace_id'), id('idempotency_key'), id('execution_id'), id('correlation_id')],
      ...[id('definition_id'), number('created_at'), number('orphan')],
    ],
    key: ['workspace_id', 'idempotency_key'],
    indexes: [
      { name: 'by_execution', columns: EXECUTION },
      { name: 'forgettable', columns: ['orphan', 'created_at'], where: 'orphan = 1' },
    ],
  },
} as const satisfies Record<string, TableShape>;

export type TableName = keyof typeof TABLES;
