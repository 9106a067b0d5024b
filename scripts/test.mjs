/**
 * What `npm test` runs. First the checks, two at a time: the linter and the formatter are done before the build, which makes files
 * for a moment that they must not look for. Then the tests, which use every processor themselves. What a check printed is shown when
 * it ends; those that run side by side end before the command fails.
 */
import { spawn } from 'node:child_process';

/** Runs them side by side; whether every one of them ended well. */
async function beside(...scripts) {
  return !(await Promise.all(scripts.map(run))).includes(false);
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

const isGood =
  (await beside('lint', 'format:check')) &&
  (await beside('build', 'typecheck')) &&
  // Packing has another package.json for a moment, which nobody else may read.
  (await beside('check:packages'));
if (!isGood) process.exit(1);

const tests = spawn('npm', ['run', '-s', 'test:unit'], {
  stdio: 'inherit',
  shell: process.platform === 'win32',
});
tests.on('close', (code) => process.exit(code ?? 1));
