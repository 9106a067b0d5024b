import { type Reply, answered, refused } from '../command.js';
import { rootStart, startStep } from '../start.js';
import type { Turn } from '../turn.js';

/** Creates the execution's first steps, in the order in which the roots are written. */
export function dispatch(turn: Turn): Reply<null> {
  const { compiled, state } = turn;
  if (state.seq > 0) return refused('FAILED_PRECONDITION', 'the execution was dispatched before');
  const starts = compiled.roots.map(rootStart);
  turn.emit('execution.dispatched', null, {
    definitionId: state.definitionId,
    definitionVersion: state.definitionVersion,
    rootStepIds: starts.map((it) => it.stepId),
  });
  for (const start of starts) startStep(turn, start);
  return answered(null);
}
