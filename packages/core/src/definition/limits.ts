/**
 * The numbers of the contract, section 1 (and `triggers` of section 2). Lengths are in characters, times in
 * milliseconds, sizes in bytes of JSON text.
 */
export const LIMITS = {
  nameLength: 200,
  descriptionLength: 2_000,
  referenceLength: 200,
  nodeIdLength: 64,
  actorLength: 256,
  emailLength: 320,
  tagLength: 64,
  urlLength: 2_000,
  secretMinLength: 16,
  secretMaxLength: 512,
  commentBodyLength: 8_000,
  promptLength: 8_000,
  decisionReasonLength: 2_000,
  cancelReasonLength: 500,
  errorMessageLength: 2_000,
  pathLength: 500,

  reviewers: 50,
  nodes: 100,
  edges: 500,
  groups: 100,
  loops: 20,
  triggers: 50,
  tags: 20,

  slaMs: 31_536_000_000,
  agentMaxRuntimeMs: 86_400_000,
  retryIntervalMs: 86_400_000,
  retryAttempts: 10,
  loopIterations: 20,

  whenLength: 4_000,
  whenDepth: 32,
  whenSize: 500,

  requestBytes: 1_048_576,
  /** triggerContext, outputs, findings, resolutions. */
  payloadBytes: 262_144,
  payloadDepth: 64,

  stepsPerExecution: 10_000,
  pageSize: 500,
} as const;

/** What an author gets by leaving the value out. */
export const DEFAULTS = {
  agentMaxRuntimeMs: 1_800_000,
  loopIterations: 5,
  retry: { maximumAttempts: 3, initialIntervalMs: 1_000, backoffCoefficient: 2, maximumIntervalMs: 60_000 },
  definitionsPageSize: 50,
  eventsPageSize: 100,
} as const;
