/** Compiles the READMEs and SKILL.md against the tarballs with strict settings, and runs each. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { modules } from '../docs.mjs';

/** The modules of READMEs, and of instructions for coding agents, in the packages. */
export const readmes = () =>
  modules().filter(({ file }) => /^(packages\/[^/]+\/)?(README|SKILL)\.md$/.test(file));

const OPTIONS = {
  target: 'es2022',
  lib: ['es2023', 'dom', 'dom.iterable'],
  module: 'nodenext',
  jsx: 'react-jsx',
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  verbatimModuleSyntax: true,
  skipLibCheck: false,
  types: ['node'],
  rootDir: 'src',
  outDir: 'out',
};

const moduleName = (title) => title.replaceAll(/[^A-Za-z0-9]+/g, '_');

/** @returns compiler errors of the READMEs and of the types of every entry, as ESM and CommonJS. */
export function compileFaults(folder, entries) {
  const importing = entries.map((entry, index) => `import * as it${index} from '${entry}';`);
  const requiring = entries.map((entry, index) => `import it${index} = require('${entry}');`);
  const using = `void [${entries.map((_, index) => `it${index}`).join(', ')}];`;
  const files = [
    ['entries.mts', `${importing.join('\n')}\n${using}\n`],
    ['entries.cts', `${requiring.join('\n')}\n${using}\n`],
    ...readmes().map(({ title, module, code }) => [
      `${moduleName(title)}${extname(module)}`,
      `${code}\nexport {};\n`,
    ]),
  ];
  mkdirSync(join(folder, 'src'), { recursive: true });
  for (const [name, code] of files) writeFileSync(join(folder, 'src', name), code);
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: OPTIONS, include: ['src'] }),
  );
  const { status, stdout } = spawnSync(
    process.execPath,
    [join(folder, 'node_modules/typescript/bin/tsc'), '-p', folder],
    {
      encoding: 'utf8',
      cwd: folder,
    },
  );
  return status === 0 ? [] : [stdout];
}

/** Runs a module in a process that exits afterwards, even with open handles. */
const runner = (module) => `
import { format } from 'node:util';
const printed = [];
console.log = (...values) => printed.push(format(...values));
await import(${JSON.stringify(module)});
process.stdout.write(JSON.stringify(printed), () => process.exit(0));`;

/** @returns which READMEs end badly, or print something else than they say. */
export function runFaults(folder) {
  return readmes().flatMap(({ title, expected }) => {
    const module = pathToFileURL(join(folder, 'out', `${moduleName(title)}.js`)).href;
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['--input-type=module', '--eval', runner(module)],
      {
        cwd: folder,
        encoding: 'utf8',
        timeout: 60_000,
        env: { ...process.env, WEBHOOK_SECRET: 'a-secret-for-the-pages' },
      },
    );
    if (status !== 0) return [`${title} ends badly: ${stderr}`];
    return stdout === JSON.stringify(expected)
      ? []
      : [`${title} prints ${stdout}, and says ${JSON.stringify(expected)}`];
  });
}
