/** Checks imports by the linter's table a second time, so that no change can drop the rule. */
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import {
  CORE_STAGES,
  NODES,
  PACKAGE_IMPORTS,
  PACKAGE_TYPE_IMPORTS,
  PURE_STAGES,
  stageOf as stageOfPath,
} from './layers.mjs';
import { packageFolders } from './packages.mjs';

const packages = fileURLToPath(new URL('../packages/', import.meta.url));
const isSource = (file: string) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|test-support/.test(file);

interface Import {
  readonly file: string;
  readonly target: string;
  /** Type imports vanish at run time. */
  readonly types: boolean;
}

function isOfTypes(statement: ts.ImportDeclaration | ts.ExportDeclaration): boolean {
  if (ts.isExportDeclaration(statement)) return statement.isTypeOnly;
  const { importClause } = statement;
  if (importClause === undefined) return false;
  const { phaseModifier, name, namedBindings } = importClause;
  if (phaseModifier === ts.SyntaxKind.TypeKeyword) return true;
  const named = namedBindings !== undefined && ts.isNamedImports(namedBindings) ? namedBindings.elements : [];
  return name === undefined && named.length > 0 && named.every((it) => it.isTypeOnly);
}

/** Type imports count too: a file depends on what is needed to understand it. */
function importsOf(file: string): Import[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest);
  return source.statements.flatMap((statement): Import[] => {
    if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) return [];
    const specifier = statement.moduleSpecifier;
    if (specifier === undefined || !ts.isStringLiteral(specifier)) return [];
    return [{ file, target: specifier.text, types: isOfTypes(statement) }];
  });
}

/** Pure stages may not use `await`, for which the linter has no rule. */
function awaits(file: string): boolean {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest);
  const found = (node: ts.Node): boolean =>
    node.kind === ts.SyntaxKind.AsyncKeyword ||
    ts.isAwaitExpression(node) ||
    ts.forEachChild(node, (child) => found(child) || undefined) === true;
  return found(source);
}

type Graph = ReadonlyMap<string, ReadonlySet<string>>;

function graphOf(arrows: readonly (readonly [from: string, to: string])[]): Graph {
  const graph = new Map<string, Set<string>>();
  for (const [from, to] of arrows) graph.set(from, (graph.get(from) ?? new Set()).add(to));
  return graph;
}

/** Every cycle along the arrows, as text. */
function circlesOf(graph: Graph): string[] {
  const circles: string[] = [];
  const done = new Set<string>();
  const walk = (node: string, path: string[]) => {
    if (path.includes(node)) circles.push([...path.slice(path.indexOf(node)), node].join(' → '));
    if (done.has(node) || path.includes(node)) return;
    for (const next of graph.get(node) ?? []) walk(next, [...path, node]);
    done.add(node);
  };
  for (const node of graph.keys()) walk(node, []);
  return circles;
}

/** Arrows between files of one package, by their paths below `packages/`. */
const arrowsOf = (imports: readonly Import[]): [string, string][] =>
  imports
    .filter(({ target }) => target.startsWith('.'))
    .map(({ file, target }) => [
      relative(packages, file),
      relative(packages, resolve(dirname(file), target).replace(/\.js$/, '.ts')),
    ]);

const CORE_NODES = `core/src/${NODES}/`;

/** Room of a file; files below core's `nodes/` belong to the stage in their name. */
const placeOf = (file: string): string =>
  file.startsWith(CORE_NODES)
    ? file.replace('core/src/', `core/src/${stageOfPath(file.slice('core/src/'.length))}/`)
    : file;

/** The two siblings (files or folders of one folder) that an arrow between files connects. */
function roomArrow([from, to]: [string, string]): [string, string] {
  const [left, right] = [from.split('/'), to.split('/')];
  const parting = left.findIndex((part, index) => part !== right[index]);
  return [left.slice(0, parting + 1).join('/'), right.slice(0, parting + 1).join('/')];
}

const sourcesOf = (folder: string): string[] =>
  readdirSync(join(packages, folder, 'src'), { recursive: true, encoding: 'utf8' })
    .filter(isSource)
    .map((file) => join(packages, folder, 'src', file));

const folders = packageFolders();

test('every package is in the table', () => {
  expect(Object.keys(PACKAGE_IMPORTS).toSorted()).toEqual(folders.toSorted());
});

describe.each(folders)('packages/%s', (folder) => {
  const imports = sourcesOf(folder).flatMap(importsOf);

  test('imports the packages it is said to, by their public names', () => {
    const anything = PACKAGE_IMPORTS[folder] ?? [];
    const types = PACKAGE_TYPE_IMPORTS[folder] ?? [];
    const others = imports.filter((it) => {
      const allowed = it.types ? [...anything, ...types] : anything;
      return (
        it.target.startsWith('@org/') &&
        !allowed.some((name) => it.target === name || it.target.startsWith(`${name}/`))
      );
    });
    const outside = imports.filter(
      ({ file, target }) =>
        target.startsWith('.') &&
        relative(join(packages, folder), resolve(dirname(file), target)).startsWith('..'),
    );
    expect([...others, ...outside]).toEqual([]);
  });

  test('has no circle of imports between files', () => {
    expect(circlesOf(graphOf(arrowsOf(imports)))).toEqual([]);
  });

  test('has no arrow that runs back up: the rooms of every folder have an order', () => {
    expect(
      circlesOf(graphOf(arrowsOf(imports).map(([from, to]) => roomArrow([placeOf(from), placeOf(to)])))),
    ).toEqual([]);
  });
});

describe('packages/core', () => {
  const source = join(packages, 'core', 'src');
  const imports = sourcesOf('core').flatMap(importsOf);
  const stageOf = (file: string) => stageOfPath(relative(source, file).replaceAll('\\', '/')) ?? '';

  test('each stage imports itself and earlier ones only', () => {
    const wrong = imports.filter(({ file, target }) => {
      const from = CORE_STAGES.indexOf(stageOf(file));
      if (!target.startsWith('.') || from === -1) return false;
      const to = CORE_STAGES.indexOf(stageOf(resolve(dirname(file), target)));
      return to === -1 || to > from;
    });
    expect(wrong).toEqual([]);
  });

  test('the name of every file below nodes/ says its stage', () => {
    const below = sourcesOf('core').filter((file) => relative(source, file).startsWith(NODES));
    expect(below.length).toBeGreaterThan(0);
    expect(below.filter((file) => stageOf(file) === '')).toEqual([]);
  });

  test.each([
    ['nodes/human/schema.ts', 'definition'],
    ['nodes/schema-common.ts', 'definition'],
    ['nodes/webhook/run-output.ts', 'interpreter'],
    ['nodes/compile.ts', 'compile'],
    ['nodes/human/runner.ts', undefined],
    ['lint/rules/run-time.ts', 'lint'],
    ['index.ts', undefined],
  ])('%s is of the stage %s', (path, stage) => {
    expect(stageOfPath(path)).toBe(stage);
  });

  test('pure stages await nothing', () => {
    const pure = sourcesOf('core').filter((file) => PURE_STAGES.includes(stageOf(file)));
    expect(pure.length).toBeGreaterThan(PURE_STAGES.length);
    expect(pure.filter(awaits)).toEqual([]);
  });

  test('imports nothing of one runtime alone', () => {
    expect(imports.filter(({ target }) => target.startsWith('node:'))).toEqual([]);
  });
});
