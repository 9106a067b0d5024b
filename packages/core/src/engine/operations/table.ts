/**
 * Every operation that callers from outside can ask for (contract section 10), by its path. Routes, OpenAPI and the reference
 * pages are loops over this table.
 */
import * as z from 'zod';
import { ApprovalError } from '../errors.js';
import { completeDeferredResult, triggerResult } from '../shapes/results.js';
import { callbackBody } from '../shapes/webhooks/inbound.js';
import { type Acting, type OperationData, checkShape } from './define.js';
import type { EngineOperation } from './methods.js';
import type { OperationPath } from './operation-types.js';
import { RECORDS } from './operations.gen.js';
import { methodOf } from './workspace-operations.js';
import type { WorkspaceOperations } from './workspace-operations.js';

/** An operation as data: its words, its shapes, what a caller needs for it, and how to do it. */
export interface Operation extends OperationData {
  /** Does it for a caller from outside, or for the host; checks the request itself, whatever it is given. */
  readonly invoke: (on: WorkspaceOperations, request: unknown, caller?: Acting) => Promise<unknown>;
}

const invokable = (operation: EngineOperation): Operation => ({
  ...operation,
  invoke: async (on, data, caller) => {
    const { request, options } = operation.asked(data, caller);
    return methodOf(on, operation.path)(request, options);
  },
});

function mapped<Key extends string, From, To>(
  record: Readonly<Record<Key, From>>,
  map: (from: From) => To,
): Readonly<Record<Key, To>> {
  const entries = Object.entries<From>(record).map(([key, it]) => [key, map(it)]);
  // The keys are those of the record.
  return Object.fromEntries(entries) as Record<Key, To>;
}

/** Every operation by its path. */
export const OPERATIONS: Readonly<Record<OperationPath, Operation>> = mapped<
  OperationPath,
  EngineOperation,
  Operation
>(RECORDS, invokable);

/** Whether there is an operation at a path. */
export const isOperationPath = (path: string): path is OperationPath => Object.hasOwn(OPERATIONS, path);

/**
 * What the outside world may send (contract section 13): raw JSON, with proofs of its own.
 * @see docs/reference/contract.md#13-inbound-webhooks
 */
export const INBOUND_OPERATIONS = {
  'webhook-inbound/trigger': {
    summary: "Starts a run as a definition's trigger says.",
    query: {
      required: ['workspaceId', 'definitionId', 'triggerId'],
      optional: ['organizationId', 'documentId'],
    },
    headers: [],
    request: z.unknown().meta({
      id: 'TriggerBody',
      description: 'Any JSON; a trigger that passes it through needs an object.',
    }),
    result: triggerResult,
  },
  'webhook-inbound/callback': {
    summary: 'Completes the step that the token was issued for; the same result again returns the same.',
    query: { required: [], optional: [] },
    headers: ['x-svc-callback-token'],
    request: callbackBody,
    result: completeDeferredResult,
  },
} as const;

/**
 * Checks the shape of a request as the operation itself will, for callers that have to know before.
 * @throws ApprovalError INVALID_ARGUMENT with everything that is wrong; NOT_FOUND for a path that is none.
 */
export function checkRequest(path: string, data: unknown): void {
  if (!isOperationPath(path)) throw new ApprovalError('NOT_FOUND', 'there is no such operation');
  checkShape(OPERATIONS[path], data);
}
