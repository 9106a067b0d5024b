/** Sample definitions and changes, made by the engine's own interpreter. */
import { type JsonObject, compileDefinition } from '@org/approval-core';
import type { Change, ClaimUse, DefinitionKey, DefinitionVersion } from '@org/approval-core/store';
import {
  type CommandKind,
  type CommandOf,
  type ExecutionHeader,
  type ExecutionState,
  decide,
  initialState,
} from '@org/approval-core/interpreter';
import type { Receiver } from '@org/approval-core/views';
import { changeBetween } from '@org/approval-core/internal';

let ids = 0;
/** A name that is unique in this process. */
export const unique = (prefix: string): string => `${prefix}-${Date.now().toString(36)}-${(ids += 1)}`;

const WORKFLOW = {
  definitionId: 'sign-off',
  name: 'Sign-off',
  nodes: [
    {
      nodeId: 'review',
      type: 'human',
      slaMs: 3_600_000,
      config: {
        reviewers: [
          { userId: 'ann', mandatory: true },
          { userId: 'bob', mandatory: true },
        ],
        commentBody: 'Please review.',
        onReject: { routeToNodeId: 'rework' },
      },
    },
    { nodeId: 'scan', type: 'agent', config: { agentId: '__mock__', urlPath: 'url' } },
    { nodeId: 'rework', type: 'agent', config: { agentId: '__mock__', urlPath: 'url' } },
  ],
  edges: [
    {
      from: 'review',
      to: 'rework',
      when: JSON.stringify({ op: 'eq', args: [{ var: 'step.status' }, 'breached'] }),
    },
  ],
};

/** Version 1 of a definition with a review (ann, bob; an SLA of an hour) and a scan, both roots. */
export function aDefinition(
  key: Partial<DefinitionKey> & { workspaceId: string },
  now: number,
): DefinitionVersion {
  const authored: JsonObject = { ...WORKFLOW, definitionId: key.definitionId ?? WORKFLOW.definitionId };
  const checked = compileDefinition(authored);
  if (!checked.ok) throw new Error(JSON.stringify(checked.issues));
  return {
    workspaceId: key.workspaceId,
    definitionId: checked.definition.definitionId,
    organizationId: key.organizationId ?? null,
    documentId: key.documentId ?? null,
    uid: unique('def'),
    version: 1,
    authored,
    sealedSecrets: null,
    compiled: checked.compiled,
    warnings: checked.warnings,
    createdAt: now,
    updatedAt: now,
  };
}

export const keyOf = ({
  workspaceId,
  definitionId,
  organizationId,
  documentId,
}: DefinitionVersion): DefinitionKey => ({
  workspaceId,
  definitionId,
  organizationId,
  documentId,
});

/**
 * The change that starts an execution: a waiting review with a deadline, and a scan with a due
 * call.
 */
export function creation(
  definition: DefinitionVersion,
  now: number,
  header: Partial<ExecutionHeader> = {},
): Change {
  const before = initialState({
    workspaceId: definition.workspaceId,
    executionId: unique('exec'),
    definitionUid: definition.uid,
    definitionId: definition.definitionId,
    definitionVersion: definition.version,
    correlationId: unique('corr'),
    idempotencyKey: null,
    organizationId: null,
    documentId: null,
    triggerContext: { url: 'https://example.com' },
    webhookUrl: null,
    createdAt: now,
    ...header,
  });
  return change(definition, before, now, { kind: 'dispatch' });
}

/** The change that a command makes to a state, with the claims that it requires. */
export function change<K extends CommandKind>(
  definition: DefinitionVersion,
  state: ExecutionState,
  now: number,
  command: CommandOf<K>,
  claims: readonly ClaimUse[] = [],
  receiver: Receiver | null = null,
): Change {
  const decision = decide(definition.compiled, state, command, {
    now,
    newEventId: () => unique('evt'),
    maxStepsPerExecution: 1_000,
  });
  if (!decision.ok) throw new Error(decision.refusal.message);
  return changeBetween(state, decision.state, { ...decision, claims, receiver });
}

export const approval = (reviewerId: string): CommandOf<'record-decision'> => ({
  kind: 'record-decision',
  stepId: 'step_review',
  reviewerId,
  decision: 'approve',
  reason: null,
});

export const rejection = (reviewerId: string): CommandOf<'record-decision'> => ({
  ...approval(reviewerId),
  decision: 'reject',
});

export const cancellation: CommandOf<'cancel-execution'> = { kind: 'cancel-execution', reason: null };
