/**
 * Prepares a fresh clone: installs package-lock.json unless it is installed. Runs before `npm
 * start` and `npm test`, so it uses only Node itself.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`This project needs Node 20.19 or newer; this is ${process.version}.`);
  process.exit(1);
}

/** npm writes this file last, so it is as new as the installation. */
const installed = `${root}/node_modules/.package-lock.json`;
const wanted = `${root}/package-lock.json`;

if (!existsSync(installed) || statSync(installed).mtimeMs < statSync(wanted).mtimeMs) {
  console.log('Installing dependencies (npm ci) …');
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0) {
    console.error('npm ci failed. Fix the error above and retry.');
    process.exit(status ?? 1);
  }
}
