/**
 * An expense: managers up to the first whose limit is high enough; from 500 on, finance as well;
 * then it is paid. Submitters never approve their own, and each reviewer approves once.
 */
import { type Agents, type Definition, op, variable, when } from '@org/approval-core';

const amount = variable('execution.input.amount');
const FINANCE_FROM = 500;

export const expense: Definition = {
  definitionId: 'expense',
  name: 'Expense',
  presentation: {
    title: '{{execution.input.purpose}}',
    facts: [
      { label: 'Amount in EUR', value: { path: 'execution.input.amount' }, kind: 'number' },
      { label: 'Submitted by', value: { path: 'execution.input.by' }, kind: 'user' },
    ],
  },
  nodes: [
    {
      nodeId: 'managers',
      type: 'human',
      // The directory may be away for a moment.
      retry: { maximumAttempts: 5 },
      config: {
        reviewers: [
          {
            chain: {
              startAt: { var: 'execution.input.by' },
              maxLevels: 5,
              untilLimit: { attribute: 'limit', atLeast: { var: 'execution.input.amount' } },
            },
          },
        ],
        allow: ['substitute', 'delegate'],
        separation: { excludeInitiator: true },
        reasonRequired: 'reject',
        onReject: { end: 'rejected' },
      },
    },
    {
      nodeId: 'finance',
      type: 'human',
      retry: { maximumAttempts: 5 },
      config: {
        reviewers: [{ pool: { group: 'finance' }, mandatory: true }],
        allow: ['claim'],
        separation: { excludeInitiator: true, excludeDecidersOf: ['managers'] },
        reasonRequired: 'reject',
        onReject: { end: 'rejected' },
      },
    },
    { nodeId: 'pay', type: 'agent', config: { agentId: 'payroll', urlPath: 'receiptUrl' } },
  ],
  edges: [
    { from: 'managers', to: 'finance', when: when(op('gte', amount, FINANCE_FROM)) },
    { from: 'managers', to: 'pay', when: when(op('lt', amount, FINANCE_FROM)) },
    { from: 'finance', to: 'pay' },
  ],
};

/** The program that pays. It is called at least once, so it uses the ids that it gets. */
export const agents: Agents = {
  payroll: ({ triggerContext }) => ({
    passed: true,
    summary: `${Number(triggerContext['amount'])} is paid with the next salary`,
  }),
};
