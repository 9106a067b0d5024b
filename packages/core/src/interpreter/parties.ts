/** Who is a party of a run (docs/reference/contract.md, section 18): once one, always one. */
import type { EngineEvent, EventData, EventType } from './event.js';
import type { ExecutionState } from './state.js';

type Names = readonly (string | null | undefined)[];

const nobody = (): Names => NONE;
const NONE: readonly never[] = Object.freeze([]);

/** Whom each event makes a party. A new event does not compile until it says so here. */
const NAMED: { readonly [T in EventType]: (data: EventData[T]) => Names } = {
  'step.awaiting-approval': ({ waitingForReviewers }) => waitingForReviewers,
  'step.reviewers-resolved': ({ places }) => places.flatMap((it) => [it.userId, it.holder]),
  'step.decision-recorded': ({ reviewerId, people }) => [reviewerId, people?.onBehalfOf],
  'step.answered': ({ reviewerId, onBehalfOf }) => [reviewerId, onBehalfOf],
  'step.assigned': ({ added }) => added,
  'step.people-changed': ({ places = NONE, question }) => [
    ...places.flatMap((it) => [it.userId, it.holder]),
    ...(question === undefined ? NONE : [question.by, question.of]),
  ],
  'step.answer-retracted': ({ reviewerId, onBehalfOf }) => [reviewerId, onBehalfOf],
  'step.question-asked': ({ by, of }) => [by, of],
  'step.question-answered': ({ by, of }) => [by, of],
  'execution.parties-changed': ({ contributorIds }) => contributorIds,

  'execution.dispatched': nobody,
  'execution.started': nobody,
  'execution.completed': nobody,
  'execution.failed': nobody,
  'execution.cancelled': nobody,
  'step.scheduled': nobody,
  'step.started': nobody,
  'step.retried': nobody,
  'step.resolution-recorded': nobody,
  // Its actor is nobody's party: whoever administrates has permissions instead.
  'step.overridden': nobody,
  'step.reminded': nobody,
  'step.reminder': nobody,
  // Whoever is a contributor by it is one by the event before.
  'execution.subject-revised': nobody,
  'step.link-revoked': nobody,
  'step.called-back': nobody,
  'step.resumed': nobody,
  'step.skipped': nobody,
  'step.completed': nobody,
  'step.failed': nobody,
  'step.breached': nobody,
  'step.cancelled': nobody,
  'group.quorum-met': nobody,
  'group.quorum-unreachable': nobody,
  'loop.iteration-started': nobody,
  'loop.exhausted': nobody,
  'idempotency.suppressed': nobody,
  'execution.jobs-restored': nobody,
};

/** Whom these events make parties, each once; one event's own list where that says it all, which is kept anyway. */
export function partiesOf(events: Iterable<EngineEvent>): readonly string[] {
  const found = new Set<string>();
  let last: Names = NONE;
  for (const event of events) {
    const named = (NAMED[event.type] as (data: EngineEvent['data']) => Names)(event.data);
    if (named.length === 0) continue;
    last = named;
    for (const name of named) if (name != null) found.add(name);
  }
  const all = [...found];
  return isSame(last, all) ? last : all;
}

const isSame = (names: Names, others: readonly string[]): names is readonly string[] =>
  names.length === others.length && names.every((it, index) => it === others[index]);

/** Who started a run, and who made what is to be approved. */
export function partiesOfHeader({ parties }: Pick<ExecutionState, 'parties'>): readonly string[] {
  if (parties === undefined) return NONE;
  const { initiatorId, contributorIds } = parties;
  return [...(initiatorId === null ? NONE : [initiatorId]), ...contributorIds];
}
