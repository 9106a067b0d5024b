/** The worker processes: their number stays the same. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { CLOCK_OFFSETS, STOPPED_MS, WORKERS } from './settings.js';

export class Workers {
  kills = 0;
  stops = 0;
  private readonly url: string;
  private readonly log: string;
  private readonly places: (ChildProcess | null)[] = Array.from({ length: WORKERS }, () => null);
  private started = 0;

  constructor(url: string, log: string) {
    this.url = url;
    this.log = log;
  }

  async startAll(): Promise<void> {
    await Promise.all(this.places.map((_, place) => this.start(place)));
  }

  /** Sends SIGKILL and starts another process in its place. */
  async kill(place: number): Promise<void> {
    this.kills += 1;
    await this.end(place);
    await this.start(place);
  }

  /** Stops the process for longer than its leases, then continues it. */
  async standStill(place: number): Promise<void> {
    const child = this.places[place];
    this.stops += 1;
    child?.kill('SIGSTOP');
    await sleep(STOPPED_MS);
    child?.kill('SIGCONT');
  }

  async killAll(): Promise<void> {
    await Promise.all(this.places.map((_, place) => this.end(place)));
  }

  private async end(place: number): Promise<void> {
    const child = this.places[place];
    this.places[place] = null;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  }

  /** The first has a pool of one connection. Processes that cannot connect are restarted. */
  private async start(place: number): Promise<void> {
    const program = fileURLToPath(new URL('worker.ts', import.meta.url));
    const connections = place === 0 ? '1' : '4';
    const name = `w${(this.started += 1)}`;
    const child = fork(program, [this.url, this.log, name, String(CLOCK_OFFSETS[place]), connections], {
      execArgv: ['--conditions=@org/source', '--import', 'tsx'],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    this.places[place] = child;
    const isReady = await Promise.race([
      once(child, 'message').then(() => true),
      once(child, 'exit').then(() => false),
    ]);
    if (!isReady && this.places[place] === child) await this.start(place);
  }
}
