/** Workflows in a few words, and an engine in memory that checks every change it commits. */
import { checkedStore, createTestEngine } from '@org/approval-testkit';
import { type Reviewer, agent, edge, human, onDecision, onStatus } from '@org/approval-testkit/simulation';
import { expect } from 'vitest';
import {
  type AgentFunction,
  type AgentRequest,
  type AgentResponse,
  type ApprovalEngine,
  type Definition,
  type EngineOptions,
  type EventOf,
  type ExternalEvent,
  type JsonObject,
  type StepView,
  createMemoryStore,
} from '../index.js';
import { olderStore } from './older.js';
import type { DefinitionGroup, DefinitionNode } from '../definition.js';
import { type EngineEvent, type EventType, checkExecution } from '../interpreter.js';
import type { CompleteDeferredRequest, RecordAgentResolutionRequest, ResolveStepRequest } from '../views.js';

export { type Reviewer, agent, edge, human, onDecision, onStatus };

/** An agent step whose findings people resolve; `agentId` names what it runs. */
export const blocking = (nodeId: string, agentId = '__mock__', more: object = {}): DefinitionNode =>
  agent(nodeId, agentId, { blocking: true, resolutionPolicy: { kind: 'allResolved' }, ...more });

/** A webhook step, which `Run` skips, as in versions from before it was executed. */
export const webhook = (nodeId: string): DefinitionNode => ({
  nodeId,
  type: 'webhook',
  config: { url: 'https://example.com/hook' },
});

/** The group `g`, all of whose members are expected. */
export const group = (
  onQuorumMet: DefinitionGroup['onQuorumMet'],
  memberNodeIds: string[],
  quorum: number,
  more: Partial<DefinitionGroup> = {},
): DefinitionGroup => ({
  groupId: 'g',
  memberNodeIds,
  expectedSteps: memberNodeIds.length,
  quorum,
  ...(onQuorumMet !== undefined && { onQuorumMet }),
  ...more,
});

/** An agent that remembers its calls, and responds to the oldest open one when the test says so. */
export class ManualAgent {
  readonly calls: AgentRequest[] = [];
  private readonly open: { respond: (response: AgentResponse) => void; fail: (error: Error) => void }[] = [];

  readonly call: AgentFunction = (request) => {
    this.calls.push(request);
    return new Promise((respond, fail) => this.open.push({ respond, fail }));
  };

  /** Responds; the engine has processed it after `run.drain()`. */
  respond(response: unknown = { passed: true }): void {
    this.open.shift()?.respond(response as AgentResponse);
  }

  fail(message: string): void {
    this.open.shift()?.fail(new Error(message));
  }
}

export const rejectTo = (nodeId: string) => ({ onReject: { routeToNodeId: nodeId } });

export const CONTEXT: JsonObject = { url: 'https://example.com/doc' };

type Workflow = Pick<Definition, 'nodes' | 'edges'> & Partial<Definition>;

let definitions = 0;

/** A run of one workflow, and what can be done with it. */
export class Run {
  readonly engine: ApprovalEngine;
  readonly executionId: string;
  readonly advance: (ms: number) => Promise<void>;
  readonly drain: () => Promise<void>;
  /** ms since the epoch, by the virtual clock. */
  readonly now: () => number;
  private readonly store: ReturnType<typeof createMemoryStore>;

  private constructor(kit: ReturnType<typeof createTestEngine>, executionId: string) {
    this.engine = kit.engine;
    this.store = kit.store;
    this.advance = (ms) => kit.advance(ms);
    this.drain = () => kit.drain();
    this.now = () => kit.clock.now();
    this.executionId = executionId;
  }

  static async start(
    workflow: Workflow,
    { triggerContext = CONTEXT, ...options }: Partial<EngineOptions> & { triggerContext?: JsonObject } = {},
  ): Promise<Run> {
    const kit = createTestEngine({ store: olderStore(checkedStore(createMemoryStore())), ...options });
    definitions += 1;
    const definitionId = workflow.definitionId ?? `workflow-${definitions}`;
    await kit.engine.definitions.create({ definitionId, name: 'Workflow', ...workflow });
    const { executionId } = await kit.engine.executions.dispatch({ definitionId, triggerContext });
    const run = new Run(kit, executionId);
    await run.drain();
    return run;
  }

  get() {
    return this.engine.executions.get({ executionId: this.executionId });
  }

  async events(): Promise<readonly ExternalEvent[]> {
    const { executionId } = this;
    return (await this.engine.executions.getEvents({ executionId, pageSize: 500 })).events;
  }

  async types(): Promise<string[]> {
    return (await this.events()).map((event) => event.type);
  }

