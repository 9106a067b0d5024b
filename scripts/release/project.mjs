/** A blank user project with the tarballs and the libraries that the READMEs import. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { packageOf } from '../tarball-faults.mjs';
import { readmes } from './readmes.mjs';
import { publicPackages, readManifest, root } from './manifests.mjs';

const OURS = '@org/';
const json = (value) => `${JSON.stringify(value, null, 2)}\n`;

/** Version that this repository is tested with; null without one. */
function versionHere(name) {
  const folders = [root, ...publicPackages().map((it) => join(root, it))];
  const found = folders
    .map((it) => join(it, 'node_modules', name, 'package.json'))
    .find((it) => existsSync(it));
  return found === undefined ? null : JSON.parse(readFileSync(found, 'utf8')).version;
}

const typesOf = (name) => `@types/${name.replace('@', '').replace('/', '__')}`;

function libraries() {
  const imported = readmes().flatMap(({ code }) =>
    [...code.matchAll(/(?:from|import\() ?'([^']+)'/g)].map((match) => match[1]),
  );
  const peers = publicPackages().flatMap((it) => Object.keys(readManifest(it).peerDependencies ?? {}));
  const names = new Set([...imported.map(packageOf), ...peers]);
  const others = [...names].filter((it) => !it.startsWith(OURS) && !it.startsWith('node:'));
  const wanted = ['typescript', '@types/node', ...others, ...others.map(typesOf)];
  const versions = wanted.map((name) => [name, versionHere(name)]);
  const missing = others.filter((name) => versionHere(name) === null);
  if (missing.length > 0) throw new Error(`not installed here: ${missing.join(', ')}`);
  return Object.fromEntries(versions.filter(([, version]) => version !== null));
}

/** npm requests our names before it sees the tarballs, and would retry each for a minute. */
const NPMRC = `@org:registry=http://127.0.0.1:9/
fetch-retry-mintimeout=100
fetch-retry-maxtimeout=100
fund=false
audit=false
`;

/** npm packs `@org/approval-core` into `org-approval-core-0.1.0.tgz`. */
const nameOf = (tarball) => basename(tarball).replace(/^org-(.*)-\d+\.\d+\.\d+.*\.tgz$/, '@org/$1');

/** Installs this project only from tarballs: its scope points to a closed port. */
export function blankProject(tarballs) {
  // Resolves links, since the temporary folder may be one.
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'approval-release-')));
  const ours = Object.fromEntries(tarballs.map((file) => [nameOf(file), `file:${file}`]));
  writeFileSync(
    join(folder, 'package.json'),
    json({ name: 'blank', private: true, type: 'module', dependencies: { ...ours, ...libraries() } }),
  );
  writeFileSync(join(folder, '.npmrc'), NPMRC);
  mkdirSync(join(folder, 'src'));
  execFileSync('npm', ['install', '--silent', '--prefer-offline', '--no-package-lock'], {
    cwd: folder,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  return folder;
}
