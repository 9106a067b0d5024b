/** Who imports whom: the same table as the linter's, held a second time so that no change of tools can drop it. */
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { CORE_STAGES, PACKAGE_IMPORTS } from './layers.mjs';

const packages = fileURLToPath(new URL('../packages/', import.meta.url));
const isSource = (file: string) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|test-support/.test(file);

interface Import {
  readonly file: string;
  readonly target: string;
  readonly typeOnly: boolean;
}

function importsOf(file: string): Import[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest);
  return source.statements.flatMap((statement): Import[] => {
    if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) return [];
    const specifier = statement.moduleSpecifier;
    if (specifier === undefined || !ts.isStringLiteral(specifier)) return [];
    const typeOnly = ts.isImportDeclaration(statement)
      ? statement.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword
      : statement.isTypeOnly;
    return [{ file, target: specifier.text, typeOnly }];
  });
}

const sourcesOf = (folder: string): string[] =>
  readdirSync(join(packages, folder, 'src'), { recursive: true, encoding: 'utf8' })
    .filter(isSource)
    .map((file) => join(packages, folder, 'src', file));

const folders = readdirSync(packages);

test('every package is in the table', () => {
  expect(Object.keys(PACKAGE_IMPORTS).toSorted()).toEqual(folders.toSorted());
});

describe.each(folders)('packages/%s', (folder) => {
  const imports = sourcesOf(folder).flatMap(importsOf);

  test('imports the packages it is said to, by their public names', () => {
    const allowed = PACKAGE_IMPORTS[folder] ?? [];
    const others = imports.filter(
      ({ target }) =>
        target.startsWith('@org/') && !allowed.some((it) => target === it || target.startsWith(`${it}/`)),
    );
    const outside = imports.filter(
      ({ file, target }) =>
        target.startsWith('.') &&
        relative(join(packages, folder), resolve(dirname(file), target)).startsWith('..'),
    );
    expect([...others, ...outside]).toEqual([]);
  });

  test('has no import cycle', () => {
    const next = new Map<string, string[]>();
    for (const { file, target, typeOnly } of imports) {
      if (!target.startsWith('.') || typeOnly) continue;
      const to = resolve(dirname(file), target).replace(/\.js$/, '.ts');
      next.set(file, [...(next.get(file) ?? []), to]);
    }
    const cycles: string[] = [];
    const done = new Set<string>();
    const walk = (file: string, path: string[]) => {
      if (path.includes(file))
        cycles.push(
          [...path.slice(path.indexOf(file)), file].map((it) => relative(packages, it)).join(' → '),
        );
      if (done.has(file) || path.includes(file)) return;
      for (const to of next.get(file) ?? []) walk(to, [...path, file]);
      done.add(file);
    };
    for (const file of next.keys()) walk(file, []);
    expect(cycles).toEqual([]);
  });
});

describe('packages/core', () => {
  const source = join(packages, 'core', 'src');
  const imports = sourcesOf('core').flatMap(importsOf);
  const stageOf = (file: string) => relative(source, file).split('/')[0] ?? '';

  test('each stage imports itself and earlier ones only', () => {
    const wrong = imports.filter(({ file, target }) => {
      const from = CORE_STAGES.indexOf(stageOf(file));
      if (!target.startsWith('.') || from === -1) return false;
      const to = CORE_STAGES.indexOf(stageOf(resolve(dirname(file), target)));
      return to === -1 || to > from;
    });
    expect(wrong).toEqual([]);
  });

  test('imports nothing of one runtime alone', () => {
    expect(imports.filter(({ target }) => target.startsWith('node:'))).toEqual([]);
  });
});
