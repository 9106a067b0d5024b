/** A gate over an engine in memory, on a clock that stands still. */
import { type Definition, op, variable, when } from '@org/approval-core';
import type { DefinitionNode, Expression, Operand } from '@org/approval-core/definition';
import { type TestEngine, createTestEngine } from '@org/approval-testkit';
import { createApprovalGate } from '../gate/gate.js';
import { createMemoryPermitStore } from '../store/memory.js';
import type { GateOptions } from '../gate-options.js';
import type { ApprovalGate, Ask, CallRequest, Permit, Policies, RefRequest, Rule } from '../types.js';

export const tree = (name: Expression['op'], ...args: Operand[]): Expression => op(name, ...args);

const isDecision = (decision: string): string => when(op('eq', variable('output.decision'), decision));

export const review = (
  nodeId = 'review',
  users: readonly string[] = ['legal'],
  more: object = {},
): DefinitionNode => ({
  nodeId,
  type: 'human',
  config: {
    reviewers: users.map((userId) => ({ userId, mandatory: true })),
    requireSubjectDigest: true,
    onReject: { routeToNodeId: 'refuse' },
    ...more,
  },
});
export const act = (nodeId = 'act'): DefinitionNode => ({
  nodeId,
  type: 'agent',
  config: { agentId: '__mock__', urlPath: 'permit.permitId' },
});
export const approved = (from: string, to: string) => ({ from, to, when: isDecision('approve') });

/** The smallest definition that may grant. */
export const guarded = (definitionId = 'guarded', more: Partial<Definition> = {}): Definition => ({
  definitionId,
  name: 'Guarded',
  nodes: [review(), act(), act('refuse')],
  edges: [approved('review', 'act')],
  ...more,
});

export const asks = (tool: string, more: Partial<Ask> & { readonly when?: Expression } = {}): Rule => ({
  tool,
  do: 'ask',
  definitionId: 'guarded',
  grantNodeId: 'act',
  ...more,
});

export interface GateKit extends TestEngine {
  readonly gate: ApprovalGate;
  readonly options: GateOptions;
  /** Another gate over the same stores, as another process has. */
  readonly another: (more?: Partial<GateOptions>) => ApprovalGate;
  readonly ask: (
    call: CallRequest,
    more?: { ref?: Partial<RefRequest>; principal?: string; reason?: string },
  ) => Promise<Permit>;
  readonly answer: (
    permit: Permit,
    answer?: { by?: string; decision?: 'approve' | 'reject'; digest?: string },
  ) => Promise<void>;
  readonly stop: () => Promise<void>;
}

let count = 0;
export const refOf = (more: Partial<RefRequest> = {}): RefRequest => ({
  framework: 'test',
  runId: `run-${++count}`,
  callId: `call-${++count}`,
  ...more,
});

export async function gateKit(
  policies: Policies = { rules: [asks('mail.send')] },
  more: Partial<GateOptions> = {},
  definitions: readonly Definition[] = [guarded()],
): Promise<GateKit> {
  const kit = createTestEngine();
  const { engine, clock, drain } = kit;
  for (const definition of definitions) await engine.definitions.create(definition);
  const store = createMemoryPermitStore();
  const options: GateOptions = { engine, store, policies, clock, ...more };
  const gates: ApprovalGate[] = [];
  const another = (changed: Partial<GateOptions> = {}) => {
    const made = createApprovalGate({ ...options, ...changed });
    gates.push(made);
    return made;
  };
  const gate = another();
  return {
    ...kit,
    gate,
    options,
    another,
    ask: (call, { ref, principal = 'bot', reason } = {}) =>
      gate.request({
        call,
        ref: refOf(ref),
        requester: { principal },
        ...(reason !== undefined && { reason }),
      }),
    answer: async (
      { executionId, digest: own },
      { by = 'legal', decision = 'approve', digest = own } = {},
    ) => {
      const { steps } = await engine.executions.get({ executionId: executionId! });
      const step = steps.find((it) => it.status === 'waiting')!;
      const round = step.people!.places.find((it) => it.holder === by)?.round ?? 1;
      await engine.steps.recordReviewerDecision({
        ...{
          executionId: executionId!,
          stepId: step.stepId,
          reviewerId: by,
          decision,
          subjectDigest: digest,
        },
        ...(round > 1 && { round }),
      });
      await drain();
    },
    stop: async () => {
      for (const it of gates) await it.stop();
      await engine.stop();
    },
  };
}
