/** The attacked server for attackers: a separate process with a small heap. */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Question } from './child.js';
import type { Address, Report, Seed, StoreName } from './subject.js';

/** Heap in MiB that must suffice for the whole collection. */
const HEAP_MIB = 512;

interface Answer {
  readonly id: number;
  readonly value?: unknown;
  readonly error?: string;
}
type Ask = Question extends infer Q ? (Q extends Question ? Omit<Q, 'id'> : never) : never;

/** Characters of the last output to keep; V8's crash report has about 3,000. */
const LAST_WORDS = 8_000;

/** The server's process is gone. The message has its end and its last output. */
export class TargetEnded extends Error {
  override readonly name = 'TargetEnded';
}

export class Target {
  readonly address: Address;
  private readonly process: ServerProcess;

  private constructor(process: ServerProcess, address: Address) {
    this.process = process;
    this.address = address;
  }

  static async start(): Promise<Target> {
    const process = new ServerProcess();
    return new Target(process, (await process.answer(0)) as Address);
  }

  get isAlive(): boolean {
    return this.process.end === null;
  }

  async fresh(store: StoreName = 'memory'): Promise<Seed> {
    return (await this.process.ask({ ask: 'fresh', store })) as Seed;
  }

  /** Rejects with `TargetEnded` when the process is gone. */
  async report(): Promise<Report> {
    return (await this.process.ask({ ask: 'report' })) as Report;
  }

  async stop(): Promise<void> {
    if (this.isAlive) await this.process.stop();
  }

  /** Kills the process with a signal. Resolves once it is gone. */
  async kill(signal: NodeJS.Signals): Promise<void> {
    await this.process.kill(signal);
  }
}

/** Matches answers to questions by id; the end of the process ends all of them. */
class ServerProcess {
  end: TargetEnded | null = null;
  private readonly child: ChildProcess = forked();
  private readonly waiting = new Map<number, (answer: Answer | TargetEnded) => void>();
  private readonly ended: Promise<void>;
  private lastWords = '';
  private asked = 0;

  constructor() {
    this.child.stderr?.on('data', (chunk: Buffer) => {
      process.stderr.write(chunk);
      this.lastWords = `${this.lastWords}${chunk.toString()}`.slice(-LAST_WORDS);
    });
    this.child.on('message', (message) => {
      const answer = message as Answer;
      this.waiting.get(answer.id)?.(answer);
      this.waiting.delete(answer.id);
    });
    // It could not be started or killed; `close` follows.
    this.child.on('error', (error) => (this.lastWords += String(error)));
    // Not `exit`: the last output may still arrive.
    this.ended = new Promise((resolve) => {
      this.child.once('close', (code, signal) => {
        this.end = new TargetEnded(`the server has ended: ${endOf(code, signal)}; it said ${this.lastWords}`);
        for (const wake of this.waiting.values()) wake(this.end);
        this.waiting.clear();
        resolve();
      });
    });
  }

  async ask(question: Ask): Promise<unknown> {
    if (this.end !== null) throw this.end;
    const id = ++this.asked;
    const answer = this.answer(id);
    // A closed channel means that the process is ending.
    this.child.send({ ...question, id }, (error) => {
      if (error !== null) this.lastWords += `\n(question ${id}: ${error.message})`;
    });
    return answer;
  }

  async answer(id: number): Promise<unknown> {
    const answer = await new Promise<Answer | TargetEnded>((resolve) => this.waiting.set(id, resolve));
    if (answer instanceof TargetEnded) throw answer;
    if (answer.error !== undefined) throw new Error(answer.error);
    return answer.value;
  }

  async stop(): Promise<void> {
    // A hanging process is killed.
    const impatience = setTimeout(() => this.child.kill('SIGKILL'), 10_000);
    await this.ask({ ask: 'stop' }).catch(() => this.child.kill('SIGKILL'));
    await this.ended;
    clearTimeout(impatience);
  }

  async kill(signal: NodeJS.Signals): Promise<void> {
    this.child.kill(signal);
    await this.ended;
  }
}

function forked(): ChildProcess {
  return fork(fileURLToPath(new URL('./child.ts', import.meta.url)), {
    execArgv: [
      '--conditions=@org/source',
      '--import',
      import.meta.resolve('tsx'),
      `--max-old-space-size=${HEAP_MIB}`,
    ],
    // Keeps the environment of this process out of the other.
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], TMPDIR: process.env['TMPDIR'] },
    stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
  });
}

const endOf = (code: number | null, signal: NodeJS.Signals | null): string =>
  code === null ? `signal ${signal}` : `exit code ${code}`;
