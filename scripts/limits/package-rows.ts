/** The bounds of the limits of the other packages. */
import { PERMIT_LIMITS } from '../../packages/agents/src/limits.js';
import { CLIENT_LIMITS } from '../../packages/client/src/limits.js';
import { COMMENTS_LIMITS } from '../../packages/comments/src/limits.js';
import { DEFAULT_RATE_LIMITS } from '../../packages/http/src/rate-limit.js';
import { INSPECTOR_LIMITS } from '../../packages/inspector/src/limits.js';
import type { Row } from './row.js';

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
  looks: ['looks at all permits of a program, or of a run of it, at once in a process', 'items', 'none'],
  deniedBeforeMs: ['how long a call that was denied is denied again without asking', 'ms', 'none'],
  waitMs: ['the wait for a permit, in the process', 'ms'],
  httpWaitMs: ['the wait for a permit, over HTTP', 'ms'],
  waits: [
    'callers over HTTP that wait for permits in a process; one more is answered at once',
    'items',
    'none',
  ],
  workspaceWaits: ['those of a workspace', 'items', 'none'],
  subjectWaits: ['those of a subject', 'items', 'none'],
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
  amendKeys: ['idempotencyKeys of amendments of a permit: the last ones', 'items', 'none'],
  policyBytes: ['a policy', 'bytes'],
  batchBytes: ['the permits of one request together', 'bytes'],
};

const CLIENT_ROWS: Readonly<Record<keyof typeof CLIENT_LIMITS, Row>> = {
  blockLength: ['a block of an event stream', 'characters', 'none'],
  blockLines: ['lines of it', 'items', 'none'],
  waitMs: ['what a request waits for on the server, which is added to `timeoutMs`', 'ms', 'none'],
};

const INSPECTOR_ROWS: Readonly<Record<keyof typeof INSPECTOR_LIMITS, Row>> = {
  formBytes: ['a form of the inspector', 'bytes', '400'],
};

const COMMENTS_ROWS: Readonly<Record<keyof typeof COMMENTS_LIMITS, Row>> = {
  requestBytes: ['a request (an option of each handler)', 'bytes', '413'],
  requestValues: ['values in the JSON of a request', 'items', '400'],
  requestNames: ['names of fields in it', 'items', '400'],
  requestLevels: ['the JSON of a request', 'levels', '400'],
  idLength: ['an id', 'characters', '400'],
  userIdLength: ['a userId', 'characters', '400'],
  apiKeyLength: ['the apiKey in metadata, which is not used', 'characters', '400'],
  nameLength: ['the name of an event, or of a field that was changed', 'characters', '400'],
  changedFields: ['fields that were changed', 'items', '400'],
  ids: ['ids of threads or documents that are asked for', 'items', '400'],
  documents: ['documents whose threads are listed', 'items', '400'],
  listed: ['threads of a page', 'items', '400'],
  listParts: ['digests in a request for the changes of a list', 'items', '400'],
  threadComments: ['comments of a thread, tombstones included', 'items', '413'],
  threadCharacters: ['a thread with its comments, as JSON', 'characters', '413'],
  answerCharacters: ['threads of a page, unless it is one', 'characters', 'the page ends, with `next`'],
};

const RATE_ROWS: Readonly<Record<keyof typeof DEFAULT_RATE_LIMITS, Row>> = {
  read: ['operations that read, of a workspace, in a second', 'times', '429'],
  write: ['operations that write', 'times', '429'],
  dispatch: ['dispatches', 'times', '429'],
  decide: ['decisions, and what changes who decides', 'times', '429'],
  admin: ['operations of administrators', 'times', '429'],
  'failed-attempt': ['attempts that fail to prove who they are, of an address, in a second', 'times', '429'],
};

/** Tables of the other packages: heading, values and what they bound. */
export const PACKAGE_TABLES: readonly (readonly [
  heading: string,
  values: Readonly<Record<string, number>>,
  rows: Readonly<Record<string, Row>>,
])[] = [
  ['Permits (`@org/approval-agents`)', PERMIT_LIMITS, PERMIT_ROWS],
  ['The client (`@org/approval-client`)', CLIENT_LIMITS, CLIENT_ROWS],
  ['Rates over HTTP (`@org/approval-http`, `rateLimiter`)', DEFAULT_RATE_LIMITS, RATE_ROWS],
  ['Comments (`@org/approval-comments`)', COMMENTS_LIMITS, COMMENTS_ROWS],
  ['The inspector (`@org/approval-inspector`)', INSPECTOR_LIMITS, INSPECTOR_ROWS],
];
