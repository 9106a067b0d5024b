/**
 * What every published package says of where it comes from, from the one place that says it: `homepage`, `repository` and
 * `bugs` of the root package.json. As a command it writes them; `scripts/release/manifests.test.ts` holds them.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageFolders, readManifest, root } from '../packages.mjs';

export { readManifest, root };

/** Names under which nothing can ever be found (RFC 2606): what stands there until a repository has an address. */
export const PLACEHOLDER = /\.example(?=[/:]|$)/;

/** Tells npm that everybody may install it, and to say which build made it. */
const PUBLISH = { access: 'public', provenance: true };

/** Folders of the packages that are published. */
export const publicPackages = () =>
  packageFolders()
    .map((name) => `packages/${name}`)
    .filter((folder) => readManifest(folder).private !== true);

/** Where the site has what a package is: its page, made from its README. */
export const packageHomepage = (folder, { homepage }) => `${homepage}/${folder}/`;

/** The manifest with its provenance, its other fields in their order. */
export function withProvenance(folder, manifest, source = readManifest('.')) {
  const { name, version, description, keywords, license, ...rest } = manifest;
  for (const field of ['homepage', 'repository', 'bugs', 'publishConfig']) delete rest[field];
  return {
    ...{ name, version, description, keywords, license },
    homepage: packageHomepage(folder, source),
    repository: { ...source.repository, directory: folder },
    bugs: source.bugs,
    publishConfig: PUBLISH,
    ...rest,
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const folder of publicPackages()) {
    const manifest = withProvenance(folder, readManifest(folder));
    writeFileSync(join(root, folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  }
}

/**
 * Where the types of subpaths are, for `moduleResolution: node10`, which does not read `exports`; null where there are none.
 * Every other resolution takes the types of `exports`.
 */
export function typesVersionsOf(exports) {
  const paths = Object.entries(exports).flatMap(([path, target]) => {
    const types = target?.import?.types ?? target?.types;
    return path === '.' || types === undefined ? [] : [[path.replace('./', ''), [types]]];
  });
  return paths.length === 0 ? null : { '*': Object.fromEntries(paths) };
}
