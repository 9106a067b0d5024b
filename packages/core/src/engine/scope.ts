/** Scope of operations: workspace, caller, and the parts of an engine that each of them names. */
import type { Caller } from './shapes/shared/caller.js';
import type { EngineContext } from './context.js';

/** Workspace and caller of an operation. */
export interface Scope {
  readonly workspaceId: string;
  readonly caller: Caller;
}

/** A workspace, a caller, the parser of requests, and further parts of an engine. */
export type On<Part extends keyof EngineContext = never> = Scope & Pick<EngineContext, Part | 'parser'>;

/** Parts that runs are read with. */
export type Reading = On<'store' | 'clock' | 'definitions' | 'pipeline' | 'absences' | 'turns'>;
