/**
 * Calls of agents whose time is up but whose functions run on: the step has ended, or another worker has the job. They
 * hold no place and nobody waits for them; they are counted, and told of if they do not heed their signal.
 */
import type { Clock } from '../../ports/clock.js';
import type { Logger } from '../../ports/logger.js';

export interface CalledStep {
  readonly agentId: string;
  readonly executionId: string;
  readonly stepId: string;
}

/** How long a call may take to heed its signal before the log tells of it. */
export const HEED_SIGNAL_MS = 10_000;

export class AbandonedCalls {
  /** What calls off the warning of each. */
  private readonly running = new Map<Promise<unknown>, () => void>();
  private stopped = false;
  private readonly clock: Clock;
  private readonly logger: Logger;

  constructor(clock: Clock, logger: Logger) {
    this.clock = clock;
    this.logger = logger;
  }

  get count(): number {
    return this.running.size;
  }

  /** Counts a call from now until it ends; how it ends does not matter any more. */
  add(call: Promise<unknown>, step: CalledStep): void {
    const cancel = this.warnLater(step);
    this.running.set(call, cancel);
    const ended = () => {
      cancel();
      this.running.delete(call);
    };
    call.then(ended, ended);
  }

  /** Calls off what would be told later: no timer keeps a process alive that is done. */
  stop(): void {
    this.stopped = true;
    for (const cancel of this.running.values()) cancel();
    if (this.count === 0) return;
    this.logger.warn('the engine has stopped while agents run on whose time is up', {
      abandonedAgentCalls: this.count,
    });
  }

  private warnLater(step: CalledStep): () => void {
    if (this.stopped) return () => undefined;
    return this.clock.wakeAt(this.clock.now() + HEED_SIGNAL_MS, () => {
      const message = `agent "${step.agentId}" runs on after its time is up; it must stop when its signal is aborted`;
      this.logger.warn(message, { ...step, abandonedAgentCalls: this.count });
    });
  }
}
