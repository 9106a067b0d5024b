/** Subscriptions whose handlers post what they get to a test. */
import { type ApprovalEngine, ApprovalError, type Subscription } from '@org/approval-core';
import type { HostCalls } from './host.js';

export function subscriptionCalls(engine: ApprovalEngine): HostCalls {
  const open = new Map<string, Subscription>();
  const named = (name: string): Subscription => {
    const found = open.get(name);
    if (found === undefined) throw new ApprovalError('NOT_FOUND', `nothing is subscribed as "${name}" here`);
    return found;
  };
  return {
    subscribe({ name, url, ...options }, workspaceId) {
      const { feed } = engine.forWorkspace(workspaceId);
      const handler = async (events: unknown, { attempt }: { attempt: number }): Promise<void> => {
        const answer = await fetch(url, {
          method: 'POST',
          body: JSON.stringify({ events, attempt }),
        });
        if (!answer.ok) throw new Error(`the receiver answered ${answer.status}`);
      };
      open.set(name, feed.subscribe(name, handler, options as never));
    },
    subscription: ({ name }) => named(name).status(),
    unsubscribe: ({ name }) => named(name).close(),
    forget: async ({ name }, workspaceId) => {
      await engine.forWorkspace(workspaceId).feed.forget(name);
    },
  };
}
