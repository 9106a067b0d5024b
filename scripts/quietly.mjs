/** Runs scripts of package.json in parallel, and prints the output of failed ones. */
import { spawn } from 'node:child_process';

/** Returns true for success and prints the duration. `folder` has the package.json. */
export function quietly(script, folder, name = script) {
  const started = performance.now();
  const child = spawn('npm', ['run', '-s', script], {
    cwd: folder,
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
      console.log(`── ${name}: ${code === 0 ? 'ended well' : 'FAILED'} after ${seconds} s`);
      if (code !== 0) process.stdout.write(Buffer.concat(printed));
      resolve(code === 0);
    });
  });
}
