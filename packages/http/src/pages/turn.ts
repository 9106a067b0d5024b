/** Answers that a reader may give on a step now. */
import type { ExecutionView, HumanConfig } from '@org/approval-core';
import type { ExplainedStepView, PeopleView } from '@org/approval-core/views';

type Step = ExecutionView['steps'][number];
type NextAnswer = NonNullable<ExplainedStepView['next']>[number];
export type Place = PeopleView['places'][number];

/** An open place that the reader may answer. */
export interface Turn {
  /** User who holds the place. */
  readonly holder: string;
  /** The same, if the reader is their substitute; null: the reader answers for themselves. */
  readonly onBehalfOf: string | null;
  readonly round: number;
  readonly decisions: readonly NextAnswer['decision'][];
  /** Effects, as far as they were computed: a step may have more reviewers than are explained. */
  readonly next: readonly NextAnswer[];
}

/** The place of a holder. */
export const placeOf = ({ people }: Step, holder: string): Place | null =>
  people?.places.find((it) => it.holder === holder) ?? null;

/** Returns the turn of a user: their own place first; null: none is open to them. */
export function turnOf(
  userId: string,
  step: Step,
  explained: ExplainedStepView | null,
  { allowAbstain = false }: Partial<HumanConfig>,
): Turn | null {
  if (step.status !== 'waiting') return null;
  const isOpen = ({ state }: Place) => state === 'asked';
  const absent = step.substitutes.filter((it) => it.userId === userId).map((it) => it.onBehalfOf);
  const open = (step.people?.places ?? []).filter(isOpen);
  const place = open.find((it) => it.holder === userId) ?? open.find((it) => absent.includes(it.holder));
  if (place === undefined) return null;
  const onBehalfOf = place.holder === userId ? null : place.holder;
  const next = (explained?.next ?? []).filter((it) => it.userId === userId && it.onBehalfOf === onBehalfOf);
  const entries = step.people?.entries.filter(({ entry }) => place.entries.includes(entry)) ?? [];
  const canAbstain = allowAbstain && !entries.some(({ mandatory }) => mandatory);
  const decisions = ['approve', 'reject', ...(canAbstain ? (['abstain'] as const) : [])] as const;
  return { holder: place.holder, onBehalfOf, round: place.round, decisions, next };
}
