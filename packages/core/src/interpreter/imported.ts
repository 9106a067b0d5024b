/**
 * Imported executions: records of another store that people look at. They never run on, because
 * the agents and people of this store did not start them.
 */
import type { CommandKind } from './command.js';
import type { ExecutionHeader } from './header.js';

/** Beginning of a definition uid that only an import makes. */
export const IMPORTED_UID = 'imported_';

export const isImported = ({ definitionUid }: Pick<ExecutionHeader, 'definitionUid'>): boolean =>
  definitionUid.startsWith(IMPORTED_UID);

/** Commands that end an execution without running anything of it. */
const ENDING: readonly CommandKind[] = ['cancel-execution'];

/** Returns true if the command would run an imported definition or execution. */
export const runsImported = (state: Pick<ExecutionHeader, 'definitionUid'>, kind: CommandKind): boolean =>
  isImported(state) && !ENDING.includes(kind);
