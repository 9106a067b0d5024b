/**
 * Origin of published packages: `homepage`, `repository` and `bugs` of the root package.json. As a
 * command it writes them; `scripts/release/manifests.test.ts` compares them.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageFolders, readManifest, root } from '../packages.mjs';

export { readManifest, root };

/** Reserved names (RFC 2606), used until the repository has an address. */
export const PLACEHOLDER = /\.example(?=[/:]|$)/;

/** Makes packages public, with provenance of the build. */
const PUBLISH = { access: 'public', provenance: true };

/** Folders of the packages that are published. */
export const publicPackages = () =>
  packageFolders()
    .map((name) => `packages/${name}`)
    .filter((folder) => readManifest(folder).private !== true);

/** Page of a package on the site, generated from its README. */
export const packageHomepage = (folder, { homepage }) => `${homepage}/${folder}/`;

/** The manifest with its origin; other fields keep their order. */
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
 * Type locations of subpaths for `moduleResolution: node10`, which ignores `exports`; null without
 * subpaths. Other resolutions use `exports`.
 */
export function typesVersionsOf(exports) {
  const paths = Object.entries(exports).flatMap(([path, target]) => {
    const types = target?.import?.types ?? target?.types;
    return path === '.' || types === undefined ? [] : [[path.replace('./', ''), [types]]];
  });
  return paths.length === 0 ? null : { '*': Object.fromEntries(paths) };
}

/** The value without the condition `@org/source`, at any depth. */
const published = (value) =>
  typeof value !== 'object' || value === null || Array.isArray(value)
    ? value
    : Object.fromEntries(
        Object.entries(value)
          .filter(([name]) => name !== '@org/source')
          .map(([name, member]) => [name, published(member)]),
      );

/** Text of the manifest that a tarball has. */
export function packedManifest(text) {
  const manifest = published(JSON.parse(text));
  const typesVersions = typesVersionsOf(manifest.exports ?? {});
  return `${JSON.stringify({ ...manifest, ...(typesVersions !== null && { typesVersions }) }, null, 2)}\n`;
}
