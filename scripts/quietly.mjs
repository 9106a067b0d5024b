/** Scripts of package.json that run side by side: what one printed is shown when it fails. */
import { spawn } from 'node:child_process';

/** Whether it ended well, which is said with how long it took. `folder` has the package.json. */
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
