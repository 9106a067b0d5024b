/**
 * Watches the event loop of its own process: how long one turn held it, as work relative to a loop that is timed in the same
 * process, so that neither a slow machine nor a busy one changes what is said.
 */
import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks';
import { unitMicroseconds } from '../../../packages/core/src/test-support/work.js';

const TICK_MS = 4;

/** What was seen since the judge was last asked. */
export interface Verdict {
  /** The longest turn of the event loop, in units of the calibration loop: about ms of an idle machine. */
  readonly held: number;
  /** The largest delay that Node's own histogram saw, in ms of the wall clock: on a busy machine it says less. */
  readonly delayMs: number;
  /** MiB. */
  readonly heapUsed: number;
  readonly rss: number;
}

/**
 * A turn's work is the smaller one of the time that went by and the CPU time that the process used in it: who waits for a
 * core does not work, and what other threads did beside the loop does not hold it.
 */
export class Judge {
  /** As it was when the judge was last asked: beside others on the same cores a unit is dearer. */
  private unit = unitMicroseconds();
  private readonly histogram: IntervalHistogram = monitorEventLoopDelay({ resolution: 10 });
  private longest = 0;
  private lastTick = process.hrtime.bigint();
  private lastCpu = process.cpuUsage();
  private readonly timer = setInterval(() => this.tick(), TICK_MS);

  constructor() {
    this.histogram.enable();
    this.timer.unref();
  }

  /** Looks at the turn that is ending, says what was seen, and begins anew. The loop is timed before and after it. */
  ask(): Verdict {
    this.tick();
    const [before, after] = [this.unit, unitMicroseconds()];
    this.unit = after;
    const { heapUsed, rss } = process.memoryUsage();
    const verdict = {
      held: this.longest / Math.max(before, after),
      delayMs: Math.max(0, this.histogram.max / 1e6),
      heapUsed: heapUsed / 2 ** 20,
      rss: rss / 2 ** 20,
    };
    this.longest = 0;
    this.begin();
    this.histogram.reset();
    return verdict;
  }

  stop(): void {
    clearInterval(this.timer);
    this.histogram.disable();
  }

  private tick(): void {
    const [now, cpu] = [process.hrtime.bigint(), process.cpuUsage()];
    const wall = Number(now - this.lastTick) / 1e3;
    const used = cpu.user + cpu.system - this.lastCpu.user - this.lastCpu.system;
    this.longest = Math.max(this.longest, Math.min(wall, used));
    [this.lastTick, this.lastCpu] = [now, cpu];
  }

  /** A turn that begins here: the judge's own work is nobody's. */
  private begin(): void {
    [this.lastTick, this.lastCpu] = [process.hrtime.bigint(), process.cpuUsage()];
  }
}
