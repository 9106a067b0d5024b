/** What operations are given: the workspace and the caller, and the parts of an engine that each of them names. */
import type { Caller } from './caller.js';
import type { EngineContext } from './context.js';

/** The workspace whose rows an operation is on, and its caller as far as it matters. */
export interface Scope {
  readonly workspaceId: string;
  readonly caller: Caller;
}

/** A workspace, a caller, and parts of an engine; the parser is one of them, as every operation has a request. */
export type On<Part extends keyof EngineContext = never> = Scope & Pick<EngineContext, Part | 'parser'>;

/** Parts that runs are read with. */
export type Reading = On<'store' | 'clock' | 'definitions' | 'pipeline' | 'absences' | 'turns'>;
