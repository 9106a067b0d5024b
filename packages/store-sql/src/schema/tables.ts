/** The tables, as data: the source of their SQL, their statements and their row types. */
import type { ExternalEventType } from '@org/approval-core';
import type { DefinitionVersion, DeliveryStatus, StoredJobKind } from '@org/approval-core/store';
import type {
  EngineEvent,
  ExecutionHeader,
  ExecutionState,
  ExecutionStatus,
  StepState,
  StepStatus,
} from '@org/approval-core/interpreter';
import { type Cells, id, json, number, orNull, reference, text } from '../sql/columns.js';
import type { TableShape } from '../sql/dialect.js';
import { HOSTING_TABLES } from './hosting-tables.js';
import { PEOPLE_TABLES } from './people-tables.js';
import { PERMIT_TABLES } from './permit-tables.js';
import { TRIGGER_TABLES } from './trigger-tables.js';

const EXECUTION = ['workspace_id', 'execution_id'] as const;
/** Kind of the jobs that the index `calls` has. Statements name it literally: it is partial. */
export const CALL_JOB = 'call' satisfies StoredJobKind;
const executionKey = { workspace_id: id(), execution_id: id() };

/** Every key begins with the workspace. `''` stands for "none" where a column is part of a key. */
export const TABLES = {
  /** One row per created definition: which version is the newest, and whether it is active. */
  definitions: {
    columns: {
      workspace_id: id(),
      uid: id(),
      definition_id: id(),
      organization_id: reference(),
      document_id: reference(),
      /**
       * `''` while active, then its uid: one active definition per key, and any number of deleted
       * ones.
       */
      deleted: id(),
      version: number(),
    },
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
    columns: {
      workspace_id: id(),
      uid: id(),
      version: number(),
      sealed_secrets: orNull(text()),
      body: json<Omit<DefinitionVersion, 'sealedSecrets'>>(),
    },
    key: ['workspace_id', 'uid', 'version'],
    indexes: [],
  },
  /**
   * `header` never changes and holds what started the execution; `body` is the rest of the state
   * without its steps.
   */
  executions: {
    columns: {
      ...executionKey,
      seq: number(),
      status: id<ExecutionStatus>(),
      definition_uid: id(),
      definition_id: id(),
      organization_id: orNull(reference()),
      document_id: orNull(reference()),
      created_at: number(),
      ended_at: orNull(number()),
      outcome: orNull(id()),
      /** Step that started it. */
      parent_execution_id: orNull(id()),
      parent_step_id: orNull(id()),
      sealed_secret: orNull(text()),
      header: json<ExecutionHeader>(),
      body: json<ExecutionBody>(),
    },
    key: EXECUTION,
    indexes: [
      { name: 'newest', columns: ['workspace_id', 'created_at', 'execution_id'] },
      { name: 'by_status', columns: ['workspace_id', 'status', 'created_at', 'execution_id'] },
      { name: 'by_definition', columns: ['workspace_id', 'definition_id', 'created_at', 'execution_id'] },
      {
        name: 'by_outcome',
        columns: ['workspace_id', 'outcome', 'created_at', 'execution_id'],
        where: 'outcome is not null',
      },
      {
        name: 'by_scope',
        columns: ['workspace_id', 'organization_id', 'document_id', 'created_at', 'execution_id'],
        where: 'organization_id is not null',
      },
      {
        name: 'by_parent',
        columns: ['workspace_id', 'parent_execution_id', 'created_at', 'execution_id'],
        where: 'parent_execution_id is not null',
      },
      { name: 'open', columns: ['workspace_id', 'definition_uid', 'ended_at'], where: 'ended_at is null' },
      { name: 'ended', columns: ['ended_at'], where: 'ended_at is not null' },
    ],
  },
  steps: {
    columns: {
      ...executionKey,
      step_id: id(),
      position: number(),
      status: id<StepStatus>(),
      body: json<StepState>(),
    },
    key: [...EXECUTION, 'step_id'],
    indexes: [],
  },
  jobs: {
    columns: {
      ...executionKey,
      step_id: id(),
      kind: id<StoredJobKind>(),
      /** `''` for jobs without a key. */
      concurrency_key: reference(),
      due_at: number(),
      /** Time from which it can be claimed: the due time, or the end of the lease. */
      claimable_at: number(),
      attempt: number(),
      token: orNull(id()),
    },
    key: [...EXECUTION, 'step_id', 'kind'],
    indexes: [
      { name: 'claimable', columns: ['kind', 'concurrency_key', 'claimable_at'] },
      // Calls have many concurrency keys, so that the other index orders none of them by time.
      { name: 'calls', columns: ['workspace_id', 'kind', 'claimable_at'], where: `kind = '${CALL_JOB}'` },
    ],
  },
  deliveries: {
    columns: {
      ...executionKey,
      seq: number(),
      /** Key of its job. */
      concurrency_key: reference(),
      event_id: id(),
      type: id<ExternalEventType>(),
      status: id<DeliveryStatus>(),
      attempts: number(),
      next_attempt_at: orNull(number()),
      last_status: orNull(number()),
      last_error: orNull(text()),
      created_at: number(),
      updated_at: number(),
    },
    key: [...EXECUTION, 'seq'],
    indexes: [
      { name: 'newest', columns: ['workspace_id', 'created_at', 'execution_id', 'seq'] },
      { name: 'by_status', columns: ['workspace_id', 'status', 'created_at', 'execution_id', 'seq'] },
    ],
  },
  /** Rows outlive their executions; `orphan` is 1 once the execution is deleted. */
  idempotency_keys: {
    columns: {
      workspace_id: id(),
      idempotency_key: id(),
      execution_id: id(),
      correlation_id: id(),
      definition_id: id(),
      created_at: number(),
      orphan: number<0 | 1>(),
    },
    key: ['workspace_id', 'idempotency_key'],
    indexes: [
      { name: 'by_execution', columns: EXECUTION },
      { name: 'forgettable', columns: ['orphan', 'created_at'], where: 'orphan = 1' },
    ],
  },
  /** The log of commits: the events that each added to an execution (docs/decisions/tuning.md). */
  commits: {
    columns: {
      ...executionKey,
      /** Sequence number of its first event, so that two commits on one state collide. */
      seq: number(),
      /** Id of its first event: it identifies a commit whose result was lost. */
      event_id: id(),
      /** Number of its external events. */
      external: number(),
      body: json<readonly EngineEvent[]>(),
    },
    key: [...EXECUTION, 'seq'],
    indexes: [],
    isWide: true,
  },
  ...HOSTING_TABLES,
  ...PEOPLE_TABLES,
  ...PERMIT_TABLES,
  ...TRIGGER_TABLES,
} as const satisfies Record<string, TableShape>;

/** The changing part of a state, without its steps. */
export type ExecutionBody = Omit<ExecutionState, keyof ExecutionHeader | 'steps'>;

export type TableName = keyof typeof TABLES;

/** Every table, in the order in which they are created. */
export const TABLE_NAMES = [
  'definitions',
  'definition_versions',
  'executions',
  'steps',
  'jobs',
  'deliveries',
  'idempotency_keys',
  'commits',
  'parties',
  'feed',
  'feed_heads',
  'subscriptions',
  'links',
  'inbox',
  'absences',
  'permits',
  'standing_grants',
  'triggers',
  'listeners',
  'host_events',
] as const satisfies TableName[];

/** Name of a column of the table. */
export type ColumnName<T extends TableName> = keyof (typeof TABLES)[T]['columns'] & string;

/** A whole row of the table. */
export type RowOf<T extends TableName> = Cells<(typeof TABLES)[T]['columns']>;
