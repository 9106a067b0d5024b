/** Endings of simulated executions: each one with its share and its first example. */
import type { ExecutionState, ExecutionStatus } from '@org/approval-core/interpreter';

/** A way in which executions ended. */
export interface RunOutcome {
  /** Status of the executions; `pending` and `running` only after a violation. */
  readonly status: ExecutionStatus;
  /** Code of the failure of a failed execution, else null. */
  readonly code: string | null;
  /** Outcome of a completed execution, as in `approved`, else null. */
  readonly outcome: string | null;
  /** Number of executions. */
  readonly runs: number;
  /** Their part of all executions, above 0 and up to 1. */
  readonly share: number;
  /** Seed of the first history with one. */
  readonly seed: number;
}

/** Ways in which an execution ends; equal ones have the same key. */
type End = Pick<RunOutcome, 'status' | 'code' | 'outcome'>;

const endOf = ({ status, failureReason, outcome }: ExecutionState): End => ({
  status,
  code: failureReason?.code ?? null,
  outcome: outcome ?? null,
});

/** Counts the ends of executions. */
export class Outcomes {
  private readonly counts = new Map<string, End & { runs: number; seed: number }>();

  add(state: ExecutionState, seed: number): void {
    this.count({ ...endOf(state), runs: 1, seed });
  }

  /** Adds a count; the seed of the first one is kept. */
  count(counted: Omit<RunOutcome, 'share'>): void {
    const { status, code, outcome, runs, seed } = counted;
    const key = JSON.stringify([status, code, outcome]);
    const known = this.counts.get(key);
    if (known === undefined) this.counts.set(key, { status, code, outcome, runs, seed });
    else this.counts.set(key, { ...known, runs: known.runs + runs, seed: Math.min(known.seed, seed) });
  }

  /** The most frequent one first. */
  list(): RunOutcome[] {
    const counted = [...this.counts.values()];
    const total = counted.reduce((sum, it) => sum + it.runs, 0);
    return counted
      .map((it) => ({ ...it, share: it.runs / total }))
      .toSorted((a, b) => b.runs - a.runs || (keyOf(a) < keyOf(b) ? -1 : 1));
  }
}

/** `completed`, `cancelled`, or the code of a failure. */
export const keyOf = ({ status, code }: End): string => code ?? status;

/** The outcomes of two reports together. */
export function mergedOutcomes(a: readonly RunOutcome[], b: readonly RunOutcome[]): RunOutcome[] {
  const all = new Outcomes();
  for (const it of [...a, ...b]) all.count(it);
  return all.list();
}

/** One line for each outcome. */
export const outcomeLines = (outcomes: readonly RunOutcome[]): string[] =>
  outcomes.map(({ status, code, outcome, runs, share, seed }) => {
    const detail = code ?? outcome;
    const words = detail === null ? status : `${status}: ${detail}`;
    return `  ${percent(share).padStart(6)} ${String(runs).padStart(8)}  ${words} (first: seed ${seed})`;
  });

/** A share that is not 0 never reads as 0. */
const percent = (share: number): string =>
  share < 0.001 ? '<0.1 %' : `${(share * 100).toFixed(share === 1 ? 0 : 1)} %`;
