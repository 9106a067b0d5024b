/** Verdicts on a bundle, and the findings that lead to them. */

/** All verdicts, from the worst on. */
export const VERDICTS = ['MALFORMED', 'FORKED', 'ALTERED', 'TRUNCATED', 'WITHHELD', 'INTACT'] as const;

/**
 * `MALFORMED`: it cannot be read. `FORKED`: two truths were signed. `ALTERED`: something is not
 * what was recorded. `TRUNCATED`: something is missing. `WITHHELD`: texts or people are not shown,
 * and no logged redaction covers them. `INTACT`: none of these.
 */
export type Verdict = (typeof VERDICTS)[number];

/** Something that speaks against a bundle. */
export interface Finding {
  /** Verdict that follows from it. */
  readonly verdict: Exclude<Verdict, 'INTACT'>;
  /** Execution; null for the bundle as a whole. */
  readonly run: string | null;
  /** Event of the execution; null for no one event. */
  readonly seq: number | null;
  /** Kind of the finding, for programs. */
  readonly code: string;
  /** The finding in words. */
  readonly message: string;
}

export const worseOf = (a: Verdict, b: Verdict): Verdict =>
  VERDICTS.indexOf(a) <= VERDICTS.indexOf(b) ? a : b;

/** Most findings that are kept; further ones are counted. */
const MAX_FINDINGS = 1_000;

/** Collects findings. However many a bundle has, it stays small. */
export class Findings {
  readonly kept: Finding[] = [];
  private readonly worst = new Map<string, Verdict>();
  verdict: Verdict = 'INTACT';
  /** Number of findings that were not kept. */
  leftOut = 0;

  readonly add = (finding: Finding): void => {
    this.verdict = worseOf(this.verdict, finding.verdict);
    if (finding.run !== null && (this.worst.size < MAX_FINDINGS || this.worst.has(finding.run)))
      this.worst.set(finding.run, worseOf(this.ofRun(finding.run), finding.verdict));
    if (this.kept.length < MAX_FINDINGS) this.kept.push(finding);
    else this.leftOut += 1;
  };

  /** Worst finding about an execution. Once too many have one, it may be that of another. */
  ofRun(run: string): Verdict {
    return this.worst.get(run) ?? (this.worst.size < MAX_FINDINGS ? 'INTACT' : this.verdict);
  }
}
