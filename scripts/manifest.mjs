/**
 * Adapts the manifest of a tarball. This repository resolves packages by the condition
 * `@org/source`, and its READMEs link to files. `prepack` removes the condition and points links to
 * the site; `postpack` restores both files.
 */
import { existsSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { packedManifest, readManifest, root } from './release/manifests.mjs';
import { sitePath, withLinks } from './site/paths.mjs';

const PACKED = { 'package.json': packedManifest, 'README.md': packedReadme };
/** Backup of a file during packing; not packed, not committed. */
const kept = (file) => `.${file}.kept`;

function packedReadme(text) {
  const { homepage } = readManifest('.');
  const file = join(relative(root, process.cwd()), 'README.md').split(sep).join('/');
  const isFolder = (path) => statSync(join(root, path)).isDirectory();
  return withLinks(file, text, isFolder, (target) => `${homepage}/${sitePath(target)}`);
}

function publish() {
  // An interrupted pack leaves backups.
  restore();
  for (const [file, packed] of Object.entries(PACKED)) {
    const text = readFileSync(file, 'utf8');
    const made = packed(text);
    writeFileSync(kept(file), text);
    writeFileSync(file, made);
  }
}

function restore() {
  for (const file of Object.keys(PACKED)) if (existsSync(kept(file))) renameSync(kept(file), file);
}

const action = { publish, restore }[process.argv[2]];
if (action === undefined) throw new Error('say "publish" or "restore"');
action();
