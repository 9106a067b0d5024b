/** Starts agents in separate processes, serves them the gate, and kills them. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Mail, Resumed, Setting } from '../drivers/driver.js';

/** The job of a process: start, or resume from stored state. */
export interface Job {
  name: string;
  mails: Mail[];
  stored?: string;
}
export type ToWorker =
  | { type: 'job'; job: Job }
  | { type: 'value'; call: number; value: unknown }
  | { type: 'value'; call: number; error: string };
export type FromWorker =
  | { type: 'ready' }
  | { type: 'call'; call: number; method: string; given: unknown }
  | { type: 'done'; stored?: string; resumed?: Resumed };

const WORKER = fileURLToPath(new URL('worker.ts', import.meta.url));
const running = new Set<ChildProcess>();

export function killAll() {
  for (const child of running) child.kill('SIGKILL');
}

/**
 * Runs one job in one process and kills it when the job is done; with `dieIn`, when it calls that
 * method, before the method returns.
 * @returns its last message; undefined when it was killed before.
 */
export async function inProcess(
  setting: Setting,
  job: Job,
  dieIn?: 'send',
): Promise<(FromWorker & { type: 'done' }) | undefined> {
  const child = fork(WORKER, { execArgv: ['--conditions=@org/source', '--import', 'tsx'] });
  running.add(child);
  const gone = once(child, 'exit');
  let done: (FromWorker & { type: 'done' }) | undefined;
  child.on('message', (message: FromWorker) => {
    if (message.type === 'ready') child.send({ type: 'job', job } satisfies ToWorker);
    if (message.type === 'call') void serve(setting, child, message, dieIn);
    if (message.type === 'done') {
      done = message;
      child.kill('SIGKILL');
    }
  });
  const [code] = (await gone) as [number | null];
  running.delete(child);
  // It never ends by itself, so an exit code means failure; its error is above.
  if (code !== null) throw new Error(`the process of ${job.name} ended with ${code}`);
  return done;
}

async function serve(
  { gate, send }: Setting,
  child: ChildProcess,
  { call, method, given }: FromWorker & { type: 'call' },
  dieIn: 'send' | undefined,
) {
  const serving = { ...gate, send } as unknown as Record<string, (given: unknown) => Promise<unknown>>;
  try {
    const value = await serving[method]?.(given);
    if (method === dieIn) child.kill('SIGKILL');
    else child.send({ type: 'value', call, value } satisfies ToWorker);
  } catch (error) {
    child.send({ type: 'value', call, error: String(error) } satisfies ToWorker);
  }
}
