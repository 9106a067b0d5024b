/** `npm run agents:proof`: installs missing frameworks, then tests the adapters against them. */
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

const installed = `${root}/proof/agent-frameworks/node_modules/.package-lock.json`;
const wanted = `${root}/proof/agent-frameworks/package-lock.json`;
if (!existsSync(installed) || statSync(installed).mtimeMs < statSync(wanted).mtimeMs)
  run('npm', 'ci', '--prefix', 'proof/agent-frameworks', '--no-audit', '--no-fund');
run('node', '--import', 'tsx', 'proof/agent-frameworks/with/guide.ts');
run('npm', 'run', '-s', 'tsc', '--', '-p', 'proof/agent-frameworks');
run('npx', 'oxlint', '-c', 'oxlint.config.mjs', '--type-aware', '--deny-warnings', 'proof/agent-frameworks');
run('npx', 'vitest', 'run', 'proof/agent-frameworks');
run('node', 'scripts/proven.mjs', 'record', 'agent-frameworks');
