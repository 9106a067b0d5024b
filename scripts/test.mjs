/**
 * Runs `npm test`. First the checks in parallel: those that read sources finish before the build,
 * which creates files that they must not see. Then the tests, which use every processor. The output
 * of a check is printed when it ends; parallel checks end before the command fails.
 */
import { spawn } from 'node:child_process';
import { quietly } from './quietly.mjs';

/** Runs scripts in parallel; true if all succeed. */
async function beside(...scripts) {
  return !(await Promise.all(scripts.map((it) => quietly(it)))).includes(false);
}

const isGood =
  (await beside('lint', 'format:check', 'typecheck')) &&
  (await beside('build')) &&
  // Packing changes package.json for a moment, so it runs alone.
  (await beside('check:packages'));
if (!isGood) process.exit(1);

const tests = spawn('npm', ['run', '-s', 'test:unit'], {
  stdio: 'inherit',
  shell: process.platform === 'win32',
});
tests.on('close', (code) => process.exit(code ?? 1));
