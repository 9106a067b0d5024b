/** The attacked server as the attackers see it: a process of its own, with a small heap. */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Question } from './child.js';
import type { Address, Report, Seed, StoreName } from './subject.js';

/** MiB: what the whole collection has to be survived with. */
export const HEAP_MIB = 512;

interface Answer {
  readonly id: number;
  readonly value?: unknown;
  readonly error?: string;
}
type Ask = Question extends infer Q ? (Q extends Question ? Omit<Q, 'id'> : never) : never;

export class Target {
  readonly address: Address;
  private readonly child: ChildProcess;
  private readonly waiting: Map<number, (answer: Answer) => void>;
  private asked = 0;

  private constructor(child: ChildProcess, waiting: Map<number, (answer: Answer) => void>, address: Address) {
    this.child = child;
    this.waiting = waiting;
    this.address = address;
  }

  static async start(): Promise<Target> {
    const child = fork(fileURLToPath(new URL('./child.ts', import.meta.url)), {
      execArgv: [
        '--conditions=@org/source',
        '--import',
        import.meta.resolve('tsx'),
        `--max-old-space-size=${HEAP_MIB}`,
      ],
      // What this process runs in is not what that one does.
      env: { PATH: process.env['PATH'], HOME: process.env['HOME'], TMPDIR: process.env['TMPDIR'] },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    const waiting = new Map<number, (answer: Answer) => void>();
    child.on('message', (message) => {
      const answer = message as Answer;
      waiting.get(answer.id)?.(answer);
      waiting.delete(answer.id);
    });
    child.once('exit', (code, signal) => {
      const error = `the server has ended (${code ?? signal ?? 'nobody knows why'})`;
      for (const [id, wake] of waiting) wake({ id, error });
      waiting.clear();
    });
    const first = new Promise<Answer>((resolve) => waiting.set(0, resolve));
    return new Target(child, waiting, valueOf(await first) as Address);
  }

  get isAlive(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  async fresh(store: StoreName = 'memory'): Promise<Seed> {
    return (await this.ask({ ask: 'fresh', store })) as Seed;
  }

  async report(): Promise<Report> {
    return (await this.ask({ ask: 'report' })) as Report;
  }

  async stop(): Promise<void> {
    if (!this.isAlive) return;
    const ended = new Promise((resolve) => this.child.once('exit', resolve));
    // What hangs is not asked twice.
    const impatience = setTimeout(() => this.child.kill('SIGKILL'), 10_000);
    await this.ask({ ask: 'stop' }).catch(() => this.child.kill('SIGKILL'));
    await ended;
    clearTimeout(impatience);
  }

  private async ask(question: Ask): Promise<unknown> {
    if (!this.isAlive) throw new Error('the server has ended');
    const id = ++this.asked;
    const answer = new Promise<Answer>((resolve) => this.waiting.set(id, resolve));
    this.child.send({ ...question, id });
    return valueOf(await answer);
  }
}

function valueOf({ value, error }: Answer): unknown {
  if (error !== undefined) throw new Error(error);
  return value;
}
