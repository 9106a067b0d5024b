/** A way to reach every limit. The table is closed: a limit without one does not compile. */
import type { LIMITS } from '@org/approval-core';
import type { IssueCode } from '@org/approval-core/definition';
import type { OperationPath } from '@org/approval-core/views';
import { PEOPLE_DEFINITIONS } from './people-probes.js';
import type { Dimension, Shape } from './shape.js';

export type Probe =
  /** A definition at the limit; `needs` are prerequisites, `code` is the code of a refusal. */
  | {
      readonly kind: 'definition';
      readonly dimension: Dimension;
      readonly needs?: Partial<Shape>;
      readonly code?: IssueCode;
    }
  /** A request at the limit. */
  | { readonly kind: 'request'; readonly path: OperationPath; readonly data: (amount: number) => object }
  /** Reached by a run, or by no request; names the test for it. */
  | { readonly kind: 'elsewhere'; readonly test: string };

const definition = (dimension: Dimension, needs: Partial<Shape> = {}, code?: IssueCode): Probe => ({
  kind: 'definition',
  dimension,
  needs,
  ...(code !== undefined && { code }),
});
const request = (path: OperationPath, data: (amount: number) => object): Probe => ({
  kind: 'request',
  path,
  data,
});
const people = (limit: keyof typeof PEOPLE_DEFINITIONS): Probe =>
  request('definitions/create', PEOPLE_DEFINITIONS[limit]);
const elsewhere = (test: string): Probe => ({ kind: 'elsewhere', test });

const presented = (presentation: (amount: number) => object): Probe =>
  request('executions/dispatch', (it) => ({ definitionId: 'flow', presentation: presentation(it) }));
const listOf = <T>(length: number, item: T): T[] => Array.from({ length }, () => item);

const CORE = '../../../packages/core/src/';
const CALLS = elsewhere(`${CORE}nodes/webhook/bounds.test.ts`);
const NOTICES = elsewhere(`${CORE}nodes/notification/bounds.test.ts`);
const RUNS = elsewhere(`${CORE}interpreter/bounded.test.ts`);
const VERBS = `${CORE}engine/people/limits.test.ts`;
const TRIGGERS = `${CORE}engine/triggers/limits.test.ts`;
const STEP = { executionId: 'exec_1', stepId: 'step_review' };
const BREACHED = '{"op":"eq","args":[{"var":"step.status"},"breached"]}';
const RECEIVER = { eventTypes: 1 };

