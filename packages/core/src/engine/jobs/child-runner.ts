/** Starts the runs of subflow steps, tells their ends, and stops those that no step waits for. */
import { runEndOf } from '../../interpreter/run-end.js';
import { childIdOf } from '../../interpreter/child-runs.js';
import type { CommandKind, CommandOf } from '../../interpreter/command.js';
import { findStep, isOpen, isTerminal } from '../../interpreter/state.js';
import { startsRuns } from '../../nodes/schema.js';
import type { ClaimedJob } from '../../ports/store/jobs.js';
import type { ApprovalStore } from '../../ports/store/store.js';
import type { DefinitionCache } from '../caches/definitions.js';
import type { ChildStarter } from '../commit/child-starter.js';
import type { Pipeline } from '../commit/pipeline.js';

interface ChildRunnerOptions {
  readonly store: ApprovalStore;
  readonly pipeline: Pipeline;
  readonly definitions: DefinitionCache;
  readonly starter: ChildStarter;
}

/** Kinds of jobs of runs that steps start. */
export const CHILD_JOBS = ['start-run', 'run-ended', 'stop-run'] as const;

export class ChildRunner {
  private readonly options: ChildRunnerOptions;

  constructor(options: ChildRunnerOptions) {
    this.options = options;
  }

  /** Does the job. A worker that is lost at any point leaves it to another one. */
  async perform(claimed: ClaimedJob): Promise<void> {
    const { kind } = claimed.job;
    if (kind === 'start-run') await this.start(claimed);
    else if (kind === 'run-ended') await this.tellEnd(claimed);
    else await this.stopIfLeft(claimed);
    // A no-op if a commit has finished it.
    await this.options.store.finishJobs([claimed]);
  }

  private submit<K extends CommandKind>(
    { job, token }: ClaimedJob,
    command: CommandOf<K>,
    finishes: boolean,
  ) {
    return this.options.pipeline.submit(job, command, { job, token, finishes });
  }

  private async start(claimed: ClaimedJob): Promise<void> {
    const { stepId, workspaceId } = claimed.job;
    const begun = await this.submit(claimed, { kind: 'begin-run', stepId }, false);
    if (begun.kind !== 'accepted' || begun.result === null) return;
    const started = await this.options.starter.start(workspaceId, begun.result);
    await this.submit(
      claimed,
      started.ok
        ? { kind: 'run-started', stepId, ...started.run }
        : { kind: 'run-refused', stepId, ...started.refusal },
      true,
    );
  }

  private async tellEnd(claimed: ClaimedJob): Promise<void> {
    const { workspaceId, executionId, stepId } = claimed.job;
    const { pipeline, definitions } = this.options;
    const parent = await pipeline.load(claimed.job);
    const step = parent === null ? null : findStep(parent, stepId);
    if (parent === null || step === null || !isOpen(step.status)) return;
    const child = await pipeline.load({ workspaceId, executionId: childIdOf(executionId, stepId) });
    const { compiled } = await definitions.ofExecution(parent);
    const node = compiled.nodes[step.nodeId];
    if (child === null || !isTerminal(child.status) || !startsRuns(node)) return;
    const { definitionId, definitionVersion } = child;
    const end = runEndOf((await definitions.ofExecution(child)).compiled, child, node);
    await this.submit(claimed, { kind: 'run-ended', stepId, definitionId, definitionVersion, end }, true);
  }

  /** The job is of the run itself: its parent's step may have ended before the run began. */
  private async stopIfLeft(claimed: ClaimedJob): Promise<void> {
    const { pipeline } = this.options;
    const { workspaceId } = claimed.job;
    const child = await pipeline.load(claimed.job);
    if (child?.parent === undefined || isTerminal(child.status)) return;
    const { executionId, stepId } = child.parent;
    const parent = await pipeline.load({ workspaceId, executionId });
    const step = parent === null ? null : findStep(parent, stepId);
    if (step !== null && isOpen(step.status)) return;
    await this.submit(claimed, { kind: 'cancel-execution', reason: 'parent-ended' }, true);
  }
}
