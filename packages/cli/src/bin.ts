#!/usr/bin/env node
/** The process around `run`. */
import { run } from './index.js';

const controller = new AbortController();
process.once('SIGINT', () => controller.abort());
process.once('SIGTERM', () => controller.abort());
// Who reads no further, as `head` does, is no error.
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
