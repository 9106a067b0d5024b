/**
 * Agent calls whose functions run on after the step ended or another worker took the job. They use
 * no slot and are not awaited; they are counted, and reported if they ignore their signal.
 */
import type { Clock } from '../../ports/clock.js';
import type { Logger } from '../../ports/logger.js';

export interface CalledStep {
  readonly agentId: string;
  readonly executionId: string;
  readonly stepId: string;
}

/** Time in ms that a call has to follow its signal before it is logged. */
export const HEED_SIGNAL_MS = 10_000;

export class AbandonedCalls {
  /** Cancels the warning of each. */
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

  /** Cancels pending warnings, so that no timer keeps the process alive. */
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
