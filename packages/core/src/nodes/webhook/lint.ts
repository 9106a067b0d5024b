/** Rules on webhook nodes. */
import type { WebhookNode } from '../../definition/definition.js';
import type { Rule } from '../../lint/rule.js';
import type { LintKind } from '../lint-kind.js';

export const webhook: LintKind<WebhookNode> = {
  decides: () => 'nobody',
  undecided: 'a webhook node',
  mend: null,
};

const webhookNotExecuted: Rule<'webhook-node-not-executed'> = {
  codes: ['webhook-node-not-executed'],
  reads: 'element',
  check: ({ nodes }) =>
    nodes
      .filter(({ node }) => node.type === 'webhook')
      .map(({ node: { nodeId }, path }) => ({
        code: 'webhook-node-not-executed',
        message:
          'webhook nodes are not executed in this version: the step is skipped and its success edges are followed; use an agent to call another system',
        path,
        nodeId,
      })),
};

export const webhookRules = { ofRun: [webhookNotExecuted] };
