/**
 * Every operation that callers from outside can ask for (contract section 10): its path, the shapes of request and
 * result, and the method that does it. Routes, OpenAPI and the client are made from this table.
 */
import { z } from 'zod';
import { definitionSchema } from '../../definition/definition.js';
import {
  deleteDefinition,
  getDefinition,
  listDefinitions,
  updateDefinition,
} from '../requests/definitions.js';
import {
  cancelExecution,
  dispatchExecution,
  getEvents,
  getExecution,
  listExecutions,
} from '../requests/executions.js';
import { listDeliveries, redeliver } from '../requests/webhooks.js';
import {
  cancelStep,
  listWaiting,
  recordAgentResolution,
  recordReviewerDecision,
  resolveStep,
} from '../requests/steps.js';
import { deliveryView, redeliverResult } from '../views/delivery.js';
import { definitionView, validation } from '../views/definition.js';
import { eventsPage } from '../views/event.js';
import { executionSummaryView, executionView } from '../views/execution.js';
import { pageOf } from '../views/page.js';
import {
  cancelExecutionResult,
  cancelStepResult,
  deleteDefinitionResult,
  dispatchResult,
  resolveStepResult,
  reviewResult,
} from '../views/results.js';
import { waitingItem } from '../views/waiting.js';
import type { DefinitionOperations } from './definitions.js';
import type { ExecutionOperations } from './executions.js';
import type { StepOperations } from './steps.js';
import type { WebhookOperations } from './webhooks.js';

/** The operations of one workspace. */
export interface WorkspaceOperations {
  readonly definitions: DefinitionOperations;
  readonly executions: ExecutionOperations;
  readonly steps: StepOperations;
  readonly webhooks: WebhookOperations;
}

export interface Operation<Request extends z.ZodType = z.ZodType, Result extends z.ZodType = z.ZodType> {
  readonly summary: string;
  readonly request: Request;
  readonly result: Result;
  /** Checks the request itself, whatever it is given. */
  readonly invoke: (on: WorkspaceOperations, request: z.infer<Request>) => Promise<unknown>;
}

const operation = <Request extends z.ZodType, Result extends z.ZodType>(
  summary: string,
  request: Request,
  result: Result,
  invoke: (on: WorkspaceOperations, request: z.infer<Request>) => Promise<z.infer<Result>>,
): Operation<Request, Result> => ({ summary, request, result, invoke });

const scopeIds = { organizationId: z.string().optional(), documentId: z.string().optional() };

export const OPERATIONS = {
  'definitions/create': operation(
    'Keeps a new definition as version 1.',
    definitionSchema,
    definitionView,
    (on, request) => on.definitions.create(request),
  ),
  'definitions/update': operation(
    'Keeps a new version; runs under way stay on theirs.',
    updateDefinition,
    definitionView,
    (on, request) => on.definitions.update(request),
  ),
  'definitions/get': operation(
    'The newest version, or the one asked for, of the most specific definition.',
    getDefinition,
    definitionView,
    (on, request) => on.definitions.get(request),
  ),
  'definitions/list': operation(
    'The active definitions of exactly one scope level.',
    listDefinitions,
    pageOf(definitionView),
    (on, request) => on.definitions.list(request),
  ),
  'definitions/delete': operation(
    'Tombstones a definition that has no run in flight.',
    deleteDefinition,
    deleteDefinitionResult,
    (on, request) => on.definitions.delete(request),
  ),
  'definitions/validate': operation(
    'What create would say, without keeping anything.',
    definitionSchema.extend(scopeIds),
    validation,
    (on, request) => on.definitions.validate(request),
  ),
  'executions/dispatch': operation(
    'Starts a run; with an idempotencyKey a repeat answers with the first one.',
    dispatchExecution,
    dispatchResult,
    (on, request) => on.executions.dispatch(request),
  ),
  'executions/get': operation('An execution with its steps.', getExecution, executionView, (on, request) =>
    on.executions.get(request),
  ),
  'executions/list': operation(
    'Executions without their steps, newest first.',
    listExecutions,
    pageOf(executionSummaryView),
    (on, request) => on.executions.list(request),
  ),
  'executions/getEvents': operation(
    'Events with a seq above sinceSeq, in order.',
    getEvents,
    eventsPage,
    (on, request) => on.executions.getEvents(request),
  ),
  'executions/cancel': operation(
    'Ends a run; cancelling it again is no fault.',
    cancelExecution,
    cancelExecutionResult,
    (on, request) => on.executions.cancel(request),
  ),
  'steps/recordReviewerDecision': operation(
    'Records what a reviewer decided.',
    recordReviewerDecision,
    reviewResult,
    (on, request) => on.steps.recordReviewerDecision(request),
  ),
  'steps/recordAgentResolution': operation(
    'Settles one finding of a blocking agent.',
    recordAgentResolution,
    reviewResult,
    (on, request) => on.steps.recordAgentResolution(request),
  ),
  'steps/cancel': operation('Cancels an open step.', cancelStep, cancelStepResult, (on, request) =>
    on.steps.cancel(request),
  ),
  'steps/resolve': operation(
    'Ends a waiting step by force, or decides as one of its reviewers.',
    resolveStep,
    resolveStepResult,
    (on, request) => on.steps.resolve(request),
  ),
  'steps/listWaiting': operation(
    'Steps that wait, the longest first.',
    listWaiting,
    pageOf(waitingItem),
    (on, request) => on.steps.listWaiting(request),
  ),
  'webhooks/listDeliveries': operation(
    'Deliveries of events to receivers, newest first.',
    listDeliveries,
    pageOf(deliveryView),
    (on, request) => on.webhooks.listDeliveries(request),
  ),
  'webhooks/redeliver': operation(
    'Sends a delivery again, or all dead ones of an execution.',
    redeliver,
    redeliverResult,
    (on, request) => on.webhooks.redeliver(request),
  ),
} as const;

export type OperationPath = keyof typeof OPERATIONS;
export type OperationRequest<P extends OperationPath> = z.infer<(typeof OPERATIONS)[P]['request']>;
export type OperationResult<P extends OperationPath> = z.infer<(typeof OPERATIONS)[P]['result']>;
