/** Packs the packages as they are published, and unpacks them into hosts of `approval init`. */
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { packedManifest, publicPackages } from '../../../../scripts/release/manifests.mjs';
import { ROOT } from './host.js';

interface Manifest {
  readonly name: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

const manifestIn = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;

/** Folders of the published packages, by name. */
const OURS = new Map(publicPackages().map((it) => [manifestIn(join(ROOT, it)).name, join(ROOT, it)]));
export const isBuilt = [...OURS.values()].every((it) => existsSync(join(it, 'dist')));

const nameOf = (tarball: string): string =>
  basename(tarball).replace(/^org-(.*)-\d+\.\d+\.\d+.*\.tgz$/, '@org/$1');

export interface Tarballs {
  /** Gives a host the packages that its manifest declares, as npm would. */
  readonly installInto: (host: string) => void;
  readonly remove: () => void;
}

/** Packs copies: packing in place changes manifests that other tests read. */
export function packCopies(): Tarballs {
  const folder = mkdtempSync(join(tmpdir(), 'approval-packed-'));
  const copies = [...OURS].map(([name, source]) => {
    const copy = join(folder, 'copies', name);
    mkdirSync(copy, { recursive: true });
    for (const it of ['dist', 'README.md', 'LICENSE'])
      if (existsSync(join(source, it))) cpSync(join(source, it), join(copy, it), { recursive: true });
    writeFileSync(
      join(copy, 'package.json'),
      packedManifest(readFileSync(join(source, 'package.json'), 'utf8')),
    );
    return copy;
  });
  const to = join(folder, 'tarballs');
  mkdirSync(to);
  const packed = execFileSync(
    'npm',
    ['pack', '--json', '--ignore-scripts', '--pack-destination', to, ...copies],
    { cwd: folder, encoding: 'utf8', shell: process.platform === 'win32', maxBuffer: 64 * 1_048_576 },
  );
  const files = (JSON.parse(packed) as { filename: string }[]).map((it) => join(to, basename(it.filename)));
  const tarballs = new Map(files.map((it) => [nameOf(it), it]));
  return {
    installInto: (host) => installInto(host, tarballs),
    remove: () => rmSync(folder, { recursive: true }),
  };
}

/** Unpacks ours, and links the others that this repository has installed. */
function installInto(host: string, tarballs: ReadonlyMap<string, string>): void {
  const { dependencies = {}, devDependencies = {} } = manifestIn(host);
  const rest = Object.keys({ ...dependencies, ...devDependencies });
  const done = new Set<string>();
  for (let name = rest.pop(); name !== undefined; name = rest.pop()) {
    if (done.has(name)) continue;
    done.add(name);
    const target = join(host, 'node_modules', name);
    mkdirSync(dirname(target), { recursive: true });
    const tarball = tarballs.get(name);
    if (tarball === undefined) symlinkSync(installed(name), target);
    else {
      mkdirSync(target);
      execFileSync('tar', ['-xzf', tarball, '-C', target, '--strip-components=1']);
      rest.push(...neededBy(manifestIn(target)));
    }
  }
}

/** Folder of a package here. Ours may have brought it, not the root. */
function installed(name: string): string {
  const folders = [ROOT, ...OURS.values(), join(ROOT, 'examples/hono')];
  const found = folders.map((it) => join(it, 'node_modules', name)).find((it) => existsSync(it));
  if (found === undefined) throw new Error(`${name} is not installed here`);
  return found;
}

/** Packages that npm installs with one: its dependencies, and the peers that it must have. */
const neededBy = ({ dependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} }: Manifest) => [
  ...Object.keys(dependencies),
  ...Object.keys(peerDependencies).filter((it) => peerDependenciesMeta[it]?.optional !== true),
];
