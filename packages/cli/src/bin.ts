#!/usr/bin/env node
/** The process around `run`. */
import { run } from './index.js';

/** Longest time `dev` needs to release its resources, with a margin. */
const GRACE_MS = 5_000;
const controller = new AbortController();
for (const [signal, number] of [
  ['SIGINT', 2],
  ['SIGTERM', 15],
] as const)
  process.once(signal, () => {
    controller.abort();
    // Ends commands that ignore the signal, such as a waiting migration.
    setTimeout(() => process.exit(128 + number), GRACE_MS).unref();
  });
// A reader that stops early, as `head` does, is not an error.
process.stdout.on('error', () => process.exit());

const { stdout } = process;
const ended = run(process.argv.slice(2), {
  cwd: process.cwd(),
  env: process.env,
  out: (text) => void stdout.write(text),
  err: (text) => void process.stderr.write(text),
  isInteractive: stdout.isTTY && process.stdin.isTTY,
  color: stdout.isTTY && process.env['NO_COLOR'] === undefined,
  columns: Math.min(500, Math.max(40, stdout.isTTY ? stdout.columns : 100)),
  signal: controller.signal,
});

void ended.then((code) => {
  process.exitCode = code;
});
