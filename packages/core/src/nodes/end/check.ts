/** An end step completes as it starts, so it needs no job. */
import type { CompiledEndNode } from '../../compile/compiled.js';
import type { CheckKind } from '../check-kind.js';

export const end: CheckKind<CompiledEndNode> = { jobs: [], neededJobs: () => [], mostAttempts: () => 0 };
