/**
 * What `npm test` runs. First the checks, side by side: all that read sources are done before the build, which makes files for a moment
 * that they must not look for. Then the tests, which use every processor themselves. What a check printed is shown when
 * it ends; those that run side by side end before the command fails.
 */
import { spawn } from 'node:child_process';
import { quietly } from './quietly.mjs';

/** Runs them side by side; whether every one of them ended well. */
async function beside(...scripts) {
  return !(await Promise.all(scripts.map((it) => quietly(it)))).includes(false);
}

const isGood =
  (await beside('lint', 'format:check', 'typecheck')) &&
  (await beside('build')) &&
  // Packing has another package.json for a moment, which nobody else may read.
  (await beside('check:packages'));
if (!isGood) process.exit(1);

const tests = spawn('npm', ['run', '-s', 'test:unit'], {
  stdio: 'inherit',
  shell: process.platform === 'win32',
});
tests.on('close', (code) => process.exit(code ?? 1));
