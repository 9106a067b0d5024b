/** The calls of the host, by the names that the tests know. */
import type { ApprovalEngine } from '@org/approval-core';
import { subscriptionCalls } from './subscriptions.js';
import type { HostRules } from './access.js';
import type { HostCalls } from './host.js';
import type { hostTokens } from './tokens.js';

export interface HostParts {
  readonly engine: ApprovalEngine;
  readonly rules: HostRules;
  readonly tokens: ReturnType<typeof hostTokens>;
}

export const hostCalls = ({ engine, rules, tokens }: HostParts): HostCalls => ({
  token: (data, workspaceId) => tokens.issue(workspaceId, data),
  authorize: ({ rules: given }) => rules.setRules(given),
  visible: ({ sub, visible }) => rules.setVisible(sub, visible),
  ask: (data, workspaceId) => engine.forWorkspace(workspaceId).ask(data),
  feed: (data, workspaceId) => engine.forWorkspace(workspaceId).feed.list(data),
  ...subscriptionCalls(engine),
});
