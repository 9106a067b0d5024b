import { type HandlerResult, succeeded, refused } from '../command.js';
import { rootStart, startStep } from '../start.js';
import type { Transition } from '../transition.js';

/** Creates the execution's first steps, in the order in which the roots are written. */
export function dispatch(transition: Transition): HandlerResult<null> {
  const { compiled, state } = transition;
  if (state.seq > 0) return refused('FAILED_PRECONDITION', 'the execution was dispatched before');
  const starts = compiled.roots.map(rootStart);
  transition.emit('execution.dispatched', null, {
    definitionId: state.definitionId,
    definitionVersion: state.definitionVersion,
    rootStepIds: starts.map((it) => it.stepId),
  });
  for (const start of starts) startStep(transition, start);
  return succeeded(null);
}
