/** Calls the host's agents (contract section 8): outside any transaction, at least once. */
import { RESERVED_AGENT_ID } from '../definition/definition.js';
import { describeError, storableText } from '../definition/json.js';
import { LIMITS } from '../definition/limits.js';
import type { AgentCall, CommandKind, CommandOf } from '../interpreter/command.js';
import type { AgentFunction, AgentRequest } from '../ports/agents.js';
import type { Claim, ClaimedJob } from '../ports/store/jobs.js';
import type { ApprovalStore } from '../ports/store/store.js';
import type { Activity } from './activity.js';
import { checkAgentResponse } from './agent-response.js';
import type { Work } from './job-runner.js';
import type { Pipeline } from './pipeline.js';
import type { CallbackTokens } from './webhooks/callback-tokens.js';

export type Agents = Readonly<Record<string, AgentFunction>>;

interface AgentCallerOptions {
  readonly store: ApprovalStore;
  readonly pipeline: Pipeline;
  readonly agents: Agents;
  readonly callbackTokens: CallbackTokens;
  /** Counts the work of the engine; the time that an agent takes is counted apart. */
  readonly activity: Activity;
  readonly agentActivity: Activity;
}

type Report = CommandOf<'agent-returned'> | CommandOf<'agent-failed'>;

const MOCK: AgentFunction = () => ({ passed: true, summary: 'mock' });

export class AgentCaller {
  private readonly options: AgentCallerOptions;

  constructor(options: AgentCallerOptions) {
    this.options = options;
  }

  /** Begins the call, makes it, and reports what came of it, all on the strength of one claim. */
  async perform(claimed: ClaimedJob, work: Work): Promise<void> {
    const { stepId } = claimed.job;
    const { attempt } = claimed;
    const begun = await this.submit(claimed, { kind: 'begin-agent-call', stepId, attempt }, false);
    if (begun.kind === 'lost-claim') return;
    const call = begun.kind === 'answered' ? begun.answer : null;
    if (call === null) {
      await this.finish(claimed);
      return;
    }
    const report = await this.call(claimed, call, work.signal);
    // The agent has answered: the end of its step is no reason to abort it any more.
    work.answered();
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

  private async call(
    { job }: ClaimedJob,
    call: AgentCall,
    signal: AbortSignal,
  ): Promise<Report | 'deferred'> {
    const { stepId, executionId, workspaceId } = job;
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
    const request: AgentRequest = {
      workspaceId,
      executionId,
      stepId,
      nodeId: call.nodeId,
      attempt,
      url: call.url,
      input: call.input,
      triggerContext: call.triggerContext,
      promptOverride: call.promptOverride,
      idempotencyKey: `${executionId}:${stepId}`,
      callbackToken: await this.options.callbackTokens.issue(job),
      signal,
    };
    let response: unknown;
    try {
      response = await this.outside(async () => agent(request));
    } catch (error) {
      return failed('agent-error', describeError(error), true);
    }
    const checked = checkAgentResponse(response);
    if (checked.kind === 'deferred') return 'deferred';
    if (checked.kind === 'fault') return failed('agent-output-invalid', checked.message, false);
    return { kind: 'agent-returned', stepId, attempt, result: checked.result };
  }

  private outside<T>(call: () => Promise<T>): Promise<T> {
    return this.options.agentActivity.track(this.options.activity.pause(call()));
  }

  private agent(agentId: string): AgentFunction | null {
    const { agents } = this.options;
    if (agentId === RESERVED_AGENT_ID) return MOCK;
    return Object.hasOwn(agents, agentId) ? (agents[agentId] ?? null) : null;
  }
}
