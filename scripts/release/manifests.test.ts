/** Published packages state their origin and share a version. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { packageFolders } from '../packages.mjs';
import {
  type Manifest,
  publicPackages,
  readManifest,
  root,
  withProvenance,
  typesVersionsOf,
} from './manifests.mjs';

const OURS = /^@org\/approval-/;
const folders = publicPackages();
const published = new Map(folders.map((folder) => [readManifest(folder).name, readManifest(folder)]));

const ours = (dependencies: Manifest['dependencies'] = {}) =>
  Object.entries(dependencies).filter(([name]) => OURS.test(name));

describe.each(folders)('%s', (folder) => {
  const manifest = readManifest(folder);

  test('has its provenance from the root package.json; `npm run release:manifests` writes it', () => {
    expect(manifest).toEqual(withProvenance(folder, manifest));
  });

  test('can be found, and brings its licence and its README', () => {
    expect(manifest.keywords).toContain('approval');
    expect(new Set(manifest.keywords).size).toBe(manifest.keywords?.length);
    expect(manifest.files).toEqual(expect.arrayContaining(['dist', 'LICENSE', 'README.md']));
    for (const file of ['LICENSE', 'README.md']) expect(existsSync(join(root, folder, file))).toBe(true);
  });

  test('takes patches of the packages that it goes with, and none that is not published', () => {
    for (const [name, range] of [...ours(manifest.dependencies), ...ours(manifest.peerDependencies)])
      expect([name, range]).toEqual([name, `^${published.get(name)?.version ?? 'a published version'}`]);
  });
});

test('core brings instructions for coding agents', () => {
  expect(readManifest('packages/core').files).toContain('SKILL.md');
  expect(readFileSync(join(root, 'packages/core/SKILL.md'), 'utf8')).toMatch(
    /^---\nname: [a-z-]+\ndescription: .+\n---\n/,
  );
});

test('all have one version, and rise together', () => {
  expect(new Set([...published.values()].map((it) => it.version)).size).toBe(1);
  const { fixed } = JSON.parse(readFileSync(join(root, '.changeset/config.json'), 'utf8')) as {
    fixed: string[][];
  };
  expect(fixed).toEqual([[...published.keys()]]);
});

test('what is never published takes packages as they are here', () => {
  const examples = readdirSync(join(root, 'examples')).map((it) => `examples/${it}`);
  const packages = packageFolders().map((it) => `packages/${it}`);
  for (const folder of [...examples, ...packages]) {
    if (!existsSync(join(root, folder, 'package.json'))) continue;
    const { private: isPrivate, dependencies, devDependencies } = readManifest(folder);
    const named = [...(isPrivate === true ? ours(dependencies) : []), ...ours(devDependencies)];
    expect({ folder, named: named.filter(([, range]) => range !== '*') }).toEqual({ folder, named: [] });
  }
});

test('types of subpaths are found without `exports`, too', () => {
  const of = (name: string) => ({ import: { types: `./dist/${name}.d.ts`, default: `./dist/${name}.js` } });
  const exports = { '.': of('index'), './auth': of('auth'), './package.json': './package.json' };
  expect(typesVersionsOf(exports)).toEqual({ '*': { auth: ['./dist/auth.d.ts'] } });
  expect(typesVersionsOf({ '.': of('index') })).toBeNull();
});
