/**
 * Rules for when an edge is evaluated, and the role of an edge (contract section 4). The
 * interpreter
 * applies them to real steps, the linter to possible outcomes.
 */
import { type Folded, canFoldedHold, fold } from './can-hold.js';
import { type Expression, variablesOf } from './tree.js';
import type { WorkBudget } from './work.js';

/** The condition of an edge, with the facts that the rules need. */
export interface Guard {
  /** Condition; null for the success edge. */
  readonly when: Expression | null;
  /** True if the condition reads the status of the step. */
  readonly readsStatus: boolean;
  /** True if the condition reads the output of the step. */
  readonly readsOutput: boolean;
}

/** A guard with its condition folded once for the linter. */
export interface FoldedGuard extends Guard {
  readonly folded: Folded | null;
}

/** Role of an edge (contract section 2). */
export type EdgeRole = 'success' | 'reject' | 'breach' | 'custom';

/** Statuses of ended steps whose edges are evaluated. A cancelled step fires no edge. */
export type EndStatus = 'completed' | 'skipped' | 'failed' | 'breached';

/** Builds the guard of a condition. */
export function guardOf(when: Expression | null): FoldedGuard {
  const paths = when === null ? [] : variablesOf(when);
  return {
    when,
    // `step` as a whole includes its status.
    readsStatus: paths.some(
      ([root, field]) => root === 'step' && (field === undefined || field === 'status'),
    ),
    readsOutput: paths.some(([root]) => root === 'output'),
    folded: when === null ? null : fold(when, KNOWN),
  };
}

/** Applies rules 1 to 4. Returns true if the edge is evaluated; it fires if its `when` holds. */
export function isLookedAt(guard: Guard, status: EndStatus, decision: unknown): boolean {
  const succeeded = status === 'completed' || status === 'skipped';
  if (guard.when === null) return succeeded && decision !== 'reject';
  if (!succeeded && !guard.readsStatus) return false;
  return guard.readsOutput || decision !== 'reject';
}

/** Paths of a step that the linter may know. */
const KNOWN = ['step.status', 'output.decision'] as const;

/** Outcomes of a step that edges can distinguish. */
export const OUTCOMES = {
  approved: { status: 'completed', decision: 'approve' },
  rejected: { status: 'completed', decision: 'reject' },
  undecided: { status: 'completed', decision: null },
  skipped: { status: 'skipped', decision: null },
  failed: { status: 'failed', decision: null },
  breached: { status: 'breached', decision: null },
} as const satisfies Record<string, { status: EndStatus; decision: 'approve' | 'reject' | null }>;

/** Outcome of a step that edges can distinguish. */
export type Outcome = keyof typeof OUTCOMES;

/** Returns true if a step with this outcome can make the edge fire. */
export const canFire = (guard: FoldedGuard, outcome: Outcome): boolean => canFireOn(guard, OUTCOMES[outcome]);

/** The end of a step, as far as edges can distinguish it. */
interface StepEnd {
  readonly status: EndStatus;
  /** Decision in the output; null without one. */
  readonly decision: unknown;
}

/** Same as `canFire` for the end of a real step. The work is also spent from `shared`. */
export function canFireOn(
  guard: FoldedGuard,
  { status, decision }: StepEnd,
  shared: WorkBudget | null = null,
): boolean {
  if (!isLookedAt(guard, status, decision)) return false;
  return guard.folded === null || canFoldedHold(guard.folded, knownAt({ status, decision }), shared);
}

/** Values of the paths that are known at the end of a step. */
export const knownAt = ({ status, decision }: StepEnd): ReadonlyMap<string, unknown> =>
  new Map<(typeof KNOWN)[number], unknown>([
    ['step.status', status],
    ['output.decision', decision],
  ]);

/**
 * Role of the edge (section 2, "Roles"). `reject` depends on the decision and status of a completed
 * step, `breach` on the status alone.
 */
export function roleOf(guard: FoldedGuard): EdgeRole {
  const { folded } = guard;
  if (folded === null) return 'success';
  const completed = (decision: string) =>
    canFoldedHold(folded, new Map([['step.status', 'completed'], ['output.decision', decision]] as const)); // prettier-ignore
  if (completed('reject') && !completed('approve')) return 'reject';
  if (canHoldOn(folded, 'breached') && !canHoldOn(folded, 'completed')) return 'breach';
  return 'custom';
}

/** Returns true if a condition can hold on a step of this status, everything else unknown. */
export function canHoldOn(folded: Folded, status: EndStatus): boolean {
  return canFoldedHold(folded, new Map([['step.status', status]] as const));
}
