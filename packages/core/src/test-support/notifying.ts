/** An engine with a notification node, whose channel answers as a test says. */
import { checkedStore, createTestEngine } from '@org/approval-testkit';
import type { DefinitionNode } from '../definition.js';
import {
  type Definition,
  type EngineOptions,
  type NotificationChannel,
  type NotificationMessage,
  type NotificationResult,
  createMemoryStore,
} from '../index.js';
import { CONTEXT } from './run.js';

export const notice = (config: object = {}, more: object = {}): DefinitionNode => ({
  nodeId: 'tell',
  type: 'notification',
  config: { channel: 'mail', body: { text: 'x' }, ...config },
  ...more,
});

type Answer = NotificationResult | undefined;

/** An engine whose channel `mail` returns the given results and records its messages. */
export function notifying(
  answer: (attempt: number, message: NotificationMessage, signal: AbortSignal) => unknown = () => undefined,
  options: Partial<EngineOptions> = {},
) {
  const messages: NotificationMessage[] = [];
  const mail: NotificationChannel = async (message, { signal }) => {
    messages.push(message);
    return (await answer(messages.length, message, signal)) as Answer;
  };
  const made = createTestEngine({
    store: checkedStore(createMemoryStore()),
    notify: { mail },
    ...options,
  });
  const { engine, drain, advance } = made;
  let id = '';
  const start = async (
    nodes: readonly DefinitionNode[],
    edges: Definition['edges'] = [],
    dispatch: object = {},
  ) => {
    await engine.definitions.create({ definitionId: 'flow', name: 'Flow', nodes: [...nodes], edges });
    ({ executionId: id } = await engine.executions.dispatch({
      definitionId: 'flow',
      triggerContext: CONTEXT,
      ...dispatch,
    }));
    await drain();
  };
  const get = () => engine.executions.get({ executionId: id });
  const stepOf = async (nodeId = 'tell') => (await get()).steps.findLast((it) => it.nodeId === nodeId);
  const decide = async (reviewerId: string, decision: 'approve' | 'reject' = 'approve') => {
    await engine.steps.recordReviewerDecision({
      executionId: id,
      stepId: 'step_review',
      reviewerId,
      decision,
    });
    await drain();
  };
  return { ...made, engine, drain, advance, messages, start, get, stepOf, decide, id: () => id };
}
