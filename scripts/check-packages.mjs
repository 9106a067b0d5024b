/**
 * What a user installs: each built package is packed and looked at by publint, by are-the-types-wrong and by
 * `tarball-faults.mjs`. Prints what they find and fails if that is anything.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import {
  besideFaults,
  bridgeFaults,
  classFaults,
  exportFaults,
  fileFaults,
  privateFaults,
} from './tarball-faults.mjs';

const packages = fileURLToPath(new URL('../packages/', import.meta.url));
const attw = fileURLToPath(
  new URL('dist/index.js', import.meta.resolve('@arethetypeswrong/cli/package.json')),
);

/** Packs a package as `npm publish` would, and unpacks that: what stands on the disk may say more. */
function packed(folder, into) {
  execFileSync('npm', ['pack', '--silent', '--pack-destination', into], { cwd: folder, stdio: 'pipe' });
  const tarball = join(
    into,
    readdirSync(into).find((it) => it.endsWith('.tgz')),
  );
  execFileSync('tar', ['-xzf', tarball, '-C', into]);
  return { tarball, unpacked: join(into, 'package') };
}

async function faultsOf(folder) {
  const into = mkdtempSync(join(tmpdir(), 'approval-pack-'));
  try {
    const { tarball, unpacked } = packed(folder, into);
    const { messages, pkg } = await publint({
      pkgDir: unpacked,
      pack: false,
      level: 'warning',
      strict: true,
    });
    const said = messages.map((message) => formatMessage(message, pkg) ?? message.code);
    return [
      ...said,
      ...typeFaults(tarball),
      ...fileFaults(unpacked),
      ...besideFaults(unpacked),
      ...privateFaults(unpacked),
      ...classFaults(unpacked),
      ...exportFaults(folder),
    ];
  } finally {
    rmSync(into, { recursive: true });
  }
}

function typeFaults(tarball) {
  try {
    // Subpaths cannot be found by the resolution of Node 10, which nothing that runs our syntax uses.
    execFileSync(process.execPath, [attw, tarball, '--profile', 'node16'], { encoding: 'utf8' });
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

for (const name of readdirSync(packages)) {
  const folder = join(packages, name);
  if (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).private === true) continue;
  say(name, await faultsOf(folder));
}
say('errors across subpaths', await bridgeFaults());

process.exit(faults === 0 ? 0 : 1);
