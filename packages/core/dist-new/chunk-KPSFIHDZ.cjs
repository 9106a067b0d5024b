"use strict";Object.defineProperty(exports, "__esModule", {value: true});// src/definition/limits.ts
var LIMITS = {
  nameLength: 200,
  descriptionLength: 2e3,
  referenceLength: 200,
  nodeIdLength: 64,
  workspaceIdLength: 128,
  actorLength: 256,
  emailLength: 320,
  tagLength: 64,
  urlLength: 2e3,
  secretMinLength: 16,
  bearerSecretLength: 32,
  secretMaxLength: 512,
  commentBodyLength: 8e3,
  promptLength: 8e3,
  decisionReasonLength: 2e3,
  cancelReasonLength: 500,
  errorMessageLength: 2e3,
  pathLength: 500,
  cursorLength: 2e3,
  reviewers: 50,
  poolUsers: 50,
  poolCount: 50,
  people: 500,
  reviewerWeight: 1e3,
  ruleWeight: 5e5,
  reviewerOrder: 50,
  distinctApprovers: 50,
  reasonCodes: 50,
  formFields: 50,
  formNameLength: 64,
  formTextLength: 2e3,
  formChoices: 50,
  choiceLength: 200,
  chainLevels: 10,
  claimMs: 6048e5,
  claimMinMs: 6e4,
  pauseMs: 2592e6,
  reminders: 10,
  remindAgainMs: 6e4,
  remindersByHand: 50,
  separationNodes: 20,
  contributors: 50,
  runContributors: 500,
  delegations: 10,
  retractions: 10,
  claims: 1e3,
  addedPeople: 10,
  openQuestions: 5,
  questions: 20,
  questionLength: 2e3,
  decisions: 100,
  absenceMs: 31536e6,
  absences: 100,
  inputNames: 50,
  headers: 50,
  nodes: 100,
  edges: 500,
  groups: 100,
  loops: 20,
  triggers: 50,
  tags: 20,
  eventTypes: 50,
  allowedEvents: 100,
  issues: 100,
  slaMs: 31536e6,
  agentMaxRuntimeMs: 864e5,
  retryIntervalMs: 864e5,
  retryAttempts: 10,
  loopIterations: 20,
  whenLength: 4e3,
  whenDepth: 32,
  whenSize: 500,
  patternSize: 2500,
  patternsSize: 25e3,
  evaluationWork: 4e6,
  commandWork: 8e6,
  canHoldWork: 1e4,
  stepInputBytes: 4194304,
  findings: 1e3,
  resolutions: 1e3,
  resolutionBytes: 4194304,
  executionBytes: 33554432,
  requestBytes: 1048576,
  requestValues: 15e4,
  requestNames: 65536,
  callbackBytes: 524288,
  heldBytes: 16777216,
  payloadBytes: 262144,
  payloadDepth: 64,
  pageSize: 500,
  pageBytes: 4194304,
  stepsPerExecution: 1e4
};
var DEFAULTS = {
  agentMaxRuntimeMs: 18e5,
  loopIterations: 5,
  retry: { maximumAttempts: 3, initialIntervalMs: 1e3, backoffCoefficient: 2, maximumIntervalMs: 6e4 },
  /** Items of a page of any listing; of events `eventsPageSize`. */
  pageSize: 50,
  eventsPageSize: 100,
  claimMs: 288e5
};
var HOSTING_LIMITS = {
  /** Types that a feed is narrowed to. */
  feedTypes: 20,
  /** How long a call over HTTP waits, in ms. */
  waitMs: 25e3,
  /** Callers that wait at once. */
  waits: 1e3,
  /** Streams that are open at once. */
  streams: 1e3,
  /** Streams of one workspace. */
  workspaceStreams: 100,
  /** Events that a stream holds for a reader that takes none. */
  streamEvents: 1e3,
  /** Bytes of them. */
  streamBytes: 1048576,
  /** Answers of a step whose effect `executions/explain` tells, and of a run. */
  explainedOfStep: 20,
  explainedAnswers: 100,
  /** Bytes of an answer that is given by a link. */
  decideBytes: 65536,
  /** Bytes of a callback of Slack. */
  slackBytes: 262144,
  /** How old it may be, in ms: one that is older was recorded by somebody. */
  slackAgeMs: 3e5,
  /** How long Slack may take to replace its message, in ms: with the decision within the 3 s that it waits itself. */
  slackReplaceMs: 2e3
};





exports.LIMITS = LIMITS; exports.DEFAULTS = DEFAULTS; exports.HOSTING_LIMITS = HOSTING_LIMITS;
//# sourceMappingURL=chunk-KPSFIHDZ.cjs.map