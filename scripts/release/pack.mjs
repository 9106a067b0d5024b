/** Packs every built package like `npm publish`. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { publicPackages, root } from './manifests.mjs';

/** Folder of the tarballs until they are published; not committed. */
export const TARBALLS = join(root, '.cache', 'release');

export function packAll() {
  rmSync(TARBALLS, { recursive: true, force: true });
  mkdirSync(TARBALLS, { recursive: true });
  for (const folder of publicPackages()) {
    if (!existsSync(join(root, folder, 'dist'))) throw new Error(`${folder} is not built; npm run build`);
    execFileSync('npm', ['pack', '--silent', '--pack-destination', TARBALLS], {
      cwd: join(root, folder),
      stdio: ['ignore', 'ignore', 'inherit'],
      shell: process.platform === 'win32',
    });
  }
  return tarballs();
}

/** Absolute paths of the last tarballs. */
export function tarballs() {
  const files = existsSync(TARBALLS) ? readdirSync(TARBALLS).filter((it) => it.endsWith('.tgz')) : [];
  if (files.length === 0) throw new Error(`${TARBALLS} has no tarballs; call this without --packed`);
  return files.map((file) => join(TARBALLS, file));
}
