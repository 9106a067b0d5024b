/** Rules on webhook nodes. */
import type { Rule } from '../../lint/rule.js';

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
