/** `npm run agents:proof`: installs the frameworks where they are not, then proves the adapters against them. */
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

function run(command, ...args) {
  const { status } = spawnSync(command, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, AGENTS_PROOF: '1' },
    shell: process.platform === 'win32',
  });
  if (status !== 0) process.exit(status ?? 1);
}

const installed = `${root}/agents-proof/node_modules/.package-lock.json`;
const wanted = `${root}/agents-proof/package-lock.json`;
if (!existsSync(installed) || statSync(installed).mtimeMs < statSync(wanted).mtimeMs)
  run('npm', 'ci', '--prefix', 'agents-proof', '--no-audit', '--no-fund');
run('node', '--import', 'tsx', 'agents-proof/with/guide.ts');
run('npm', 'run', '-s', 'tsc', '--', '-p', 'agents-proof');
run('npx', 'oxlint', '-c', 'oxlint.config.mjs', '--type-aware', '--deny-warnings', 'agents-proof');
run('npx', 'vitest', 'run', 'agents-proof');
