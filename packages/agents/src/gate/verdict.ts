/** The verdict of a run on its permit (permits G3): a pure function of the ended run. */
import type { ExecutionView, StepView } from '@org/approval-core';
import type { EngineEvent } from '@org/approval-core/interpreter';
import { isSamePerson, traitsOf } from '@org/approval-core/internal';
import type { StoredAsk, StoredPermit } from '../store/permit-store.js';
import type { GrantedBy } from '../types.js';

/** Reasons why an ended run grants nothing, in the order of the checks. */
export type DenialCode =
  | 'run-gone'
  | 'run-failed'
  | 'run-cancelled'
  | 'rejected'
  | 'overridden'
  | 'stale-approval'
  | 'self-approved';

export type RunVerdict =
  | { readonly kind: 'open' }
  | { readonly kind: 'granted'; readonly at: number; readonly by: readonly GrantedBy[] }
  | { readonly kind: 'denied'; readonly at: number; readonly code: DenialCode };

/** Administrators who overrode a step, by step id. */
export type Overriders = ReadonlyMap<string, string>;

interface Answer {
  readonly reviewerId: string;
  readonly onBehalfOf: string | null;
  readonly subjectDigest: string | null;
  readonly recordedAt: number;
}

const ENDED: ReadonlySet<string> = new Set(['completed', 'failed', 'cancelled']);

/** Time when the run ended; null while it goes on. */
export const endOf = (run: ExecutionView): number | null =>
  ENDED.has(run.status) ? (run.completedAt ?? run.cancelledAt ?? run.createdAt) : null;

/** Returns the iteration in which a node granted last; null if it never did. */
export const grantedIn = (run: ExecutionView, grantNodeId: string): number | null =>
  run.steps
    .filter((it) => it.nodeId === grantNodeId && isGranting(it))
    .reduce<number | null>((last, { iteration }) => Math.max(last ?? 0, iteration), null);

/**
 * Returns the verdict of an ended run. `isRewound`: the loop around the grant node began again
 * after it granted, or is exhausted.
 */
export function verdictOf(
  permit: StoredPermit,
  run: ExecutionView,
  { overriders, isRewound }: { readonly overriders: Overriders; readonly isRewound: boolean },
): RunVerdict {
  const at = endOf(run);
  const { ask } = permit;
  if (at === null || ask === null) return { kind: 'open' };
  const code = denialOf(permit, ask, run, { overriders, isRewound });
  if (code !== null) return { kind: 'denied', at, code };
  return { kind: 'granted', at, by: grantersOf(run, overriders) };
}

function denialOf(
  permit: StoredPermit,
  { definitionId, grantNodeId, overrides }: StoredAsk,
  run: ExecutionView,
  { overriders, isRewound }: { readonly overriders: Overriders; readonly isRewound: boolean },
): DenialCode | null {
  const { digest } = permit;
  const { principal } = permit.requester;
  if (run.definitionId !== definitionId) return 'run-gone';
  if (run.status === 'failed') return 'run-failed';
  if (run.status === 'cancelled') return 'run-cancelled';
  if (isRewound || grantedIn(run, grantNodeId) === null) return 'rejected';
  if (isRefused(run)) return 'rejected';

  const forced = run.steps.filter((it) => it.overridden);
  if (forced.length > 0 && (!overrides || forced.some(isForceComplete))) return 'overridden';

  const approved = approvedSteps(run);
  const answers = approved.flatMap((it) => approvalsOf(it));
  if (approved.length === 0 || run.subject?.digest !== digest) return 'stale-approval';
  if (answers.some((it) => it.subjectDigest !== digest)) return 'stale-approval';
  if (isRevisedPastGate(permit, run)) return 'stale-approval';

  const isPrincipal = (userId: unknown): boolean => isSamePerson(userId, principal);
  const isOwn = answers.some((it) => isPrincipal(it.reviewerId) || isPrincipal(it.onBehalfOf));
  const isForcedByOwn = approved.some((it) => isPrincipal(overriders.get(it.stepId)));
  return isOwn || isForcedByOwn ? 'self-approved' : null;
}

/**
 * True when others than the amenders of the permit revised the run's subject, even if it is the
 * permit's again: a revision makes contributors, who lose places on nodes, and so could not reject.
 */
function isRevisedPastGate(
  { requester: { principal }, history }: StoredPermit,
  { contributorIds }: ExecutionView,
): boolean {
  const amenders = history.filter(({ type }) => type === 'amended').map(({ actorId }) => actorId);
  const known = new Set([principal, ...amenders]);
  return contributorIds.some((it) => !known.has(it));
}

/**
 * True after a rejection beside the way to the grant node, or an end after it. Runs without an
 * outcome are not refused, nor are those of an engine that does not know outcomes yet.
 */
const isRefused = ({ outcome }: ExecutionView): boolean =>
  typeof outcome === 'string' && outcome !== 'approved';

const decisionOf = ({ output }: StepView): unknown => output?.['decision'] ?? null;

/** A grant node may itself be decided by people; their rejection is not a grant. */
const isGranting = (step: StepView): boolean => step.status === 'completed' && decisionOf(step) !== 'reject';

const isForceComplete = (step: StepView): boolean => step.status === 'completed' && decisionOf(step) === null;

/** Returns the approved human steps of each node's last iteration. */
function approvedSteps({ steps }: ExecutionView): StepView[] {
  const last = new Map<string, number>();
  for (const { nodeId, iteration } of steps) last.set(nodeId, Math.max(iteration, last.get(nodeId) ?? 0));
  return steps.filter(
    (it) =>
      traitsOf(it.nodeType).decidedByPeople &&
      it.iteration === last.get(it.nodeId) &&
      it.status === 'completed' &&
      decisionOf(it) === 'approve',
  );
}

/** A decision in the output of a step. */
type Recorded = Pick<Answer, 'reviewerId' | 'recordedAt'> & Partial<Answer> & { readonly decision: string };

function approvalsOf({ output }: StepView): Answer[] {
  const decisions = (output?.['decisions'] ?? []) as unknown as readonly Recorded[];
  return decisions
    .filter((it) => it.decision === 'approve')
    .map(({ reviewerId, onBehalfOf = null, subjectDigest = null, recordedAt }) => ({
      ...{ reviewerId, onBehalfOf, subjectDigest, recordedAt },
    }));
}

/** Sorted by name: reviewers who approved, then administrators who overrode. */
const grantersOf = (run: ExecutionView, overriders: Overriders): GrantedBy[] =>
  approvedSteps(run).flatMap((step): GrantedBy[] => {
    const people = approvalsOf(step).map(({ reviewerId: userId, onBehalfOf, recordedAt: at }) => ({
      kind: 'person' as const,
      userId,
      onBehalfOf,
      stepId: step.stepId,
      at,
    }));
    const actorId = overriders.get(step.stepId);
    return actorId === undefined ? people : [...people, { kind: 'override', actorId, stepId: step.stepId }];
  });

/** Finds who overrode which step, from the events of the run. */
export function overridersIn(events: readonly EngineEvent[]): Map<string, string> {
  const found = new Map<string, string>();
  for (const event of events) {
    if (event.type !== 'step.overridden' || event.stepId === null) continue;
    found.set(event.stepId, event.data.actorId);
  }
  return found;
}
