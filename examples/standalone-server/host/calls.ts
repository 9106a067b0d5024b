/** The calls of the host, by the names that the tests know. */
import { type ApprovalEngine, adaptiveCard, decisionMail, slackBlocks } from '@org/approval-core';
import { nodeCalls } from './nodes.js';
import type { HostDatabase } from './database.js';
import { triggerCalls } from '../conformance-triggers.js';
import { transactionCalls } from './transactions.js';
import { subscriptionCalls } from './subscriptions.js';
import type { HostRules } from './access.js';
import type { HostCalls } from './host.js';
import type { hostTokens } from './tokens.js';

export interface HostParts {
  readonly engine: ApprovalEngine;
  readonly rules: HostRules;
  readonly tokens: ReturnType<typeof hostTokens>;
  readonly database: HostDatabase | null;
}

export const hostCalls = ({ engine, rules, tokens, database }: HostParts): HostCalls => ({
  token: (data, workspaceId) => tokens.issue(workspaceId, data),
  authorize: ({ rules: given }) => rules.setRules(given),
  visible: ({ sub, visible }) => rules.setVisible(sub, visible),
  ask: (data, workspaceId) => engine.forWorkspace(workspaceId).ask(data as never),
  health: (_, workspaceId) => engine.forWorkspace(workspaceId).health(),
  feed: (data, workspaceId) => engine.forWorkspace(workspaceId).feed.list(data),
  mail: ({ link }) => decisionMail(link),
  slack: ({ link }) => slackBlocks(link),
  card: ({ link }) => adaptiveCard(link),
  ...triggerCalls(engine),
  ...nodeCalls(engine),
  ...subscriptionCalls(engine),
  ...transactionCalls(engine, database),
});
