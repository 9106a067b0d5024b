/** The data of the page of a run. */
import type { ExecutionView, HumanConfig } from '@org/approval-core';
import type { ExplainedStepView } from '@org/approval-core/views';
import type { Sent } from './answer-form.js';
import type { Fault } from './fields.js';
import type { Turn } from './turn.js';

type Step = ExecutionView['steps'][number];

/** A run as one reader sees it. */
export interface RunPage {
  readonly run: ExecutionView;
  readonly name: string;
  /**
   * The step that is shown: one that waits for the reader, else the named one, else the last with
   * people.
   */
  readonly step: Step | null;
  readonly config: Partial<HumanConfig>;
  readonly explained: ExplainedStepView | null;
  /** Answers that the reader may give now; null for none. */
  readonly turn: Turn | null;
  /** Position of the feed before the run was read; null: nothing can be followed. */
  readonly position: string | null;
}

/** A form that was refused: its name, its errors, and what was typed. */
export interface RunAnswer {
  readonly form: string;
  readonly faults: readonly Fault[];
  readonly sent: Sent;
}
