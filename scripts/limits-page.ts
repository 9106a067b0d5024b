/**
 * `docs/reference/limits.md`, made from the table of limits: run with `npm run docs:limits` after a change of it. A test
 * holds the page to the table.
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { HOSTING_LIMITS, LIMITS } from '@org/approval-core';
import { PERMIT_LIMITS } from '../packages/agents/src/limits.js';
import { CLIENT_LIMITS } from '../packages/client/src/limits.js';
import { INSPECTOR_LIMITS } from '../packages/inspector/src/limits.js';
import { format, resolveConfig } from 'prettier';

type Unit =
  | 'units of weight'
  | 'orders'
  | 'characters'
  | 'items'
  | 'bytes'
  | 'ms'
  | 'levels'
  | 'times'
  | 'units of work';
/** What it bounds, in what unit, and the code past it where that is not `invalid-field`. */
type Row = readonly [of: string, unit: Unit, past?: string];

const ROWS: Readonly<Record<keyof typeof LIMITS, Row>> = {
  nameLength: ['a name of a definition, node, inputMapping entry', 'characters'],
  descriptionLength: ['a description', 'characters'],
  referenceLength: ['an agentId, findingId, organizationId, documentId', 'characters'],
  nodeIdLength: ['a nodeId, groupId, loopId, triggerId', 'characters'],
  actorLength: ['a reviewerId, userId, actorId', 'characters'],
  emailLength: ['an address in reviewerEmails', 'characters'],
  tagLength: ['a tag', 'characters'],
  urlLength: ['a webhook URL', 'characters'],
  secretMinLength: ['a webhook secret, at least', 'characters'],
  bearerSecretLength: ['a bearer secret, at least, without a warning', 'characters', 'trigger-secret-short'],
  secretMaxLength: ['a webhook secret, at most', 'characters'],
  commentBodyLength: ['a commentBody', 'characters'],
  promptLength: ['a promptOverride', 'characters'],
  decisionReasonLength: ['the reason of a decision', 'characters'],
  cancelReasonLength: ['the reason of a cancellation', 'characters'],
  errorMessageLength: ['an errorMessage', 'characters'],
  pathLength: ['a dot-path outside conditions', 'characters'],
  cursorLength: ['a cursor', 'characters'],
  workspaceIdLength: ['a workspaceId', 'characters'],

  reviewers: ['reviewers of a node, and reviewerEmails', 'items'],
  poolUsers: ['users of a pool', 'items'],
  poolCount: ['approvals that a pool needs', 'items'],
  people: ['people of a step, or of one value of its run', 'items', 'reviewers-unresolved'],
  reviewerWeight: ['the weight of an entry', 'units of weight'],
  ruleWeight: ['the weight that a rule asks for', 'units of weight'],
  reviewerOrder: ['the order of an entry', 'orders'],
  distinctApprovers: ['minDistinctApprovers', 'items'],
  reasonCodes: ['reason codes of a node', 'items'],
  formFields: ['fields of a form', 'items'],
  formNameLength: ['the name of a field of a form', 'characters'],
  formTextLength: ['a text that fills in a field of a form', 'characters'],
  formChoices: ['choices of a field of a form', 'items'],
  choiceLength: ['a choice of a field of a form', 'characters'],
  chainLevels: ['the levels of a chain', 'levels'],
  claimMinMs: ['claimMs, at least', 'ms'],
  claimMs: ['claimMs, at most', 'ms'],
  pauseMs: ['pauseMs', 'ms'],
  reminders: ['reminders of a node', 'items'],
  separationNodes: ['nodes of excludeDecidersOf', 'items'],
  contributors: ['contributorIds of a dispatch', 'items'],
  runContributors: ['contributors of a run, with those of its revisions', 'items', 'limit-reached'],
  delegations: ['delegations of a place', 'times', 'limit-reached'],
  retractions: ['answers of a place that are taken back', 'times', 'limit-reached'],
  addedPeople: ['people who are added to a step', 'items', 'limit-reached'],
  openQuestions: ['open questions of a step', 'items', 'limit-reached'],
  questions: ['questions of a step', 'items', 'limit-reached'],
  questionLength: ['a question, and its answer', 'characters'],
  decisions: ['decisions of steps/decideMany', 'items'],
  absenceMs: ['an absence', 'ms'],
  absences: ['absences of a person that are not over', 'items', 'limit-reached'],
  inputNames: ['names of an inputMapping', 'items'],
  headers: ['headers of a webhook node', 'items'],
  nodes: ['nodes of a definition, and members of a group or a loop', 'items', 'too-many-nodes'],
  edges: ['edges of a definition', 'items', 'too-many-edges'],
  groups: ['groups of a definition', 'items'],
  loops: ['loops of a definition', 'items'],
  triggers: ['triggers of a definition', 'items'],
  tags: ['tags of a definition', 'items'],
  eventTypes: ['eventTypes of a webhookConfig', 'items'],
  allowedEvents: ['allowedEvents of a trigger', 'items'],
  issues: ['issues that one answer lists', 'items', 'too-many-issues'],
  slaMs: ['slaMs', 'ms'],
  agentMaxRuntimeMs: ['agentMaxRuntimeMs', 'ms'],
  retryIntervalMs: ['an interval of retry', 'ms'],
  retryAttempts: ['maximumAttempts of retry', 'times'],
  loopIterations: ['maxIterations of a loop', 'times'],
  whenLength: ['a condition', 'characters', 'when-too-large'],
  whenDepth: ['a condition', 'levels', 'when-too-large'],
  whenSize: ['operators and operands of a condition', 'items', 'when-too-large'],
  patternSize: ['instructions of a compiled pattern', 'items', 'when-bad-regex'],
  patternsSize: ['instructions of all patterns of a definition', 'items', 'when-bad-regex'],
  evaluationWork: ['the work of one condition', 'units of work', 'expression-too-costly'],
  commandWork: [
    'the work of one command: its conditions, edges, inputs, and counts of groups',
    'units of work',
    'expression-too-costly',
  ],
  canHoldWork: [
    'the work of finding out whether a condition can hold; past it, it can',
    'units of work',
    'none',
  ],
  stepInputBytes: [
    'the input of a step, outputs of a group included: past it the step fails',
    'bytes',
    'input-too-large',
  ],
  findings: ['findings of a step', 'items', 'agent-output-invalid'],
  resolutions: ['resolutions of a step', 'items', 'RESOURCE_EXHAUSTED'],
  resolutionBytes: ['the resolutions of a step together', 'bytes', 'RESOURCE_EXHAUSTED'],
  executionBytes: [
    'what the steps of an execution hold together: past it the execution fails, and takes no resolution',
    'bytes',
    'execution-too-large',
  ],
  requestBytes: ['a request (an engine option)', 'bytes'],
  requestValues: ['values, and names of fields, in the JSON of a request', 'items'],
  requestNames: ['names of fields in the JSON of a request', 'items'],
  callbackBytes: ['the body of an inbound callback', 'bytes'],
  heldBytes: [
    'large request bodies that an HTTP handler holds at once (an option of it)',
    'bytes',
    'UNAVAILABLE',
  ],
  payloadBytes: ['a triggerContext, output, finding, resolution, or custom', 'bytes'],
  payloadDepth: ['a triggerContext, output, finding, resolution, or custom', 'levels'],
  pageSize: ['a page of a listing', 'items'],
  pageBytes: ['a page of a listing: it ends there, and hasMore says so', 'bytes'],
  stepsPerExecution: ['steps of an execution (an engine option)', 'items', 'step-limit-exceeded'],
};

