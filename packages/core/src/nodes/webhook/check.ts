/** A webhook step ends as it starts, and has no work of its own. */
import type { CompiledWebhookNode } from '../../compile/compiled.js';
import type { CheckKind } from '../check-kind.js';

export const webhook: CheckKind<CompiledWebhookNode> = {
  jobs: [],
  neededJobs: () => [],
  mostAttempts: () => 0,
};
