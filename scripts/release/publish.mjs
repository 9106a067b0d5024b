/**
 * `npm run release:publish`: publishes exactly the tarballs that `npm run release:check` tested.
 * Arguments go to npm: `-- --dry-run`, `-- --tag next`. It stops at a version that is already
 * published, so continue an interrupted release by hand.
 */
import { execFileSync } from 'node:child_process';
import { PLACEHOLDER, readManifest, root } from './manifests.mjs';
import { tarballs } from './pack.mjs';

const { homepage, repository } = readManifest('.');
const unknown = [homepage, repository.url].filter((it) => PLACEHOLDER.test(it));
if (unknown.length > 0) {
  console.error(
    `package.json says ${unknown.join(' and ')}, which is nowhere. Write the real addresses there (homepage, repository, bugs), ` +
      'and call npm run release:manifests and npm run release:check again.',
  );
  process.exit(1);
}
for (const file of tarballs())
  execFileSync('npm', ['publish', file, ...process.argv.slice(2)], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
