/** Made by `npm run events` from `packages/core/src/interpreter/events/`; do not edit. */

/** Types of the events that leave the engine (contract section 11). */
export const EXTERNAL_EVENTS = {
  'execution.dispatched': true,
  'step.run-started': true,
  'step.awaiting-approval': true,
  'step.answered': true,
  'step.assigned': true,
  'step.answer-retracted': true,
  'step.question-asked': true,
  'step.question-answered': true,
  'step.reminder': true,
  'step.completed': true,
  'step.failed': true,
  'step.breached': true,
  'step.cancelled': true,
  'group.quorum-met': true,
  'loop.iteration-started': true,
  'loop.exhausted': true,
  'execution.subject-revised': true,
  'execution.completed': true,
  'execution.failed': true,
  'execution.cancelled': true,
} as const;

/** The status that a step has after an event that leaves the engine and ends it. */
export const STEP_ENDINGS = {
  'step.completed': 'completed',
  'step.failed': 'failed',
  'step.breached': 'breached',
  'step.cancelled': 'cancelled',
} as const;
