/** Each check of package files finds its fault. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { besideFaults, esModuleFaults, textFaults, undeclaredFaults } from '../tarball-faults.mjs';

function packageWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'approval-faults-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'dist'));
  const manifest = { name: 'it', dependencies: { known: '1' }, peerDependencies: { '@org/peer': '1' } };
  for (const [name, text] of Object.entries({ 'package.json': JSON.stringify(manifest), ...files })) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

test('an import that package.json does not name, in either format', () => {
  const folder = packageWith({
    'dist/fine.js':
      "import 'known/part';\nimport * as own from 'it/sub';\nexport * from '@org/peer/x';\nimport 'node:fs';\nimport './beside.js';\nconst text = `\nimport 'only-text';\n`;",
    'dist/bad.js': "export { x } from '@org/forgotten/part';\nawait import('forgotten-too');",
    'dist/bad.cjs': "const it = require('forgotten');",
  });
  expect(undeclaredFaults(folder).sort()).toEqual([
    'dist/bad.cjs imports forgotten, which package.json does not name',
    'dist/bad.js imports @org/forgotten/part, which package.json does not name',
    'dist/bad.js imports forgotten-too, which package.json does not name',
  ]);
});

test('a range of a workspace, a path of this machine, a link into the repository', () => {
  const folder = packageWith({
    'dist/index.d.ts': '/** The workspace: its name. */\nexport declare const workspace: string;',
    'dist/index.js': '// from /home/me/repository/src',
    'dist/more.json': '{ "it": "workspace:^0.1.0" }',
    'README.md': '[fine](https://approval.example/x), [part](#part), [gone](../core)',
  });
  expect(textFaults(folder, '/home/me/repository').sort()).toEqual([
    'README.md links into the repository',
    'dist/index.js mentions a path of the machine that built it',
    'dist/more.json has a range of a workspace',
  ]);
});

test('CommonJS that requires ES modules, which test runners such as Jest cannot load', () => {
  const manifest = (name: string, more: object) => JSON.stringify({ name, main: 'index.js', ...more });
  const folder = packageWith({
    'dist/fine.cjs':
      "require('node:fs'); require('fs'); require('./bad.cjs'); require('plain'); require('both');",
    'dist/bad.cjs': "const it = require('modern');",
    'dist/fine.js': "import 'modern';",
    'node_modules/plain/package.json': manifest('plain', {}),
    'node_modules/plain/index.js': '',
    'node_modules/modern/package.json': manifest('modern', { type: 'module' }),
    'node_modules/modern/index.js': '',
    'node_modules/both/package.json': manifest('both', { type: 'module', main: 'cjs/index.js' }),
    'node_modules/both/cjs/package.json': '{ "type": "commonjs" }',
    'node_modules/both/cjs/index.js': '',
  });
  expect(esModuleFaults(folder)).toEqual(['dist/bad.cjs requires modern, which is ES modules only']);
});

test('the program of a thread that is not beside the code that starts it', () => {
  const starts = (file: string) => `new Worker(new URL("./${file}", import.meta.url));`;
  const folder = packageWith({
    'dist/fine.js': starts('there.mjs'),
    'dist/there.mjs': '',
    'dist/bad.cjs': starts('gone.mjs'),
  });
  expect(besideFaults(folder)).toEqual(['dist/bad.cjs looks for ./gone.mjs, which is not in the tarball']);
});
