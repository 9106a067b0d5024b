/** Executions and definitions of the engine itself, recognized by idempotency key or id. */
import { RUN_KEY_PREFIX } from './child-runs.js';
import type { ExecutionState } from './state.js';

/** Prefix of the idempotency keys of `engine.ask` (contract section 18). */
export const ASK_KEY_PREFIX = 'ask:';

/** Prefix of the idempotency keys of schedules. */
export const SCHEDULE_KEY_PREFIX = 'sched:';
/** Prefix of the idempotency keys of executions that host events start. */
export const EVENT_KEY_PREFIX = 'evt:';

/** Prefixes of idempotency keys that only the engine gives. */
export const OWN_KEY_PREFIXES = [
  ...[ASK_KEY_PREFIX, RUN_KEY_PREFIX, SCHEDULE_KEY_PREFIX, EVENT_KEY_PREFIX],
] as const;

/** Ids of definitions that only `engine.ask` creates. */
const RESERVED_ID = /^ask-[0-9a-f]{32}$/;

/** Returns true for the id of a definition that the engine keeps for questions. */
export const isReservedId = (definitionId: unknown): boolean =>
  typeof definitionId === 'string' && RESERVED_ID.test(definitionId);

/** Returns true for the execution of a question, whose content only its asker controls. */
export const isQuestion = ({ idempotencyKey }: Pick<ExecutionState, 'idempotencyKey'>): boolean =>
  idempotencyKey?.startsWith(ASK_KEY_PREFIX) === true;
