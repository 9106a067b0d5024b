/** Counts of what a syntax tree shows: casts, `any`, module-level state, exported names. */
import ts from 'typescript';
import type { SourceFile } from './files.js';

function everyNode(ast: ts.Node, visit: (node: ts.Node) => void): void {
  visit(ast);
  ts.forEachChild(ast, (child) => {
    everyNode(child, visit);
  });
}

const isConst = (node: ts.AsExpression): boolean =>
  ts.isTypeReferenceNode(node.type) && node.type.typeName.getText() === 'const';

const countIn = (files: readonly SourceFile[], isCounted: (node: ts.Node) => boolean): number => {
  let count = 0;
  for (const { ast } of files)
    everyNode(ast, (node) => {
      if (isCounted(node)) count += 1;
    });
  return count;
};

/** Number of type assertions, `as const` not counted. */
export const casts = (files: readonly SourceFile[]): number =>
  countIn(files, (node) => ts.isAsExpression(node) && !isConst(node));

/** Number of times that `any` is written as a type. */
export const anys = (files: readonly SourceFile[]): number =>
  countIn(files, (node) => node.kind === ts.SyntaxKind.AnyKeyword);

/** Length in lines of the longest function, and its name. */
export function longestFunction(files: readonly SourceFile[]): { lines: number; name: string } {
  let longest = { lines: 0, name: '' };
  for (const { ast } of files)
    everyNode(ast, (node) => {
      if (!ts.isFunctionLike(node) || !('body' in node) || node.body === undefined) return;
      const line = (position: number) => ast.getLineAndCharacterOfPosition(position).line;
      const lines = line(node.end) - line(node.getStart(ast)) + 1;
      if (lines > longest.lines) longest = { lines, name: node.name?.getText(ast) ?? '(anonymous)' };
    });
  return longest;
}

const MUTABLE = new Set(['Map', 'WeakMap', 'Set', 'WeakSet']);

/** True for `new Map()` without content: a collection that is filled later. */
const isEmptyCollection = (node: ts.Expression | undefined): boolean =>
  node !== undefined &&
  ts.isNewExpression(node) &&
  MUTABLE.has(node.expression.getText()) &&
  (node.arguments ?? []).length === 0;

/** Module-level variables that hold state: every `let`, and collections that start empty. */
export const moduleState = (files: readonly SourceFile[]): string[] =>
  files.flatMap(({ path, ast }) =>
    ast.statements.filter(ts.isVariableStatement).flatMap(({ declarationList }) => {
      const isLet = (declarationList.flags & ts.NodeFlags.Let) !== 0;
      return declarationList.declarations
        .filter((it) => isLet || isEmptyCollection(it.initializer))
        .map((it) => `${path} ${it.name.getText()}`);
    }),
  );
