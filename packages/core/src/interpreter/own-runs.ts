/** What is the engine's own: runs by what their idempotencyKey begins with, definitions by their id. */
import type { ExecutionState } from './state.js';

/** The run of a question, `engine.ask` (contract section 18). */
export const ASK_KEY_PREFIX = 'ask:';

/** Ids that only the engine gives to definitions: those of `engine.ask`. */
const RESERVED_ID = /^ask-[0-9a-f]{32}$/;

/** Whether the definition is one that the engine keeps for questions; each question may have one of its own. */
export const isReservedId = (definitionId: unknown): boolean =>
  typeof definitionId === 'string' && RESERVED_ID.test(definitionId);

/** Whether the run is that of a question: what is asked in it is its asker's alone. */
export const isQuestion = ({ idempotencyKey }: Pick<ExecutionState, 'idempotencyKey'>): boolean =>
  idempotencyKey?.startsWith(ASK_KEY_PREFIX) === true;
