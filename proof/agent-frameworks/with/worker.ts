/** An agent in a separate process that may be killed. The parent serves the gate by IPC. */
import { drivers } from '../drivers/all.js';
import type { Mail, Setting } from '../drivers/driver.js';
import type { FromWorker, Job, ToWorker } from './processes.js';

const waiting = new Map<number, { resolve: (value: never) => void; reject: (error: Error) => void }>();
let calls = 0;

const tell = (message: FromWorker) => process.send?.(message);

function ask(method: string, given: unknown): Promise<never> {
  const call = ++calls;
  tell({ type: 'call', call, method, given });
  return new Promise((resolve, reject) => waiting.set(call, { resolve, reject }));
}

const setting: Setting = {
  gate: {
    request: (given) => ask('request', given),
    get: (given) => ask('get', given),
    redeem: (given) => ask('redeem', given),
    outcome: (given) => ask('outcome', given),
  },
  send: (mail: Mail) => ask('send', mail),
};

process.on('message', (message: ToWorker) => {
  if (message.type === 'job') {
    void work(message.job);
    return;
  }
  const { resolve, reject } = waiting.get(message.call) ?? {};
  if ('error' in message) reject?.(new Error(message.error));
  else resolve?.(message.value as never);
});

async function work({ name, mails, stored }: Job) {
  const driver = await drivers[name]?.();
  if (driver === undefined) throw new Error(`unknown driver ${name}`);
  if (stored === undefined) tell({ type: 'done', stored: await driver.start(setting, mails) });
  else tell({ type: 'done', resumed: await driver.resume(setting, stored) });
  // It waits from here on like a host, until it is killed.
}

tell({ type: 'ready' });
