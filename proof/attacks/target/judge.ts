/**
 * Watches the event loop of its process. It measures the longest turn as work relative to a timed
 * loop in the same process, so that the speed and load of the machine do not matter.
 */
import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks';
import { unitMicroseconds } from '../../../packages/core/src/test-support/work.js';

const TICK_MS = 4;

/** Observations since the last question. */
export interface Verdict {
  /** Longest turn of the event loop, in units of the calibration loop (about ms if idle). */
  readonly held: number;
  /** Largest delay in Node's histogram, in ms of wall clock: less reliable on a busy machine. */
  readonly delayMs: number;
  /** Used heap in MiB. */
  readonly heapUsed: number;
  readonly rss: number;
}

/**
 * The work of a turn is the smaller of its wall time and the process's CPU time: waiting for a core
 * is not work, and the work of other threads does not hold the loop.
 */
export class Judge {
  /** Unit at the last question: beside other load a unit is more expensive. */
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

  /** Ends the turn, returns the observations, and starts again. Times the loop around it. */
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

  /** Starts a turn here, without the judge's own work. */
  private begin(): void {
    [this.lastTick, this.lastCpu] = [process.hrtime.bigint(), process.cpuUsage()];
  }
}