export const PROBES: Readonly<Record<keyof typeof LIMITS, Probe>> = {
  nameLength: definition('nameLength'),
  descriptionLength: definition('descriptionLength'),
  referenceLength: definition('referenceLength'),
  nodeIdLength: definition('nodeIdLength'),
  workspaceIdLength: elsewhere(`${CORE}engine/hostile.test.ts`),
  actorLength: definition('actorLength'),
  emailLength: definition('emailLength'),
  tagLength: definition('tagLength', { tags: 1 }),
  urlLength: definition('urlLength', RECEIVER),
  schemaUrlLength: elsewhere(`${CORE}definition/definition-limits.test.ts`),
  signalNameLength: request('executions/signal', (it) => ({ executionId: 'exec_1', name: 'x'.repeat(it) })),
  instantLength: elsewhere(`${CORE}nodes/wait/run.test.ts`),
  subflowDepth: elsewhere(`${CORE}nodes/subflow/run.test.ts`),
  subflowSteps: elsewhere(`${CORE}nodes/subflow/run.test.ts`),
  subflowTreeSteps: elsewhere(`${CORE}nodes/subflow/run.test.ts`),
  waitMs: elsewhere(`${CORE}nodes/wait/run.test.ts`),
  signals: elsewhere(`${CORE}interpreter/signals.test.ts`),
  signalsOfName: elsewhere(`${CORE}interpreter/signals.test.ts`),
  signalBytes: elsewhere(`${CORE}interpreter/signals.test.ts`),
  outcomeLength: elsewhere(`${CORE}nodes/end/lint.test.ts`),
  secretMinLength: elsewhere(`${CORE}lint/trigger-rules.test.ts`),
  bearerSecretLength: elsewhere(`${CORE}lint/trigger-rules.test.ts`),
  secretMaxLength: definition('secretMaxLength', RECEIVER),
  commentBodyLength: definition('commentBodyLength'),
  promptLength: definition('promptLength'),
  decisionReasonLength: request('steps/recordReviewerDecision', (it) => ({
    ...{ ...STEP, reviewerId: 'ann', decision: 'approve' },
    reason: 'x'.repeat(it),
  })),
  cancelReasonLength: request('executions/cancel', (it) => ({
    executionId: 'exec_1',
    reason: 'x'.repeat(it),
  })),
  errorMessageLength: request('steps/recordAgentResolution', (it) => ({
    ...{ ...STEP, resolutionId: 'r', status: 'failure' },
    errorMessage: 'x'.repeat(it),
  })),
  pathLength: definition('pathLength'),
  cursorLength: elsewhere(`${CORE}engine/hostile.test.ts`),

  reviewers: definition('reviewers'),
  poolUsers: people('poolUsers'),
  poolCount: people('poolCount'),
  people: people('people'),
  reviewerWeight: people('reviewerWeight'),
  ruleWeight: people('ruleWeight'),
  reviewerOrder: people('reviewerOrder'),
  distinctApprovers: people('distinctApprovers'),
  reasonCodes: people('reasonCodes'),
  formFields: people('formFields'),
  formNameLength: people('formNameLength'),
  formTextLength: elsewhere(`${CORE}interpreter/people/answer.test.ts`),
  formChoices: people('formChoices'),
  choiceLength: people('choiceLength'),
  chainLevels: people('chainLevels'),
  claimMinMs: elsewhere(VERBS),
  claimMs: people('claimMs'),
  pauseMs: people('pauseMs'),
  reminders: people('reminders'),
  remindAgainMs: elsewhere(`${CORE}engine/people/remind.test.ts`),
  remindersByHand: elsewhere(`${CORE}engine/people/remind.test.ts`),
  separationNodes: elsewhere(VERBS),
  contributors: request('executions/dispatch', (it) => ({
    definitionId: 'flow',
    contributorIds: Array.from({ length: it }, (_, index) => `c${index}`),
  })),
  runContributors: elsewhere(VERBS),
  delegations: elsewhere(VERBS),
  retractions: elsewhere(VERBS),
  claims: elsewhere(VERBS),
  addedPeople: request('steps/addReviewers', (it) => ({
    ...{ ...STEP, reviewerId: 'ann' },
    userIds: Array.from({ length: it }, (_, index) => `a${index}`),
  })),
  openQuestions: elsewhere(VERBS),
  questions: elsewhere(VERBS),
  questionLength: request('steps/requestInformation', (it) => ({
    ...{ ...STEP, reviewerId: 'ann' },
    question: 'x'.repeat(it),
  })),
  decisions: request('steps/decideMany', (it) => ({
    decisions: Array.from({ length: it }, () => ({ ...STEP, reviewerId: 'ann', decision: 'approve' })),
  })),
  absenceMs: request('people/setAbsence', (it) => ({
    ...{ userId: 'ann', substituteId: 'bob', from: 0 },
    until: it,
  })),
  absences: elsewhere(VERBS),
  inputNames: definition('inputNames'),
  headers: definition('headers'),
  nodes: definition('nodes', { edges: 99 }, 'too-many-nodes'),
  edges: definition('edges', {}, 'too-many-edges'),
  groups: definition('groups', { nodes: 100 }),
  loops: definition('loops', { nodes: 100, edges: 99 }),
  triggers: definition('triggers'),
  schedules: elsewhere(TRIGGERS),
  hostEventTypes: elsewhere(TRIGGERS),
  eventTriggers: elsewhere(TRIGGERS),
  caughtUpInstants: elsewhere(`${CORE}engine/triggers/due.test.ts`),
  lateMinMs: elsewhere(TRIGGERS),
  lateMs: elsewhere(TRIGGERS),
  tags: definition('tags'),
  eventTypes: definition('eventTypes'),
  allowedEvents: definition('allowedEvents', { triggers: 1 }),
  issues: elsewhere(`${CORE}lint/bounded.test.ts`),

  workingDays: request('definitions/create', (workingDays) => ({
    ...{ definitionId: 'in-days', name: 'In days', edges: [{ from: 'check', to: 'late', when: BREACHED }] },
    nodes: ['check', 'late'].map((nodeId) => ({
      ...{ nodeId, type: 'agent', config: { agentId: '__mock__', urlPath: 'url' } },
      ...(nodeId === 'check' && { sla: { workingDays, calendar: 'office' } }),
    })),
  })),
  slaMs: definition('slaMs'),
  agentMaxRuntimeMs: definition('agentMaxRuntimeMs'),
  retryIntervalMs: definition('retryIntervalMs', { retryAttempts: 2 }),
  retryAttempts: definition('retryAttempts'),
  loopIterations: definition('loopIterations'),

  whenLength: definition('whenLength', {}, 'when-too-large'),
  whenDepth: definition('whenDepth', {}, 'when-too-large'),
  whenSize: definition('whenSize', {}, 'when-too-large'),
  patternSize: definition('patternSize', {}, 'when-bad-regex'),
  patternsSize: elsewhere(`${CORE}expression/pattern-size.test.ts`),
  templateLength: elsewhere(`${CORE}expression/template.test.ts`),
  presentationBytes: elsewhere(`${CORE}engine/presentation.test.ts`),
  shownTextLength: elsewhere(`${CORE}interpreter/presenting/render.test.ts`),
  facts: presented((it) => ({ facts: listOf(it, { label: 'Label', value: 'v' }) })),
  factLabelLength: presented((it) => ({ facts: [{ label: 'x'.repeat(it), value: 'v' }] })),
  currencyLength: presented((it) => ({ amount: { amount: 1, currency: 'x'.repeat(it) } })),
  tableColumns: presented((it) => ({ table: { columns: listOf(it, 'c'), rows: [] } })),
  tableRows: presented((it) => ({ table: { columns: ['c'], rows: listOf(it, ['v']) } })),
  documents: presented((it) => ({ documents: listOf(it, { title: 'Title', href: '/d' }) })),
  templatePaths: elsewhere(`${CORE}expression/template.test.ts`),
  jsonTemplateBytes: elsewhere(`${CORE}expression/template.test.ts`),
  jsonTemplateDepth: elsewhere(`${CORE}expression/template.test.ts`),
  renderedBytes: elsewhere(`${CORE}expression/template.test.ts`),
  renderedUrlLength: CALLS,
  headerValueLength: CALLS,
  formNames: CALLS,
  successCodes: CALLS,
  responseHeaders: CALLS,
  outputNames: CALLS,
  outputBytes: CALLS,
  responseBytes: CALLS,
  callSecretLength: CALLS,
  callTimeoutMs: CALLS,
  callRuntimeMs: CALLS,
  asyncRuntimeMs: CALLS,
  channelLength: NOTICES,
  notificationTo: NOTICES,
  recipients: NOTICES,
  addressLength: NOTICES,
  subjectLength: NOTICES,
  evaluationWork: elsewhere(`${CORE}expression/bounded.test.ts`),
  commandWork: RUNS,
  canHoldWork: elsewhere(`${CORE}expression/bounded.test.ts`),

  stepInputBytes: RUNS,
  findings: RUNS,
  resolutions: RUNS,
  resolutionBytes: RUNS,
  executionBytes: RUNS,

  requestBytes: elsewhere('../../../packages/http/src/adapters.test.ts'),
  requestValues: elsewhere(`${CORE}definition/json-hostile.test.ts`),
  requestNames: elsewhere(`${CORE}definition/json-hostile.test.ts`),
  callbackBytes: elsewhere('../../../packages/http/src/inbound.test.ts'),
  heldBytes: elsewhere('../../../packages/internal/src/http/byte-budget.test.ts'),
  inputSchemaBytes: definition('inputSchemaBytes', {}, 'input-schema-invalid'),
  inputPathWork: elsewhere(`${CORE}input/paths.test.ts`),
  payloadBytes: definition('payloadBytes'),
  payloadDepth: definition('payloadDepth'),
  pageSize: request('definitions/list', (it) => ({ pageSize: it })),
  pageBytes: elsewhere(`${CORE}engine/operations/listing.test.ts`),

  stepsPerExecution: RUNS,
};
