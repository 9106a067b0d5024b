/**
 * `npm run release:version`: new versions, as the changesets say; the release that `approval init` writes down, the heading
 * of the changelog and the lock file follow.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readManifest, root } from './manifests.mjs';

const options = { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' };

/** @throws Error when the file does not have what is to be replaced. */
function replaceIn(file, pattern, text) {
  const path = join(root, file);
  const before = readFileSync(path, 'utf8');
  if (!pattern.test(before)) throw new Error(`${file} has no ${String(pattern)}`);
  writeFileSync(path, before.replace(pattern, text));
}

execFileSync('npx', ['--yes', '@changesets/cli@3.0.3', 'version'], options);
const { version } = readManifest('packages/core');
replaceIn('packages/cli/src/init/choices.ts', /RELEASE = '[^']*'/, `RELEASE = '${version}'`);
const today = new Date().toISOString().slice(0, 10);
replaceIn('CHANGELOG.md', /^## Unreleased$/m, `## Unreleased\n\n## ${version} (${today})`);
execFileSync('npm', ['install', '--package-lock-only', '--ignore-scripts'], options);
