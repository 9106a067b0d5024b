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

/** What an edge is for (contract section 2). */
export type EdgeRole = 'success' | 'reject' | 'breach' | 'custom';

/** The ways in which a step can end and edges be looked at; a cancelled step fires nothing. */
export type EndStatus = 'completed' | 'skipped' | 'failed' | 'breached';

/** What the rules need to know of a condition. */
export function guardOf(when: Expression | null): Guard {
  const paths = when === null ? [] : variablesOf(when);
  return {
    when,
    // `step` as a whole includes its status.
    readsStatus: paths.some(
      ([root, field]) => root === 'step' && (field === undefined || field === 'status'),
    ),
    readsOutput: paths.some(([root]) => root === 'output'),
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
type Known = ReadonlyMap<(typeof KNOWN)[number], unknown>;

/** Each is asked about ten times, and is folded once. */
const FOLDED = /* @__PURE__ */ new WeakMap<Expression, Folded>();

function canHold(when: Expression, known: Known): boolean {
  const folded = FOLDED.get(when) ?? fold(when, KNOWN);
  FOLDED.set(when, folded);
  return canFoldedHold(folded, known);
}

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
export function canFire(guard: Guard, outcome: Outcome): boolean {
  const { status, decision } = OUTCOMES[outcome];
  if (!isLookedAt(guard, status, decision)) return false;
  if (guard.when === null) return true;
  return canHold(
    guard.when,
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
export function roleOf(guard: Guard): EdgeRole {
  const { when } = guard;
  if (when === null) return 'success';
  const completed = (decision: string) =>
    canHold(when, new Map([['step.status', 'completed'], ['output.decision', decision]] as const)); // prettier-ignore
  if (completed('reject') && !completed('approve')) return 'reject';
  if (canHoldOn(when, 'breached') && !canHoldOn(when, 'completed')) return 'breach';
  return 'custom';
}

/** Whether `when` can hold on a step of this status, everything else unknown. */
export function canHoldOn(when: Expression, status: EndStatus): boolean {
  return canHold(when, new Map([['step.status', status]] as const));
}
