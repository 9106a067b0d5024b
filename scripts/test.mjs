/**
 * What `npm test` runs. First the checks, in two lanes side by side. The build does not come first in its own: it makes files
 * for a moment that the linter and the formatter must not look for. Then the tests, which use every processor themselves. What a
 * check printed is shown when it ends; all of them end before the command fails.
 */
import { spawn } from 'node:child_process';

/** @returns whether every script of the lane ended well; the first that fails ends the lane. */
async function lane(...scripts) {
  for (const script of scripts) if (!(await run(script))) return false;
  return true;
}

function run(script) {
  const started = performance.now();
  const child = spawn('npm', ['run', '-s', script], {
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  });
  const printed = [];
  child.stdout.on('data', (chunk) => printed.push(chunk));
  child.stderr.on('data', (chunk) => printed.push(chunk));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      const seconds = Math.round((performance.now() - started) / 1000);
      console.log(`── ${script}: ${code === 0 ? 'ended well' : 'FAILED'} after ${seconds} s`);
      if (code !== 0) process.stdout.write(Buffer.concat(printed));
      resolve(code === 0);
    });
  });
}

const checks = await Promise.all([lane('lint'), lane('format:check', 'build', 'typecheck')]);
// Packing has another package.json for a moment, which nobody else may read.
if (checks.includes(false) || !(await lane('check:packages'))) process.exit(1);

const tests = spawn('npm', ['run', '-s', 'test:unit'], {
  stdio: 'inherit',
  shell: process.platform === 'win32',
});
tests.on('close', (code) => process.exit(code ?? 1));