  async ofType<T extends EventType>(type: T): Promise<EventOf<T>[]> {
    return (await this.record()).filter((it) => it.type === type) as unknown as EventOf<T>[];
  }

  /** All events as they are stored, internal ones included. */
  async record(): Promise<EngineEvent[]> {
    return this.store.readEvents({ ...this.key, afterSeq: 0, limit: 100_000, externalOnly: false });
  }

  /** The external events that `action` caused, as `type stepId`. */
  async during(action: () => Promise<unknown>): Promise<string[]> {
    const before = (await this.events()).length;
    await action();
    return (await this.events())
      .slice(before)
      .map(({ type, stepId }) => [type, stepId ?? []].flat().join(' '));
  }

  /** `node` or `node#2` (its iteration) → status, in the order of creation. */
  async statuses(): Promise<string[]> {
    const { steps } = await this.get();
    return steps.map(
      (step) => `${step.nodeId}${step.iteration > 1 ? `#${step.iteration}` : ''} ${step.status}`,
    );
  }

  /** The youngest step of a node. */
  async step(nodeId: string): Promise<StepView> {
    const { steps } = await this.get();
    const step = steps.findLast((it) => it.nodeId === nodeId);
    if (step === undefined) throw new Error(`no step of ${nodeId}: ${(await this.statuses()).join(', ')}`);
    return step;
  }

  async count(nodeId: string): Promise<number> {
    return (await this.get()).steps.filter((step) => step.nodeId === nodeId).length;
  }

  async decide(nodeId: string, reviewerId: string, decision: 'approve' | 'reject', reason?: string) {
    return this.decideStep((await this.step(nodeId)).stepId, reviewerId, decision, reason);
  }

  async decideStep(stepId: string, reviewerId: string, decision: 'approve' | 'reject', reason?: string) {
    const result = await this.engine.steps.recordReviewerDecision({
      executionId: this.executionId,
      stepId,
      reviewerId,
      decision,
      ...(reason !== undefined && { reason }),
    });
    await this.drain();
    return result;
  }

  async resolve(
    nodeId: string,
    action: ResolveStepRequest['action'],
    more: Partial<ResolveStepRequest> = {},
  ) {
    const { stepId } = await this.step(nodeId);
    const { executionId } = this;
    const result = await this.engine.steps.resolve({ executionId, stepId, action, actorId: 'ops', ...more });
    await this.drain();
    return result;
  }

  async resolveFinding(
    nodeId: string,
    resolutionId: string,
    status: 'success' | 'failure',
    more: Partial<RecordAgentResolutionRequest> = {},
  ) {
    const { stepId } = await this.step(nodeId);
    const result = await this.engine.steps.recordAgentResolution({
      executionId: this.executionId,
      stepId,
      resolutionId,
      status,
      ...(status === 'failure' && { errorMessage: 'still there' }),
      ...more,
    });
    await this.drain();
    return result;
  }

  async cancelStep(nodeId: string) {
    const { stepId } = await this.step(nodeId);
    const { executionId } = this;
    const result = await this.engine.steps.cancel({ executionId, stepId, actorId: 'ops', reason: 'away' });
    await this.drain();
    return result;
  }

  async cancel(reason?: string) {
    const { executionId } = this;
    const result = await this.engine.executions.cancel({
      executionId,
      ...(reason !== undefined && { reason }),
    });
    await this.drain();
    return result;
  }

  /** The result of a step whose agent deferred it. */
  async callBack(
    nodeId: string,
    status: CompleteDeferredRequest['status'],
    more: Partial<CompleteDeferredRequest> = {},
  ) {
    const { stepId } = await this.step(nodeId);
    const { executionId } = this;
    const result = await this.engine.steps.completeDeferred({ executionId, stepId, status, ...more });
    await this.drain();
    return result;
  }

  private get key() {
    return { workspaceId: 'default', executionId: this.executionId };
  }

  /** Checks the invariants of every execution on this one. */
  async check(): Promise<void> {
    const [state] = await this.store.loadExecutions([this.key]);
    const events = await this.record();
    const [definition] = await this.store.loadDefinitions([
      { workspaceId: 'default', uid: state!.definitionUid, version: state!.definitionVersion },
    ]);
    expect(checkExecution({ compiled: definition!.compiled, state: state!, events })).toEqual([]);
  }

  /** The execution has ended so; with what must hold of it. */
  async ended(status: string, failureCode?: string): Promise<void> {
    const execution = await this.get();
    expect([execution.status, execution.failureReason?.code]).toEqual([status, failureCode]);
    await this.check();
  }
}