const HOSTING_ROWS: Readonly<Record<keyof typeof HOSTING_LIMITS, Row>> = {
  feedTypes: ['types that a feed is narrowed to', 'items'],
  waitMs: ['the wait of executions/wait, over HTTP', 'ms'],
  waits: [
    'callers of executions/wait that a process lets wait; one more is answered at once',
    'items',
    'none',
  ],
  streams: ['event streams of a process', 'items', 'RESOURCE_EXHAUSTED'],
  workspaceStreams: ['event streams of a workspace', 'items', 'RESOURCE_EXHAUSTED'],
  streamEvents: [
    'events that a stream holds for a reader that takes none: past it, it ends',
    'items',
    'none',
  ],
  streamBytes: ['bytes of them', 'bytes', 'none'],
  explainedOfStep: ['answers of a step that executions/explain tells of; truncated says so', 'items', 'none'],
  explainedAnswers: ['answers of a run that it tells of', 'items', 'none'],
  decideBytes: ['the body of an answer by a link', 'bytes', '413'],
  slackBytes: ["the body of Slack's callback", 'bytes', '413'],
  slackAgeMs: ["the age of Slack's callback", 'ms', '401'],
  slackReplaceMs: ['what Slack takes to replace its message', 'ms', 'logged; the decision stands'],
};

