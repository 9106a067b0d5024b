/**
 * Every operation that callers from outside can ask for (contract section 10): its path, the shapes of request and
 * result, and the method that does it. Routes, OpenAPI and the client are made from this table.
 */
import * as z from 'zod';
import { definitionSchema } from '../../definition/definition.js';
import {
  deleteDefinition,
  getDefinition,
  listDefinitions,
  updateDefinition,
  validateDefinition,
} from '../shapes/definitions/requests.js';
import {
  cancelExecution,
  dispatchExecution,
  getEvents,
  getExecution,
  listExecutions,
} from '../shapes/executions/requests.js';
import { clearAbsence, listAbsences, setAbsence } from '../shapes/people/requests.js';
import {
  addReviewers,
  claimStep,
  decideMany,
  delegateStep,
  provideInformation,
  releaseStep,
  remindStep,
  requestInformation,
  retractDecision,
} from '../shapes/steps/review-requests.js';
import { explainExecution, reviseSubject, withdrawExecution } from '../shapes/executions/run-requests.js';
import { listDeliveries, redeliver } from '../shapes/webhooks/requests.js';
import { HOSTING_LIMITS } from '../../definition/limits.js';
import { listEvents } from '../shapes/feed/requests.js';
import { waitExecution } from '../shapes/executions/wait-request.js';
import { feedPage } from '../shapes/feed/views.js';
import { createLink, revokeLink } from '../shapes/links/requests.js';
import { linkResult, revokeLinkResult } from '../shapes/links/views.js';
import { callbackBody } from '../shapes/webhooks/inbound.js';
import {
  cancelStep,
  listWaiting,
  recordAgentResolution,
  recordReviewerDecision,
  resolveStep,
} from '../shapes/steps/requests.js';
import { ApprovalError } from '../errors.js';
import { RequestParser } from '../shapes/shared/parse.js';
import { deliveryView, redeliverResult } from '../shapes/webhooks/views.js';
import { definitionView, validation } from '../shapes/definitions/views.js';
import { eventsPage } from '../shapes/executions/event.js';
import { executionSummaryView, executionView } from '../shapes/executions/views.js';
import { explanationView } from '../shapes/executions/explanation.js';
import { pageOf } from '../shapes/shared/page.js';
import {
  absenceView,
  addReviewersResult,
  claimResult,
  clearAbsenceResult,
  decideManyResult,
  delegateResult,
  provideInformationResult,
  releaseResult,
  remindResult,
  requestInformationResult,
  retractResult,
  reviseSubjectResult,
  setAbsenceResult,
} from '../shapes/steps/review-results.js';
import {
  cancelExecutionResult,
  cancelStepResult,
  completeDeferredResult,
  deleteDefinitionResult,
  dispatchResult,
  ensureResult,
  resolveStepResult,
  reviewResult,
  triggerResult,
  waitExecutionResult,
} from '../shapes/results.js';
import { waitingItem } from '../shapes/steps/waiting.js';
import type { OperationPath } from './operation-types.js';
import type { WorkspaceOperations } from './workspace-operations.js';

/** An operation as data: its words, its shapes, and how to do it. */
export interface Operation<Request extends z.ZodType = z.ZodType, Result extends z.ZodType = z.ZodType> {
  /** What it does, in a sentence. */
  readonly summary: string;
  /** Schema of the request. */
  readonly request: Request;
  /** Schema of the result. */
  readonly result: Result;
  /** Checks the request itself, whatever it is given. */
  readonly invoke: (on: WorkspaceOperations, request: z.input<Request>) => Promise<unknown>;
}

const operation = <Request extends z.ZodType, Result extends z.ZodType>(
  summary: string,
  request: Request,
  result: Result,
  invoke: (on: WorkspaceOperations, request: z.input<Request>) => Promise<z.infer<Result>>,
): Operation<Request, Result> => ({ summary, request, result, invoke });

