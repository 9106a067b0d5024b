/**
 * When an edge is looked at, and what it is for (contract section 4). The interpreter asks with a real step,
 * the linter with the outcomes that a step can have; the rules are the same and stand here.
 */
import { type Folded, canFoldedHold, fold } from './can-hold.js';
import { type Expression, variablesOf } from './tree.js';

/** The condition of an edge, with what the rules need to know of it. */
export interface Guard {
  /** null: the success edge. */
  readonly when: Expression | null;
  /** Whether it reads the status of the step. */
  readonly readsStatus: boolean;
  /** Whether it reads the output of the step. */
  readonly readsOutput: boolean;
}

/** A guard with its condition folded, once for all that the linter asks of it. */
export interface FoldedGuard extends Guard {
  readonly folded: Folded | null;
}

/** What an edge is for (contract section 2). */
export type EdgeRole = 'success' | 'reject' | 'breach' | 'custom';

/** The ways in which a step can end and edges be looked at; a cancelled step fires nothing. */
export type EndStatus = 'completed' | 'skipped' | 'failed' | 'breached';

/** What the rules need to know of a condition. */
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

/** Rules 1 to 4: whether the edge is looked at on a step that ended so; it then fires if its `when` holds. */
export function isLookedAt(guard: Guard, status: EndStatus, decision: unknown): boolean {
  const succeeded = status === 'completed' || status === 'skipped';
  if (guard.when === null) return succeeded && decision !== 'reject';
  if (!succeeded && !guard.readsStatus) return false;
  return guard.readsOutput || decision !== 'reject';
}

/** What the linter may know of a step. */
const KNOWN = ['step.status', 'output.decision'] as const;

/** How a step can end, as far as edges can tell. */
export const OUTCOMES = {
  approved: { status: 'completed', decision: 'approve' },
  rejected: { status: 'completed', decision: 'reject' },
  undecided: { status: 'completed', decision: null },
  skipped: { status: 'skipped', decision: null },
  failed: { status: 'failed', decision: null },
  breached: { status: 'breached', decision: null },
} as const satisfies Record<string, { status: EndStatus; decision: 'approve' | 'reject' | null }>;

/** How a step can end, as far as edges can tell. */
export type Outcome = keyof typeof OUTCOMES;

/** Whether some step with this outcome makes the edge fire. */
export function canFire(guard: FoldedGuard, outcome: Outcome): boolean {
  const { status, decision } = OUTCOMES[outcome];
  if (!isLookedAt(guard, status, decision)) return false;
  if (guard.folded === null) return true;
  return canFoldedHold(
    guard.folded,
    new Map<(typeof KNOWN)[number], unknown>([
      ['step.status', status],
      ['output.decision', decision],
    ]),
  );
}

/**
 * What the edge is for (section 2, "Roles"). "Can hold" is asked with what each role is about, and nothing more:
 * decision and status of a completed step for `reject`, the status alone for `breach`.
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

/** Whether a condition can hold on a step of this status, everything else unknown. */
export function canHoldOn(folded: Folded, status: EndStatus): boolean {
  return canFoldedHold(folded, new Map([['step.status', status]] as const));
}
