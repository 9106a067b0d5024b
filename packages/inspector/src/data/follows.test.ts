/** The consequences of a command, as pages show them before it. */
import { type Definition, compileDefinition } from '@org/approval-core';
import { simulate } from '@org/approval-core/interpreter';
import { expect, test } from 'vitest';
import { followsFrom } from './follows.js';

const human = (nodeId: string, userId: string) => ({
  ...{ nodeId, type: 'human' as const },
  config: { reviewers: [{ userId, mandatory: true }], onReject: { routeToNodeId: 'end' } },
});
const definition: Definition = {
  ...{ definitionId: 'late', name: 'Late' },
  nodes: [
    ...[human('early', 'a'), human('first', 'b'), human('late', 'c')],
    { nodeId: 'end', type: 'agent', config: { agentId: '__mock__', urlPath: 'url' } },
  ],
  edges: [
    { from: 'early', to: 'end' },
    { from: 'first', to: 'late' },
    { from: 'late', to: 'end' },
  ],
  groups: [
    {
      ...{ groupId: 'one', memberNodeIds: ['early', 'late'], expectedSteps: 2, quorum: 1 },
      onQuorumMet: 'joinOnQuorum',
    },
  ],
};

test('a step that comes too late for its group neither starts nor is cancelled', () => {
  const answers = [{ nodeId: 'early', reviewerId: 'a', decision: 'approve' as const }];
  const { state } = simulate(definition, { input: { url: 'x' }, now: 0, answers });
  const checked = compileDefinition(definition as never);
  if (!checked.ok) return expect.fail('the definition is valid');
  const moment = { definition: { compiled: checked.compiled } as never, state };
  const force = { kind: 'resolve-step', stepId: 'step_first', action: 'force-approve' } as const;
  const follows = followsFrom(moment, { ...force, actorId: 'ops', output: null, reason: null }, 0);
  expect(follows).toMatchObject({ starts: [], cancels: [], executionStatus: 'completed' });
});
