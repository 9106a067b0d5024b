/** Runs that the engine starts for itself, known by what their idempotencyKey begins with. */
import type { ExecutionState } from './state.js';

/** The run of a question, `engine.ask` (contract section 18). */
export const ASK_KEY_PREFIX = 'ask:';

/** Whether the run is that of a question: what is asked in it is its asker's alone. */
export const isQuestion = ({ idempotencyKey }: Pick<ExecutionState, 'idempotencyKey'>): boolean =>
  idempotencyKey?.startsWith(ASK_KEY_PREFIX) === true;
