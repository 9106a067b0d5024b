/**
 * An assistant wants to pay refunds: small ones by itself, larger ones when Fay approves. No key,
 * no network.
 *
 *     node --conditions=@org/source --import tsx examples/agent-approval/main.ts
 *     … --crash       kills the assistant while it waits, and restarts it: one refund, paid once
 */
import { renderCall } from '@org/approval-agents';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type Desk, approve, openDesk, question } from './desk.js';

const { values } = parseArgs({ options: { crash: { type: 'boolean', default: false } } });
const folder = mkdtempSync(join(tmpdir(), 'approval-agent-'));
const file = join(folder, 'desk.db');
const paid = join(folder, 'paid.txt');

/** The assistant, as a process; what it says is shown. */
function start(): ChildProcess {
  const script = fileURLToPath(new URL('assistant-process.ts', import.meta.url));
  const options = ['--conditions=@org/source', '--import', 'tsx', script, file, paid];
  const child = spawn(process.execPath, options, { stdio: ['ignore', 'pipe', 'inherit'] });
  createInterface({ input: child.stdout as NodeJS.ReadableStream }).on('line', (line) => console.log(line));
  return child;
}

/** Polls until a permit waits for Fay. */
async function asked(desk: Desk) {
  for (;;) {
    const permit = await question(desk);
    if (permit?.executionId) return permit;
    if (running.exitCode !== null) throw new Error('the assistant ended without asking anybody');
    await sleep(50);
  }
}

const desk = await openDesk(file);
let running = start();
const ended = once(running, 'exit');
const permit = await asked(desk);

if (values.crash) {
  console.log('the assistant is killed while it waits');
  running.kill('SIGKILL');
  await ended;
}
console.log(`fay is asked:\n${renderCall(permit.call).replaceAll(/^/gm, '    ')}`);
console.log(`    because, says the assistant: ${permit.reason ?? ''}`);
await approve(desk, permit);
console.log('fay approves');

if (values.crash) {
  console.log('the assistant is started again, and goes on');
  running = start();
  await once(running, 'exit');
} else {
  await ended;
}

console.log('the same conversation is run once more');
await once(start(), 'exit');
console.log(
  `what was paid, in the end:\n${readFileSync(paid, 'utf8')
    .replaceAll(/^(?=.)/gm, '    ')
    .trimEnd()}`,
);
await desk.close();
rmSync(folder, { recursive: true });
