/** `npm run frameworks:proof`: installs frameworks, then runs the built packages in each. */
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

function run(command, ...args) {
  const { status } = spawnSync(command, args, {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0) process.exit(status ?? 1);
}

const built = ['core', 'agents', 'http', 'store-sql'].map((it) => `${root}/packages/${it}/dist/index.js`);
if (!built.every((it) => existsSync(it))) run('npm', 'run', '-s', 'build');
const installed = `${root}/proof/web-frameworks/node_modules/.package-lock.json`;
const wanted = `${root}/proof/web-frameworks/package-lock.json`;
// Install scripts are not needed here, so none runs.
if (!existsSync(installed) || statSync(installed).mtimeMs < statSync(wanted).mtimeMs)
  // `npm ci` fails where a registry lacks Next's compilers for other systems.
  run(
    ...['npm', 'install', '--prefix', 'proof/web-frameworks'],
    ...['--no-save', '--no-audit', '--no-fund', '--ignore-scripts'],
  );
run('node', 'proof/web-frameworks/prove.mjs', ...process.argv.slice(2));
// A partial run does not count as proof.
if (process.argv.length === 2) run('node', 'scripts/proven.mjs', 'record', 'web-frameworks');
