/**
 * Every bound of the engine, once: the numbers of the contract (section 1), and those it needs beside them. Lengths are in
 * characters, times in milliseconds, sizes in bytes of JSON text. `docs/reference/limits.md` is made from this table;
 * what each one bounds is said in `scripts/limits-page.ts`.
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
  agentMaxRuntimeMs: 86_400_000,
  retryIntervalMs: 86_400_000,
  retryAttempts: 10,
  loopIterations: 20,

  whenLength: 4_000,
  whenDepth: 32,
  whenSize: 500,
  patternSize: 2_500,
  patternsSize: 25_000,
  evaluationWork: 4_000_000,
  commandWork: 8_000_000,
  canHoldWork: 10_000,

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

/** What an author gets by leaving the value out. */
export const DEFAULTS = {
  agentMaxRuntimeMs: 1_800_000,
  loopIterations: 5,
  retry: { maximumAttempts: 3, initialIntervalMs: 1_000, backoffCoefficient: 2, maximumIntervalMs: 60_000 },
  /** Items of a page of any listing; of events `eventsPageSize`. */
  pageSize: 50,
  eventsPageSize: 100,
  claimMs: 28_800_000,
} as const;

/** Bounds of what hosts wait for and follow: of one process, where nothing else is said. */
export const HOSTING_LIMITS = {
  /** Types that a feed is narrowed to. */
  feedTypes: 20,
  /** How long a call over HTTP waits, in ms. */
  waitMs: 25_000,
  /** Callers that wait at once. */
  waits: 1_000,
  /** Streams that are open at once. */
  streams: 1_000,
  /** Streams of one workspace. */
  workspaceStreams: 100,
  /** Events that a stream holds for a reader that takes none. */
  streamEvents: 1_000,
  /** Bytes of them. */
  streamBytes: 1_048_576,
  /** Answers of a step whose effect `executions/explain` tells, and of a run. */
  explainedOfStep: 20,
  explainedAnswers: 100,
  /** Bytes of an answer that is given by a link. */
  decideBytes: 65_536,
  /** Bytes of a callback of Slack. */
  slackBytes: 262_144,
  /** How old it may be, in ms: one that is older was recorded by somebody. */
  slackAgeMs: 300_000,
  /** How long Slack may take to replace its message, in ms: with the decision within the 3 s that it waits itself. */
  slackReplaceMs: 2_000,
} as const;
