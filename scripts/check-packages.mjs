/**
 * What a user installs: each built package is packed and looked at by publint and by are-the-types-wrong. Prints
 * what they find and fails if that is anything.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';

const packages = fileURLToPath(new URL('../packages/', import.meta.url));
const attw = fileURLToPath(
  new URL('dist/index.js', import.meta.resolve('@arethetypeswrong/cli/package.json')),
);
let faults = 0;

for (const name of readdirSync(packages)) {
  const folder = `${packages}${name}`;
  const { messages, pkg } = await publint({ pkgDir: folder, level: 'warning', strict: true });
  for (const message of messages) console.error(`${name}: ${formatMessage(message, pkg) ?? message.code}`);
  faults += messages.length;
  try {
    // Subpaths cannot be found by the resolution of Node 10, which nothing that runs our syntax uses.
    execFileSync(process.execPath, [attw, '--pack', folder, '--profile', 'node16'], { encoding: 'utf8' });
  } catch (error) {
    faults += 1;
    console.error(`${name}: ${error.stdout ?? error}`);
  }
  console.log(`${name}: looked at`);
}

process.exit(faults === 0 ? 0 : 1);