/** Every operation by its path. Routes, OpenAPI and the client are made from this table. */
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
    pageOf('DefinitionPage', definitionView),
    (on, request) => on.definitions.list(request),
  ),
  'definitions/delete': operation(
    'Tombstones a definition that has no run in flight.',
    deleteDefinition,
    deleteDefinitionResult,
    (on, request) => on.definitions.delete(request),
  ),
  'definitions/ensure': operation(
    'Creates, adds a version, or does nothing: so that the newest version is this one.',
    definitionSchema,
    ensureResult,
    (on, request) => on.definitions.ensure(request),
  ),
  'definitions/validate': operation(
    'What create would say, without keeping anything.',
    validateDefinition,
    validation,
    (on, request) => on.definitions.validate(request),
  ),
  'executions/dispatch': operation(
    'Starts a run; with an idempotencyKey a repeat returns the first one.',
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
    pageOf('ExecutionPage', executionSummaryView),
    (on, request) => on.executions.list(request),
  ),
  'executions/getEvents': operation(
    'Events with a seq above sinceSeq, in order.',
    getEvents,
    eventsPage,
    (on, request) => on.executions.getEvents(request),
  ),
  'executions/wait': operation(
    'Waits for a run, or a step of it, for up to 25 s.',
    waitExecution,
    waitExecutionResult,
    (on, request) => {
      checkRequest('executions/wait', request);
      return on.executions.wait({ waitMs: HOSTING_LIMITS.waitMs, ...request });
    },
  ),
  'executions/cancel': operation(
    'Ends a run; cancelling it again changes nothing.',
    cancelExecution,
    cancelExecutionResult,
    (on, request) => on.executions.cancel(request),
  ),
  'executions/withdraw': operation(
    'Ends a run for whoever started it.',
    withdrawExecution,
    cancelExecutionResult,
    (on, request) => on.executions.withdraw(request),
  ),
  'executions/reviseSubject': operation(
    'Makes something else what is to be approved; answers of waiting steps are void.',
    reviseSubject,
    reviseSubjectResult,
    (on, request) => on.executions.reviseSubject(request),
  ),
  'executions/explain': operation(
    'Why a run waits, and what each answer would do.',
    explainExecution,
    explanationView,
    (on, request) => on.executions.explain(request),
  ),
  'steps/recordReviewerDecision': operation(
    'Records what a reviewer decided.',
    recordReviewerDecision,
    reviewResult,
    (on, request) => on.steps.recordReviewerDecision(request),
  ),
  'steps/recordAgentResolution': operation(
    'Resolves one finding of a blocking agent.',
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
    pageOf('WaitingPage', waitingItem),
    (on, request) => on.steps.listWaiting(request),
  ),
  'steps/delegate': operation('Hands a place over for good.', delegateStep, delegateResult, (on, request) =>
    on.steps.delegate(request),
  ),
  'steps/claim': operation(
    "Reserves one of a pool's answers for a time.",
    claimStep,
    claimResult,
    (on, request) => on.steps.claim(request),
  ),
  'steps/release': operation('Gives a claim back.', releaseStep, releaseResult, (on, request) =>
    on.steps.release(request),
  ),
  'steps/addReviewers': operation(
    'Adds people who have to approve too.',
    addReviewers,
    addReviewersResult,
    (on, request) => on.steps.addReviewers(request),
  ),
  'steps/retractDecision': operation(
    'Takes an answer back while the step waits.',
    retractDecision,
    retractResult,
    (on, request) => on.steps.retractDecision(request),
  ),
  'steps/requestInformation': operation(
    'Asks somebody for information while the step waits.',
    requestInformation,
    requestInformationResult,
    (on, request) => on.steps.requestInformation(request),
  ),
  'steps/provideInformation': operation(
    'Answers a question of a reviewer.',
    provideInformation,
    provideInformationResult,
    (on, request) => on.steps.provideInformation(request),
  ),
  'steps/remind': operation('Reminds people of a waiting step.', remindStep, remindResult, (on, request) =>
    on.steps.remind(request),
  ),
  'steps/decideMany': operation(
    'Records several decisions, each by itself.',
    decideMany,
    decideManyResult,
    (on, request) => on.steps.decideMany(request),
  ),
  'people/setAbsence': operation(
    'Keeps who is away, and who answers for them.',
    setAbsence,
    setAbsenceResult,
    (on, request) => on.people.setAbsence(request),
  ),
  'people/clearAbsence': operation('Forgets an absence.', clearAbsence, clearAbsenceResult, (on, request) =>
    on.people.clearAbsence(request),
  ),
  'people/listAbsences': operation(
    'Absences, those that begin first first.',
    listAbsences,
    pageOf('AbsencePage', absenceView),
    (on, request) => on.people.listAbsences(request),
  ),
  'events/list': operation(
    'The external events of all runs, in one order.',
    listEvents,
    feedPage,
    (on, request) => on.feed.list(request),
  ),
  'links/create': operation(
    'An address that answers for a reviewer, once.',
    createLink,
    linkResult,
    (on, request) => {
      checkRequest('links/create', request);
      return on.links.create(request);
    },
  ),
  'links/revoke': operation('Takes a link away.', revokeLink, revokeLinkResult, (on, request) =>
    on.links.revoke(request),
  ),
  'webhooks/listDeliveries': operation(
    'Deliveries of events to receivers, newest first.',
    listDeliveries,
    pageOf('DeliveryPage', deliveryView),
    (on, request) => on.webhooks.listDeliveries(request),
  ),
  'webhooks/redeliver': operation(
    'Sends a delivery again, or all dead ones of an execution.',
    redeliver,
    redeliverResult,
    (on, request) => on.webhooks.redeliver(request),
  ),
} as const satisfies Record<OperationPath, unknown>;

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
 * Checks the shape of a request as the operation itself will, for whoever has to know before.
 * @throws ApprovalError INVALID_ARGUMENT with everything that is wrong; NOT_FOUND for a path that is none.
 */
export function checkRequest(path: string, data: unknown): void {
  const found = Object.hasOwn(OPERATIONS, path) ? OPERATIONS[path as OperationPath] : null;
  if (found === null) throw new ApprovalError('NOT_FOUND', 'there is no such operation');
  new RequestParser(Infinity).parse(found.request as z.ZodType, data);
}
