/** Limits of human nodes, each with a definition that reaches it. */
import type { HumanConfig } from '@org/approval-core';

const ANN = { userId: 'ann', mandatory: true };
/** Reviewers that a run names, so that every rule is reachable. */
const TEAM = { pool: { var: 'execution.input.team' }, mandatory: true };
const names = (amount: number) => Array.from({ length: amount }, (_, index) => `n${index}`);

const reviewedBy = (config: HumanConfig) => ({
  definitionId: 'people-probe',
  name: 'People',
  nodes: [
    { nodeId: 'h', type: 'human', config: { ...config, onReject: { routeToNodeId: 'r' } } },
    { nodeId: 'r', type: 'agent', config: { agentId: '__mock__', urlPath: 'url' } },
  ],
  edges: [],
});
type Field = NonNullable<HumanConfig['form']>['fields'][number];
const withFields = (fields: Field[]) => reviewedBy({ reviewers: [ANN], form: { fields } });
const choice = (choices: string[]): Field[] => [{ name: 'plan', type: 'choice', choices }];

export const PEOPLE_DEFINITIONS = {
  poolUsers: (it: number) => reviewedBy({ reviewers: [{ pool: { users: names(it) }, mandatory: true }] }),
  poolCount: (count: number) => reviewedBy({ reviewers: [{ ...TEAM, count }] }),
  people: (approvals: number) =>
    reviewedBy({ reviewers: [TEAM], decisionRule: { kind: 'count', approvals } }),
  reviewerWeight: (weight: number) => reviewedBy({ reviewers: [{ ...ANN, weight }] }),
  ruleWeight: (approvals: number) =>
    reviewedBy({ reviewers: [TEAM], decisionRule: { kind: 'weight', approvals } }),
  reviewerOrder: (order: number) => reviewedBy({ reviewers: [{ ...ANN, order }] }),
  distinctApprovers: (it: number) => reviewedBy({ reviewers: [TEAM], minDistinctApprovers: it }),
  reasonCodes: (it: number) => reviewedBy({ reviewers: [ANN], reasonCodes: names(it) }),
  formFields: (it: number) => withFields(names(it).map((name) => ({ name, type: 'number' }))),
  formNameLength: (it: number) => withFields([{ name: 'x'.repeat(it), type: 'number' }]),
  formChoices: (it: number) => withFields(choice(names(it))),
  chainLevels: (maxLevels: number) =>
    reviewedBy({ reviewers: [{ chain: { startAt: { var: 'execution.input.by' }, maxLevels } }] }),
  claimMs: (claimMs: number) => reviewedBy({ reviewers: [ANN], claimMs }),
  pauseMs: (pauseMs: number) => {
    const { nodes, ...rest } = reviewedBy({ reviewers: [ANN], pauseMs });
    const breached = '{"op":"eq","args":[{"var":"step.status"},"breached"]}';
    return {
      ...rest,
      nodes: nodes.map((it) => (it.nodeId === 'h' ? { ...it, slaMs: 1_000 } : it)),
      edges: [{ from: 'h', to: 'r', when: breached }],
    };
  },
  reminders: (it: number) =>
    reviewedBy({
      reviewers: [ANN],
      reminders: Array.from({ length: it }, (_, index) => ({ afterMs: index + 1 })),
    }),
  choiceLength: (it: number) => withFields(choice(['x'.repeat(it)])),
};
