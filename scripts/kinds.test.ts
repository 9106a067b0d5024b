/** Only the folder of a kind of node compares its name; other code uses traits. */
import { readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { NODE_TYPES } from '@org/approval-core/internal';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { NODES } from './layers.mjs';

const root = fileURLToPath(new URL('../', import.meta.url));
const isSource = (file: string) =>
  /\.tsx?$/.test(file) && !/(^|\/)(node_modules|dist|test-support)\/|\.test\.tsx?$|\.d\.ts$/.test(file);

/** Sources of the product and of its proofs. Comments have records of other types. */
const sources = ['packages', 'proof'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
    .filter((file) => isSource(file) && !file.startsWith('packages/comments/')),
);

const EQUALITY: readonly ts.SyntaxKind[] = [
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
  ts.SyntaxKind.EqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsToken,
];

const kindIn = (node: ts.Node): string | null =>
  ts.isStringLiteralLike(node) && NODE_TYPES.some((it) => it === node.text) ? node.text : null;

/** True for an expression that reads the type of a node: `type`, `nodeType`, or such a member. */
function readsType(node: ts.Node): boolean {
  const isName = (text: string) => text === 'type' || text === 'nodeType';
  if (ts.isParenthesizedExpression(node)) return readsType(node.expression);
  if (ts.isIdentifier(node)) return isName(node.text);
  if (ts.isPropertyAccessExpression(node)) return isName(node.name.text);
  return (
    ts.isElementAccessExpression(node) &&
    ts.isStringLiteralLike(node.argumentExpression) &&
    isName(node.argumentExpression.text)
  );
}

/** Names of kinds that a syntax node compares with a type. */
function comparedIn(node: ts.Node): string[] {
  if (ts.isBinaryExpression(node) && EQUALITY.includes(node.operatorToken.kind)) {
    const { left, right } = node;
    const kind = readsType(left) ? kindIn(right) : readsType(right) ? kindIn(left) : null;
    return kind === null ? [] : [kind];
  }
  if (ts.isSwitchStatement(node) && readsType(node.expression)) {
    return node.caseBlock.clauses.flatMap((it) => (ts.isCaseClause(it) ? (kindIn(it.expression) ?? []) : []));
  }
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return [];
  const { expression: list, name } = node.expression;
  const [argument] = node.arguments;
  const isLookup = name.text === 'includes' && ts.isArrayLiteralExpression(list);
  if (!isLookup || argument === undefined || !readsType(argument)) return [];
  return list.elements.flatMap((it) => kindIn(it) ?? []);
}

/** The comparisons with names of kinds in a source file, each with its line. */
function comparisonsIn(file: string, text: string): { readonly at: string; readonly kind: string }[] {
  // Most files contain no name of a kind, so parsing is skipped.
  if (!NODE_TYPES.some((it) => text.includes(it))) return [];
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: { at: string; kind: string }[] = [];
  const visit = (node: ts.Node): void => {
    const line = source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
    found.push(...comparedIn(node).map((kind) => ({ at: `${file}:${line}`, kind })));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

const folderOf = (kind: string) => `packages/core/src/${NODES}/${kind}/`;

test('no source compares the name of a kind outside its folder; ask a trait (core/src/nodes/schema.ts)', () => {
  const found = sources
    .flatMap((file) => comparisonsIn(file, readFileSync(join(root, file), 'utf8')))
    .filter(({ at, kind }) => !at.startsWith(folderOf(kind)));
  expect(found).toEqual([]);
});

test.each([
  ["node.type === 'human'", ['human']],
  ["step?.nodeType !== 'agent' && x", ['agent']],
  ["'webhook' == node['type']", ['webhook']],
  ["(nodeType) != 'human'", ['human']],
  ["switch (node.type) { case 'agent': case 'other': break; }", ['agent']],
  ["['human', 'agent'].includes(node.type)", ['human', 'agent']],
  ["open.waitsFor === 'agent'; node.type === other; const type = 'human'", []],
])('the check finds in %s: %j', (text, kinds) => {
  expect(comparisonsIn('example.ts', text).map((it) => it.kind)).toEqual(kinds);
});

test('every kind has its folder, with its schema, its compiled form and its run', () => {
  for (const kind of NODE_TYPES) {
    const files = sources
      .filter((it) => it.startsWith(folderOf(kind)))
      .map((it) => relative(folderOf(kind), it));
    expect(files, kind).toEqual(expect.arrayContaining(['compile.ts', 'schema.ts', 'run.ts']));
  }
});
