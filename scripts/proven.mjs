/**
 * Content hashes of the two proofs that install other frameworks. A proof runs again only when one
 * of its files has changed since it last passed.
 *
 *   node scripts/proven.mjs check NAME    exits with 0 when the proof has passed with these files
 * node scripts/proven.mjs record NAME   writes the hash after the proof has passed
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './packages.mjs';

/** Files of a proof, as patterns of git, without their tests. */
const INPUTS = {
  'agent-frameworks': ['proof/agent-frameworks', 'packages/agents/src', 'docs/guide/agent-frameworks.md'],
  'web-frameworks': [
    'proof/web-frameworks',
    'packages/http/src',
    'packages/internal/src/http',
    'packages/*/package.json',
    'tsup.base.ts',
  ],
};

const recordOf = (name) => join('proof', name, 'proven.txt');
const isInput = (path, name) =>
  !/\.test\.tsx?$|\/test-support\/|\.md$/.test(path) || path === INPUTS[name].at(-1)
    ? path !== recordOf(name)
    : false;

function hashOf(name) {
  const listed = execFileSync(
    'git',
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', ...INPUTS[name]],
    {
      cwd: root,
      encoding: 'utf8',
    },
  );
  const hash = createHash('sha256');
  for (const path of listed
    .split('\0')
    .filter((it) => it !== '' && isInput(it, name))
    .sort()) {
    if (!existsSync(join(root, path))) continue;
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update('\0');
  }
  return hash.digest('hex');
}

const [action, name = ''] = process.argv.slice(2);
if (!Object.hasOwn(INPUTS, name))
  throw new Error(`"${name}" is not a proof; use ${Object.keys(INPUTS).join(' or ')}`);
const file = join(root, recordOf(name));
if (action === 'record') writeFileSync(file, `${hashOf(name)}\n`);
else if (action === 'check') {
  const recorded = existsSync(file) ? readFileSync(file, 'utf8').trim() : null;
  process.exitCode = recorded === hashOf(name) ? 0 : 1;
} else throw new Error(`"${action}" is not an action; use check or record`);
