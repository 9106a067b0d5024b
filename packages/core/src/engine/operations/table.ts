/**
 * The operations for callers from outside (contract section 10), by path. Routes, OpenAPI and
 * reference pages are loops over this table.
 */
import * as z from 'zod';
import { ApprovalError } from '../errors.js';
import { completeDeferredResult, triggerResult } from '../shapes/results.js';
import { callbackBody } from '../shapes/webhooks/inbound.js';
import { type Acting, type OperationData, checkShape, mapValues } from './define.js';
import type { EngineOperation } from './methods.js';
import type { OperationPath } from './operation-types.js';
import { RECORDS } from './operations.gen.js';
import { methodOf } from './workspace-operations.js';
import type { WorkspaceOperations } from './workspace-operations.js';

/** An operation as data, with the function that does it. */
export interface Operation extends OperationData {
  /** Runs it for a caller from outside or for the host; checks any request itself. */
  readonly invoke: (on: WorkspaceOperations, request: unknown, caller?: Acting) => Promise<unknown>;
}

const invokable = (operation: EngineOperation): Operation => ({
  ...operation,
  invoke: async (on, data, caller) => {
    const { request, options } = operation.asked(data, caller);
    return methodOf(on, operation.path)(request, options);
  },
});

/** Every operation by its path. */
export const OPERATIONS: Readonly<Record<OperationPath, Operation>> = mapValues<
  OperationPath,
  EngineOperation,
  Operation
>(RECORDS, invokable);

/** True if the path has an operation. */
export const isOperationPath = (path: string): path is OperationPath => Object.hasOwn(OPERATIONS, path);

/**
 * Inbound requests (contract section 13): raw JSON with its own proof.
 * @see docs/reference/contract.md#13-inbound-webhooks
 */
export const INBOUND_OPERATIONS = {
  'webhook-inbound/trigger': {
    summary: "Starts an execution as a definition's trigger says.",
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
 * Checks the shape of a request like the operation itself, for callers that must know before.
 * @throws ApprovalError INVALID_ARGUMENT with every fault; NOT_FOUND for an unknown path.
 */
export function checkRequest(path: string, data: unknown): void {
  if (!isOperationPath(path)) throw new ApprovalError('NOT_FOUND', 'the operation does not exist');
  checkShape(OPERATIONS[path], data);
}
