/**
 * Parts of events that someone may have to erase. In an entry a person is a token and a text is a
 * digest at these pointers. All else is a fact: it is never hidden and never erased.
 */
import type { EventType } from '../interpreter/event.js';
import { CANCELLING_ACTORS, EXECUTION_ACTOR } from '../interpreter/actors.js';

/** Pointers in the data of an event; `*` is each item of a list. */
export interface HiddenPointers {
  /** Pointers to user ids. */
  readonly people: readonly string[];
  /** Pointers to texts. */
  readonly texts: readonly string[];
}

const NOTHING: HiddenPointers = { people: [], texts: [] };

const PEOPLE_STATE: HiddenPointers = {
  people: [
    ...['userId', 'holder', 'addedBy'].map((it) => `/places/*/${it}`),
    ...['from', 'to', 'actorId'].map((it) => `/places/*/delegations/*/${it}`),
    '/chains/*/levels/*',
    '/claims/*/userId',
    '/questions/*/by',
    '/questions/*/of',
    '/question/by',
    '/question/of',
    '/past/*',
    '/voided/*',
    '/waitingForReviewers/*',
  ],
  texts: [
    '/places/*/delegations/*/reason',
    ...['question', 'answer', 'key'].flatMap((it) => [`/questions/*/${it}`, `/question/${it}`]),
    '/reason',
  ],
};

/** Types that a record may hold and that this engine does not write yet. */
type FurtherType = 'execution.redacted' | 'execution.migrated';

/** An event type that is added does not compile until it stands here. */
export const HIDDEN: Readonly<Record<EventType | FurtherType, HiddenPointers>> = {
  'execution.dispatched': { people: [], texts: ['/presentation'] },
  'execution.started': NOTHING,
  'execution.signalled': { people: [], texts: ['/payload'] },
  'execution.signals-removed': NOTHING,
  'execution.subject-revised': { people: ['/actorId', '/contributorId'], texts: ['/presentation'] },
  'execution.parties-changed': {
    people: ['/contributorIds/*', '/revisions/*/actorId'],
    texts: ['/subject/ref', '/subject/revision', '/revisions/*/key'],
  },
  'execution.completed': NOTHING,
  'execution.failed': { people: [], texts: ['/failureReason/message'] },
  'execution.cancelled': { people: [], texts: ['/reason'] },
  'execution.jobs-restored': NOTHING,
  'execution.redacted': { people: ['/actorId'], texts: ['/reason'] },
  'execution.migrated': { people: ['/actorId'], texts: ['/reason'] },
  'step.scheduled': { people: [], texts: ['/input', '/presentation'] },
  'step.started': NOTHING,
  'step.run-started': NOTHING,
  'step.retried': { people: [], texts: ['/error/message'] },
  'idempotency.suppressed': NOTHING,
  'step.awaiting-approval': { people: ['/waitingForReviewers/*'], texts: ['/findings', '/presentation'] },
  'step.reviewers-resolved': PEOPLE_STATE,
  'step.people-changed': PEOPLE_STATE,
  'step.reminded': { people: ['/byHand/actorId', '/byHand/userIds/*'], texts: [] },
  'step.decision-recorded': {
    people: ['/reviewerId', '/via/sub', '/people/onBehalfOf', '/waitingForReviewers/*'],
    texts: ['/reason', '/people/values', '/people/signature/printedName', '/people/signature/evidence'],
  },
  'step.link-revoked': NOTHING,
  'step.answered': { people: ['/reviewerId', '/onBehalfOf'], texts: [] },
  'step.answer-retracted': { people: ['/reviewerId', '/onBehalfOf'], texts: [] },
  'step.assigned': {
    people: ['/actorId', '/added/*', '/removed/*', '/waitingForReviewers/*'],
    texts: [],
  },
  'step.question-asked': { people: ['/by', '/of'], texts: [] },
  'step.question-answered': { people: ['/by', '/of'], texts: [] },
  'step.reminder': { people: ['/userIds/*'], texts: [] },
  'step.resolution-recorded': { people: [], texts: ['/output', '/errorMessage'] },
  'step.overridden': { people: ['/actorId', '/via/sub'], texts: ['/reason'] },
  // The users who decided in a run of the step are people as everywhere else.
  'step.called-back': { people: ['/deciders/*'], texts: ['/fingerprint'] },
  'step.resumed': { people: [], texts: ['/output'] },
  'step.skipped': { people: [], texts: ['/output'] },
  'step.completed': NOTHING,
  'step.failed': { people: [], texts: ['/error/message'] },
  'step.breached': NOTHING,
  'step.cancelled': { people: ['/actorId'], texts: ['/reason'] },
  'group.quorum-met': NOTHING,
  'group.quorum-unreachable': NOTHING,
  'group.collected': NOTHING,
  'loop.iteration-started': NOTHING,
  'loop.exhausted': { people: ['/lastRejectedBy'], texts: ['/lastRejectionReason'] },
};

/** Hidden parts of a genesis. Its pointers begin at the genesis, those of an entry with `/data`. */
export const HIDDEN_IN_GENESIS: HiddenPointers = {
  people: ['/initiator', '/contributors/*'],
  texts: ['/context', '/receiver', '/subject/ref', '/subject/revision'],
};

/** Hidden parts of an event type; nothing of a type that is unknown. */
export const hiddenOf = (type: string): HiddenPointers =>
  Object.hasOwn(HIDDEN, type) ? HIDDEN[type as EventType] : NOTHING;

const ENGINE_ACTORS: ReadonlySet<unknown> = new Set<unknown>([
  ...Object.values(CANCELLING_ACTORS),
  EXECUTION_ACTOR,
  'system:migration',
]);

/** True for the actors of the engine, which are never hidden. */
export const isEngineActor = (value: unknown): boolean => ENGINE_ACTORS.has(value);
