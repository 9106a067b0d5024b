/**
 * A purchase order: the manager decides, from 1,000 on finance as well, and the orderer gets a
 * letter.
 */
import { type Agents, defineWorkflow, nodes, op, variable, when } from '@org/approval-core';
import * as z from 'zod';
import type { Mailer } from './mail.js';
import { personOf } from './people.js';

/** Context of a run; a dispatch with any other is refused. */
export const orderContext = z.object({
  orderId: z.uuid(),
  item: z.string().trim().min(1).max(200),
  amount: z.number().positive().max(1_000_000),
  requestedBy: z.string(),
  /** Page of the order. */
  url: z.url(),
});

const amount = variable('execution.input.amount');
const FINANCE_FROM = 1_000;
/** The deadline has passed. */
const late = when(op('eq', variable('step.status'), 'breached'));

export const purchase = defineWorkflow({
  definitionId: 'purchase-order',
  name: 'Purchase order',
  context: orderContext,
  presentation: {
    title: '{{execution.input.item}}',
    facts: [
      { label: 'Amount in EUR', value: { path: 'execution.input.amount' }, kind: 'number' },
      { label: 'Ordered by', value: { path: 'execution.input.requestedBy' }, kind: 'user' },
    ],
  },
  nodes: [
    nodes.human({
      nodeId: 'manager',
      reviewers: ['max'],
      commentBody: 'Does the team need this?',
      sla: '7d',
      separation: { excludeInitiator: true },
      onReject: 'rejected',
    }),
    nodes.human({
      nodeId: 'finance',
      reviewers: ['fay'],
      commentBody: 'Is there money for this?',
      sla: '7d',
      separation: { excludeInitiator: true },
      onReject: 'rejected',
    }),
    nodes.agent({ nodeId: 'approved', agentId: 'letter', urlPath: 'url' }),
    nodes.agent({ nodeId: 'rejected', agentId: 'letter', urlPath: 'url' }),
    nodes.agent({ nodeId: 'expired', agentId: 'letter', urlPath: 'url' }),
  ],
  edges: [
    { from: 'manager', to: 'finance', when: when(op('gte', amount, FINANCE_FROM)) },
    { from: 'manager', to: 'approved', when: when(op('lt', amount, FINANCE_FROM)) },
    { from: 'finance', to: 'approved' },
    { from: 'manager', to: 'expired', when: late },
    { from: 'finance', to: 'expired', when: late },
  ],
});

/**
 * Programs of the host; each is called at least once, so a letter may be sent twice, but never
 * lost.
 */
export const agentsOf = (mailer: Mailer): Agents => ({
  async letter({ triggerContext, nodeId, url }) {
    const { item, requestedBy } = orderContext.parse(triggerContext);
    const to = personOf(requestedBy);
    if (to === null) return { passed: true, summary: 'the orderer no longer exists' };
    await mailer.send({ to: to.email, subject: `${item}: ${nodeId}`, text: `${item}: ${nodeId}\n\n${url}` });
    return { passed: true, summary: `${to.name} was notified` };
  },
});