const PERMIT_ROWS: Readonly<Record<keyof typeof PERMIT_LIMITS, Row>> = {
  argsBytes: ['the arguments of a call', 'bytes'],
  argsDepth: ['the arguments of a call', 'levels'],
  targetLength: ['what a call is about', 'characters'],
  refLength: ['a name or a key of a permit', 'characters'],
  attempts: ['attempts of a permit', 'times'],
  reasonLength: ['a reason', 'characters'],
  revokeReasonLength: ['the reason of a revocation', 'characters'],
  errorLength: ['the error of a call', 'characters'],
  batch: ['permits of one request', 'items'],
  pending: ['permits that wait, of one principal', 'items', 'too-many-pending'],
  deniedBeforeMs: ['how long a call that was denied is denied again without asking', 'ms', 'none'],
  waitMs: ['the wait for a permit, in the process', 'ms'],
  httpWaitMs: ['the wait for a permit, over HTTP', 'ms'],
  waits: ['callers of a process that wait for permits; one more is answered at once', 'items', 'none'],
  askMinMs: ['how long a question stands, at least', 'ms'],
  askMs: ['how long a question stands, at most', 'ms'],
  grantMinMs: ['how long a grant holds, at least', 'ms'],
  grantMs: ['how long a grant holds, at most', 'ms'],
  rules: ['rules of a policy', 'items'],
  grantUses: ['uses of a grant', 'times'],
  grantPeople: ['people who may give a grant', 'items'],
  matchArguments: ['arguments that a rule looks at', 'items'],
  matchValues: ['values that an argument is compared with', 'items'],
  matchBytes: ['what a rule compares with', 'bytes'],
  redactions: ['arguments that a rule hides', 'items'],
  tools: ['tools of a policy', 'items'],
  difference: ['differences that are shown between two calls', 'items', 'none'],
  history: ['entries of the history of a permit: the last ones', 'items', 'none'],
  policyBytes: ['a policy', 'bytes'],
  batchBytes: ['the permits of one request together', 'bytes'],
};

const CLIENT_ROWS: Readonly<Record<keyof typeof CLIENT_LIMITS, Row>> = {
  blockLength: ['a block of an event stream', 'characters', 'none'],
  blockLines: ['lines of it', 'items', 'none'],
};

const INSPECTOR_ROWS: Readonly<Record<keyof typeof INSPECTOR_LIMITS, Row>> = {
  formBytes: ['a form of the inspector', 'bytes', '400'],
};

/** Tables of packages that stand beside the engine: by heading, values and what they bound. */
const BESIDE: readonly (readonly [
  heading: string,
  values: Readonly<Record<string, number>>,
  rows: Readonly<Record<string, Row>>,
])[] = [
  ['Permits (`@org/approval-agents`)', PERMIT_LIMITS, PERMIT_ROWS],
  ['The client (`@org/approval-client`)', CLIENT_LIMITS, CLIENT_ROWS],
  ['The inspector (`@org/approval-inspector`)', INSPECTOR_LIMITS, INSPECTOR_ROWS],
];

const HEAD = `# Limits

Every input has a bound, and every bound is here. What does not fit is refused before any work is done on it, with a
message that says what was too large. This page is made from the table in \`packages/core/src/definition/limits.ts\` by
\`npm run docs:limits\`; a test holds the two together.

Where no code is named, it is \`invalid-field\` in the issues of an \`INVALID_ARGUMENT\`. The codes of definitions are
explained in [linter-codes.md](linter-codes.md).

`;
const TABLE_HEAD = '| what | at most | unit | past it |\n| --- | --- | --- | --- |\n';

function tableOf(values: Readonly<Record<string, number>>, rows: Readonly<Record<string, Row>>): string {
  return Object.entries(rows)
    .map(([name, [of, unit, past]]) => {
      const value = values[name]?.toLocaleString('en-US');
      return `| ${of} | ${value} | ${unit} | ${past === undefined ? '' : `\`${past}\``} |\n`;
    })
    .join('');
}

const PAGE = fileURLToPath(new URL('../docs/reference/limits.md', import.meta.url));

/** The page, as it must stand in the repository. */
export async function limitsPage(): Promise<string> {
  const engine = tableOf({ ...LIMITS, ...HOSTING_LIMITS }, { ...ROWS, ...HOSTING_ROWS });
  const beside = BESIDE.map(
    ([heading, values, rows]) => `\n## ${heading}\n\n${TABLE_HEAD}${tableOf(values, rows)}`,
  );
  return format(`${HEAD}${TABLE_HEAD}${engine}${beside.join('')}`, {
    ...(await resolveConfig(PAGE)),
    parser: 'markdown',
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(PAGE, await limitsPage());
}
