/**
 * Every bound of the engine: those of the contract (section 1) and internal ones. Lengths are in
 * characters, times in ms, sizes in bytes of JSON text. `scripts/limits-page.ts` describes each
 * and writes `docs/reference/limits.md`.
 * @see docs/reference/contract.md#1-identifiers-and-limits
 * @see docs/reference/contract.md#2-definitions
 */
export const LIMITS = {
  nameLength: 200,
  descriptionLength: 2_000,
  referenceLength: 200,
  nodeIdLength: 64,
  workspaceIdLength: 128,
  actorLength: 256,
  emailLength: 320,
  tagLength: 64,
  urlLength: 2_000,
  schemaUrlLength: 2_000,
  outcomeLength: 64,
  secretMinLength: 16,
  bearerSecretLength: 32,
  secretMaxLength: 512,
  commentBodyLength: 8_000,
  promptLength: 8_000,
  decisionReasonLength: 2_000,
  cancelReasonLength: 500,
  errorMessageLength: 2_000,
  pathLength: 500,
  cursorLength: 2_000,

  reviewers: 50,
  poolUsers: 50,
  poolCount: 50,
  people: 500,
  reviewerWeight: 1_000,
  ruleWeight: 500_000,
  reviewerOrder: 50,
  distinctApprovers: 50,
  reasonCodes: 50,
  formFields: 50,
  formNameLength: 64,
  formTextLength: 2_000,
  formChoices: 50,
  choiceLength: 200,
  chainLevels: 10,
  claimMs: 604_800_000,
  claimMinMs: 60_000,
  pauseMs: 2_592_000_000,
  reminders: 10,
  remindAgainMs: 60_000,
  remindersByHand: 50,
  separationNodes: 20,
  contributors: 50,
  runContributors: 500,
  delegations: 10,
  retractions: 10,
  claims: 1_000,
  addedPeople: 10,
  openQuestions: 5,
  questions: 20,
  questionLength: 2_000,
  decisions: 100,
  absenceMs: 31_536_000_000,
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

  slaMs: 31_536_000_000,
  workingDays: 366,
  agentMaxRuntimeMs: 86_400_000,
  retryIntervalMs: 86_400_000,
  retryAttempts: 10,
  loopIterations: 20,

  whenLength: 4_000,
  whenDepth: 32,
  whenSize: 500,
  patternSize: 2_500,
  patternsSize: 25_000,
  templateLength: 16_000,
  templatePaths: 200,
  jsonTemplateBytes: 65_536,
  jsonTemplateDepth: 32,
  renderedBytes: 262_144,
  evaluationWork: 4_000_000,
  commandWork: 8_000_000,
  canHoldWork: 10_000,
  inputSchemaBytes: 65_536,
  inputPathWork: 1_000_000,

  stepInputBytes: 4_194_304,
  findings: 1_000,
  resolutions: 1_000,
  resolutionBytes: 4_194_304,
  executionBytes: 33_554_432,

  requestBytes: 1_048_576,
  requestValues: 150_000,
  requestNames: 65_536,
  callbackBytes: 524_288,
  heldBytes: 16_777_216,
  payloadBytes: 262_144,
  payloadDepth: 64,
  pageSize: 500,
  pageBytes: 4_194_304,

  stepsPerExecution: 10_000,
} as const;

/** Values of omitted fields. */
export const DEFAULTS = {
  agentMaxRuntimeMs: 1_800_000,
  loopIterations: 5,
  retry: { maximumAttempts: 3, initialIntervalMs: 1_000, backoffCoefficient: 2, maximumIntervalMs: 60_000 },
  /** Items per page of any listing but events, which use `eventsPageSize`. */
  pageSize: 50,
  eventsPageSize: 100,
  claimMs: 28_800_000,
} as const;

/** Default bounds of one process for waits, streams and links. */
export const HOSTING_LIMITS = {
  /** Maximum number of types in a feed's filter. */
  feedTypes: 20,
  /** Maximum wait of an HTTP call, in ms. */
  waitMs: 25_000,
  /** Maximum number of callers from outside that wait at once; calls in process are not limited. */
  waits: 1_000,
  /** Maximum number of them of one workspace. */
  workspaceWaits: 250,
  /** Maximum number of them of one subject in a workspace. */
  subjectWaits: 100,
  /** Maximum number of open streams. */
  streams: 1_000,
  /** Maximum number of open streams of one workspace. */
  workspaceStreams: 100,
  /** Maximum number of open streams of one subject in a workspace. */
  subjectStreams: 25,
  /** Maximum number of events buffered for a slow reader of a stream. */
  streamEvents: 1_000,
  /** Maximum bytes buffered for a slow reader of a stream. */
  streamBytes: 1_048_576,
  /** Maximum number of decisions that `executions/explain` explains, per step and per execution. */
  explainedOfStep: 20,
  explainedAnswers: 100,
  /** Maximum bytes of a decision through a link. */
  decideBytes: 65_536,
  /** Maximum bytes of a Slack callback. */
  slackBytes: 262_144,
  /** Maximum age of a Slack callback, in ms. An older one may be a replay. */
  slackAgeMs: 300_000,
  /** Timeout to replace a Slack message, in ms. Slack waits 3 s in total, decision included. */
  slackReplaceMs: 2_000,
} as const;
