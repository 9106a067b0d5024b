/** A webhook step ends as soon as it starts, so it needs no job. */
import type { CompiledWebhookNode } from '../../compile/compiled.js';
import type { CheckKind } from '../check-kind.js';

export const webhook: CheckKind<CompiledWebhookNode> = {
  jobs: [],
  neededJobs: () => [],
  mostAttempts: () => 0,
};
