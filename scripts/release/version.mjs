/**
 * `npm run release:version`: applies changesets to versions, to the release in `approval init`, to
 * the heading of the changelog and to the lock file. Without changesets it releases a version that
 * the changelog lacks, such as the first, unchanged.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readManifest, root } from './manifests.mjs';

const options = { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' };
/** Minimum Node version for changesets; the packages support older ones. */
const OLDEST_NODE = 22;

/**
 * True when changesets raise the versions.
 * @throws Error that says what to do when there is nothing to release, or this Node cannot.
 */
export function rises({ changesets, changelog, version, node }) {
  if (changesets.length > 0) {
    if (Number.parseInt(node, 10) >= OLDEST_NODE) return true;
    throw new Error(`changesets need Node ${OLDEST_NODE} or newer, this is ${node}`);
  }
  if (!changelog.includes(`\n## ${version} (`)) return false;
  throw new Error(
    `the changelog has ${version}, and no changeset has the next version; run npm run changeset`,
  );
}

/** @throws Error when the file does not have what is to be replaced. */
function replaceIn(file, pattern, text) {
  const path = join(root, file);
  const before = readFileSync(path, 'utf8');
  if (!pattern.test(before)) throw new Error(`${file} has no ${String(pattern)}`);
  writeFileSync(path, before.replace(pattern, text));
}

function main() {
  const changesets = readdirSync(join(root, '.changeset')).filter((it) => it.endsWith('.md'));
  const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
  const given = { changesets, changelog, node: process.versions.node };
  const isNew = rises({ ...given, version: readManifest('packages/core').version });
  if (isNew) execFileSync('npx', ['--yes', '@changesets/cli@3.0.3', 'version'], options);
  const { version } = readManifest('packages/core');
  if (!isNew) console.log(`no changeset: ${version} is released as it stands`);
  replaceIn('packages/cli/src/init/choices.ts', /RELEASE = '[^']*'/, `RELEASE = '${version}'`);
  const today = new Date().toISOString().slice(0, 10);
  replaceIn('CHANGELOG.md', /^## Unreleased$/m, `## Unreleased\n\n## ${version} (${today})`);
  execFileSync('npm', ['install', '--package-lock-only', '--ignore-scripts'], options);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    main();
  } catch (error) {
    console.error(`release:version: ${error.message}`);
    process.exitCode = 1;
  }
}
