/** An engine for tests of runs in runs, with the calls that they share. */
import { checkedStore, createTestEngine } from '@org/approval-testkit';
import type { DefinitionNode } from '../definition.js';
import { type Definition, type EngineOptions, createMemoryStore } from '../index.js';
import { CONTEXT, agent, human, rejectTo } from './run.js';

export const subflow = (nodeId: string, config: object, more: object = {}): DefinitionNode =>
  ({ nodeId, type: 'subflow', config, ...more }) as DefinitionNode;
export const wait = (nodeId: string, config: object = { signal: 'go' }): DefinitionNode => ({
  nodeId,
  type: 'wait',
  config,
});

/** A review that rejects to `no`. */
export const REVIEW = { nodes: [human('review', 'ann', rejectTo('no')), agent('no')], edges: [] };

export function kit(options: Partial<EngineOptions> = {}) {
  const { engine, drain, advance } = createTestEngine({
    store: checkedStore(createMemoryStore()),
    ...options,
  });
  let count = 0;
  const define = async (
    parts: { readonly nodes: DefinitionNode[] } & Partial<Definition>,
  ): Promise<string> => {
    const definitionId = `flow-${(count += 1)}`;
    await engine.definitions.create({ definitionId, name: 'Flow', edges: [], ...parts });
    return definitionId;
  };
  const begin = async (definitionId: string, more: object = {}): Promise<string> => {
    const { executionId } = await engine.executions.dispatch({
      definitionId,
      triggerContext: CONTEXT,
      ...more,
    });
    await drain();
    return executionId;
  };
  const get = (executionId: string) => engine.executions.get({ executionId });
  const childOf = async (executionId: string, nodeId = 'sub') => {
    const step = (await get(executionId)).steps.findLast((it) => it.nodeId === nodeId);
    return step?.child?.executionId ?? '';
  };
  const decide = async (
    executionId: string,
    decision: 'approve' | 'reject',
    stepId = 'step_review',
    reviewerId = 'ann',
  ) => {
    await engine.steps.recordReviewerDecision({ executionId, stepId, reviewerId, decision });
    await drain();
  };
  const nodesOf = async (executionId: string) =>
    (await get(executionId)).steps.map((it) => `${it.nodeId}:${it.status}`);
  return { engine, drain, advance, define, begin, get, childOf, decide, nodesOf };
}
