/** Calls the host's agents (contract section 8): outside any transaction, at least once. */
import { RESERVED_AGENT_ID } from '../../definition/definition.js';
import { describeError, storableText } from '../../definition/json.js';
import { LIMITS } from '../../definition/limits.js';
import type { AgentCall, CommandKind, CommandOf } from '../../interpreter/command.js';
import type { AgentFunction, AgentRequest, Agents } from '../../ports/agents.js';
import type { Claim, ClaimedJob, JobKey } from '../../ports/store/jobs.js';
import type { Telemetry } from '../../ports/telemetry.js';
import type { ApprovalStore } from '../../ports/store/store.js';
import type { Activity } from '../scheduling/activity.js';
import { observed } from '../observing/telemetry.js';
import type { AbandonedCalls } from './abandoned-calls.js';
import { checkAgentResponse } from './agent-response.js';
import type { Work } from './job-runner.js';
import type { StopSign } from './stop-sign.js';
import type { Pipeline } from '../commit/pipeline.js';
import type { CallbackTokens } from '../secrets/callback-tokens.js';

interface AgentCallerOptions {
  readonly store: ApprovalStore;
  readonly pipeline: Pipeline;
  readonly agents: Agents;
  readonly callbackTokens: CallbackTokens;
  /** Counts the work of the engine; the time that an agent takes is counted apart. */
  readonly activity: Activity;
  readonly agentActivity: Activity;
  readonly abandoned: AbandonedCalls;
  /** null: no telemetry. */
  readonly telemetry: Telemetry | null;
}

/** Result of a call; null when its time was up first, so its result no longer counts. */
type CallOutcome = Report | 'deferred' | null;

type Report = CommandOf<'agent-returned'> | CommandOf<'agent-failed'>;

const MOCK: AgentFunction = () => ({ passed: true, summary: 'mock' });

export class AgentCaller {
  private readonly options: AgentCallerOptions;

  constructor(options: AgentCallerOptions) {
    this.options = options;
  }

  /** Starts the call, makes it, and reports the result, all under one claim. */
  async perform(claimed: ClaimedJob, work: Work): Promise<void> {
    const { stepId } = claimed.job;
    const { attempt } = claimed;
    const begun = await this.submit(claimed, { kind: 'begin-agent-call', stepId, attempt }, false);
    if (begun.kind === 'lost-claim') return;
    const call = begun.kind === 'accepted' ? begun.result : null;
    if (call === null) {
      await this.finish(claimed);
      return;
    }
    const report = await this.traced(claimed, call, work.stop);
    // The step has ended, or the job has a new holder: nothing is left to do here.
    if (report === null) return;
    // The agent has responded: the end of its step no longer is a reason to abort it.
    work.responded();
    if (report === 'deferred') {
      await this.finish(claimed);
      return;
    }
    const reported = await this.submit(claimed, report, true);
    if (reported.kind === 'refused') await this.finish(claimed);
  }

  private submit<K extends CommandKind>(claimed: ClaimedJob, command: CommandOf<K>, finishes: boolean) {
    const { job, token } = claimed;
    return this.options.pipeline.submit(job, command, { job, token, finishes });
  }

  /** The step needs no call any more. */
  private async finish(claim: Claim): Promise<void> {
    await this.options.store.finishJobs([claim]);
  }

  private traced(claimed: ClaimedJob, call: AgentCall, stop: StopSign): Promise<CallOutcome> {
    const { workspaceId, executionId, stepId } = claimed.job;
    const { agentId, attempt } = call;
    return observed<'agent-call', CallOutcome>(
      this.options.telemetry,
      () => ({ kind: 'agent-call', workspaceId, executionId, stepId, agentId, attempt }),
      () => this.call(claimed, call, stop),
      (outcome) => {
        if (outcome === null) return 'late';
        if (outcome === 'deferred') return 'deferred';
        if (outcome.kind === 'agent-returned') return 'returned';
        return outcome.code === 'agent-output-invalid' ? 'invalid' : 'failed';
      },
    );
  }

  private async call({ job }: ClaimedJob, call: AgentCall, stop: StopSign): Promise<CallOutcome> {
    const { stepId } = job;
    const { attempt, agentId } = call;
    const failed = (code: string, message: string, retryable: boolean): Report => ({
      kind: 'agent-failed',
      stepId,
      attempt,
      code,
      message: storableText(message, LIMITS.errorMessageLength),
      retryable,
    });
    const agent = this.agent(agentId);
    if (agent === null) {
      return failed('agent-not-registered', `no agent "${agentId}" is registered`, false);
    }
    const request = this.request(job, call, stop);
    let response: unknown;
    try {
      response = await this.outside(agent, request, { agentId, stop });
    } catch (error) {
      // An agent that follows its signal throws, which is not its fault.
      return stop.isUp() ? null : failed('agent-error', describeError(error), true);
    }
    if (stop.isUp()) return null;
    const checked = checkAgentResponse(response);
    if (checked.kind === 'deferred') return 'deferred';
    if (checked.kind === 'fault') return failed('agent-output-invalid', checked.message, false);
    return { kind: 'agent-returned', stepId, attempt, result: checked.result };
  }

  private request(job: JobKey, call: AgentCall, stop: StopSign): AgentRequest {
    const { workspaceId, executionId, stepId } = job;
    const { callbackTokens } = this.options;
    let token: string | null | undefined;
    return {
      workspaceId,
      executionId,
      stepId,
      nodeId: call.nodeId,
      attempt: call.attempt,
      url: call.url,
      input: call.input,
      triggerContext: call.triggerContext,
      promptOverride: call.promptOverride,
      idempotencyKey: `${executionId}:${stepId}`,
      // Both are dear to make, and most agents ask for neither.
      get callbackToken() {
        return (token ??= callbackTokens.issue(job));
      },
      get signal() {
        return stop.signal;
      },
    };
  }

  /** Calls the agent, and waits no longer than it may; a call that runs on then holds no place. */
  private async outside(
    agent: AgentFunction,
    request: AgentRequest,
    { agentId, stop }: { readonly agentId: string; readonly stop: StopSign },
  ): Promise<unknown> {
    const { activity, agentActivity, abandoned } = this.options;
    const { executionId, stepId } = request;
    if (stop.isUp()) return null;
    const called = (async (): Promise<unknown> => agent(request))();
    let forget: () => void = () => undefined;
    const timeIsUp = new Promise<void>((resolve) => (forget = stop.whenUp(resolve)));
    try {
      return await agentActivity.track(activity.pause(Promise.race([called, timeIsUp])));
    } finally {
      forget();
      if (stop.isUp()) abandoned.add(called, { agentId, executionId, stepId });
    }
  }

  private agent(agentId: string): AgentFunction | null {
    const { agents } = this.options;
    if (agentId === RESERVED_AGENT_ID) return MOCK;
    return Object.hasOwn(agents, agentId) ? (agents[agentId] ?? null) : null;
  }
}
