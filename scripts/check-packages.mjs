/**
 * Checks what a user installs: packs each built package and runs publint, are-the-types-wrong and
 * `tarball-faults.mjs` on it. Fails if they find anything.
 */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { publicPackages, root } from './release/manifests.mjs';
import {
  besideFaults,
  bridgeFaults,
  classFaults,
  exportFaults,
  fileFaults,
  privateFaults,
} from './tarball-faults.mjs';

const run = promisify(execFile);
const attw = fileURLToPath(
  new URL('dist/index.js', import.meta.resolve('@arethetypeswrong/cli/package.json')),
);

/** Packs a package like `npm publish` and unpacks it, since the folder may have more files. */
async function packed(folder, into) {
  mkdirSync(into);
  await run('npm', ['pack', '--silent', '--pack-destination', into], { cwd: folder });
  const tarball = join(
    into,
    readdirSync(into).find((it) => it.endsWith('.tgz')),
  );
  await run('tar', ['-xzf', tarball, '-C', into]);
  return { tarball, unpacked: join(into, 'package') };
}

async function faultsOf(folder, { tarball, unpacked }) {
  const { messages, pkg } = await publint({ pkgDir: unpacked, pack: false, level: 'warning', strict: true });
  return [
    ...messages.map((message) => formatMessage(message, pkg) ?? message.code),
    ...(await typeFaults(tarball)),
    ...fileFaults(unpacked),
    ...besideFaults(unpacked),
    ...privateFaults(unpacked),
    ...classFaults(unpacked),
    ...exportFaults(folder),
  ];
}

async function typeFaults(tarball) {
  try {
    // Node 10 resolution cannot find subpaths, and no runtime for our syntax uses it.
    await run(process.execPath, [attw, tarball, '--profile', 'node16']);
    return [];
  } catch (error) {
    return [error.stdout || String(error)];
  }
}

let faults = 0;
const say = (name, found) => {
  for (const fault of found) console.error(`${name}: ${fault}`);
  faults += found.length;
  console.log(`${name}: looked at`);
};

const folders = publicPackages().map((folder) => join(root, folder));
const target = mkdtempSync(join(tmpdir(), 'approval-pack-'));
try {
  // Packs one by one before any check, since packing changes package.json for a moment.
  const left = [];
  for (const folder of folders)
    left.push({ folder, pack: await packed(folder, join(target, basename(folder))) });
  const takeAll = async () => {
    for (let it = left.shift(); it !== undefined; it = left.shift())
      say(basename(it.folder), await faultsOf(it.folder, it.pack));
  };
  await Promise.all(Array.from({ length: availableParallelism() }, takeAll));
  say('errors across subpaths', await bridgeFaults());
} finally {
  rmSync(target, { recursive: true });
}

process.exit(faults === 0 ? 0 : 1);
