/**
 * `npm run release:check`: builds and packs the packages, installs them into a blank project, loads
 * every entry both ways, and compiles and runs every README. `--built` skips the build, and
 * `--packed` reuses the last tarballs for another line of Node. `--keep` keeps the project.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { esModuleFaults, textFaults, undeclaredFaults } from '../tarball-faults.mjs';
import { publicPackages, readManifest, root } from './manifests.mjs';
import { packAll, tarballs } from './pack.mjs';
import { blankProject } from './project.mjs';
import { compileFaults, runFaults } from './readmes.mjs';

const KNOWN = ['--built', '--packed', '--keep'];
const given = new Set(process.argv.slice(2));
for (const it of given) if (!KNOWN.includes(it)) throw new Error(`${it}: say one of ${KNOWN.join(', ')}`);

const npm = { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' };

function packed() {
  if (given.has('--packed')) return tarballs();
  if (!given.has('--built')) execFileSync('npm', ['run', '-s', 'build'], npm);
  return packAll();
}

/** Code entries of every package, by public name. */
const ENTRIES = publicPackages().flatMap((folder) => {
  const { name, exports } = readManifest(folder);
  return Object.keys(exports)
    .filter((it) => !it.endsWith('.json'))
    .map((it) => name + it.slice(1));
});

/** Loads every entry by `require` and `import`, and compares the exported names. */
function loadFaults(folder) {
  const script = `
    const faults = [];
    for (const entry of ${JSON.stringify(ENTRIES)}) {
      try {
        const esm = Object.keys(await import(entry)).sort();
        const cjs = Object.keys(require(entry)).sort();
        if (esm.join() !== cjs.join()) faults.push(entry + ': import has ' + esm + ', require has ' + cjs);
      } catch (error) {
        faults.push(entry + ': ' + error);
      }
    }
    process.stdout.write(JSON.stringify(faults), () => process.exit(0));`;
  const code = `const require = (await import('node:module')).createRequire(${JSON.stringify(`${folder}/`)});${script}`;
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', code], {
    cwd: folder,
    encoding: 'utf8',
  });
  return status === 0 ? JSON.parse(stdout) : [`the entries cannot be loaded: ${stderr}`];
}

function commandFaults(folder) {
  const bin = join(folder, 'node_modules/@org/approval-cli/dist/bin.js');
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, '--help'], { encoding: 'utf8' });
  return status === 0 && stdout.includes('lint') ? [] : [`approval --help: ${stderr}`];
}

function installedFaults(folder) {
  const scope = join(folder, 'node_modules', '@org');
  return readdirSync(scope).flatMap((name) =>
    [
      ...textFaults(join(scope, name), root),
      ...undeclaredFaults(join(scope, name)),
      ...esModuleFaults(join(scope, name)),
    ].map((fault) => `${name}: ${fault}`),
  );
}

function timed(what, check) {
  const started = performance.now();
  const faults = check();
  console.log(`── ${what}: ${faults.length} faults, ${((performance.now() - started) / 1000).toFixed(1)} s`);
  for (const fault of faults) console.error(fault);
  return faults.length;
}

const files = packed();
const folder = blankProject(files);
console.log(`── ${files.length} tarballs in ${folder}, Node ${process.versions.node}`);
const faults =
  timed('what was installed', () => installedFaults(folder)) +
  timed(`${ENTRIES.length} entries by import and by require`, () => loadFaults(folder)) +
  timed('the command', () => commandFaults(folder)) +
  timed('READMEs and types compile', () => compileFaults(folder, ENTRIES)) +
  timed('READMEs run', () => runFaults(folder));
if (!given.has('--keep')) rmSync(folder, { recursive: true });
process.exit(faults === 0 ? 0 : 1);
