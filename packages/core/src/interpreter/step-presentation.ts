/** Presentation of a step. */
import type { Presentation } from '../definition/presented.js';

/** Own presentation of a step, beside that of its execution. */
export interface StepPresentation {
  /** Title in place of that of the execution; null without one. */
  readonly title: string | null;
  /** Facts that follow those of the execution. */
  readonly facts: Presentation['facts'];
  /** Address in place of that of the execution; null without one. */
  readonly url: string | null;
  /** True if facts at the end were left out. */
  readonly cut?: true;
}
