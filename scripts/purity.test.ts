/** Modules of the pure stages have no mutable state. */
import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { PURE_STAGES } from './layers.mjs';

const core = fileURLToPath(new URL('../packages/core/src/', import.meta.url));

/** Methods that change their object. */
const MUTATING: ReadonlySet<string> = new Set([
  ...['set', 'add', 'delete', 'clear'],
  ...['push', 'pop', 'shift', 'unshift', 'splice', 'sort', 'reverse', 'fill', 'copyWithin'],
]);

/** A bounded cache of compiled patterns, by source. No result depends on it. */
const ALLOWED = ['expression/regex.ts: compiled'];

/** Variables of a module that can change after loading. */
function stateIn(text: string): string[] {
  const source = ts.createSourceFile('module.ts', text, ts.ScriptTarget.Latest, true);
  const constants = new Set<string>();
  const state = new Set<string>();
  for (const statement of source.statements) {
    if (!ts.isVariableStatement(statement)) continue;
    const { declarations, flags } = statement.declarationList;
    const known = (flags & ts.NodeFlags.Const) === 0 ? state : constants;
    for (const { name } of declarations) if (ts.isIdentifier(name)) known.add(name.text);
  }
  const visit = (node: ts.Node): void => {
    const changed = changedBy(node);
    if (changed !== null && constants.has(changed)) state.add(changed);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return [...state];
}

/** Variable that this node changes a part of, or null. */
function changedBy(node: ts.Node): string | null {
  if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
    const { expression, name } = node.expression;
    return MUTATING.has(name.text) && ts.isIdentifier(expression) ? expression.text : null;
  }
  if (ts.isDeleteExpression(node)) return ownerOf(node.expression);
  if (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) {
    const { operator } = node;
    const isStep = operator === ts.SyntaxKind.PlusPlusToken || operator === ts.SyntaxKind.MinusMinusToken;
    return isStep ? ownerOf(node.operand) : null;
  }
  if (!ts.isBinaryExpression(node)) return null;
  const { kind } = node.operatorToken;
  const isAssignment = kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;
  return isAssignment ? ownerOf(node.left) : null;
}

/** Variable that a property belongs to. */
function ownerOf(node: ts.Expression): string | null {
  if (!ts.isPropertyAccessExpression(node) && !ts.isElementAccessExpression(node)) return null;
  return ts.isIdentifier(node.expression) ? node.expression.text : ownerOf(node.expression);
}

test('no module of a pure stage has state of its own', () => {
  const files = PURE_STAGES.flatMap((stage) =>
    readdirSync(core + stage, { recursive: true, encoding: 'utf8' }).map(
      (it) => `${stage}/${it.replaceAll('\\', '/')}`,
    ),
  ).filter((it) => it.endsWith('.ts') && !it.endsWith('.test.ts') && !it.includes('test-support/'));
  expect(files.length).toBeGreaterThan(100);
  const found = files.flatMap((file) =>
    stateIn(readFileSync(core + file, 'utf8')).map((name) => `${file}: ${name}`),
  );
  expect(found).toEqual(ALLOWED);
});

test.each([
  'let state = null;',
  'export let state = 1;',
  'var state;',
  'const state = new Map(); const note = (key) => state.set(key, 1);',
  'const state: WeakMap<object, number> = new WeakMap(); function note(it) { state.set(it, 1); }',
  'const state = new Set<string>(); export function note(it) { if (!state.has(it)) state.add(it); }',
  'const state = []; const note = (it) => { state.push(it); };',
  'const state = { last: null }; const note = (it) => { state.last = it; };',
  'const state = { a: { b: 0 } }; const next = () => (state.a.b += 1);',
  'const state = [0]; const next = () => state[0]++;',
  'const state: Record<string, number> = {}; const forget = (it) => { delete state[it]; };',
])('state is found: %s', (text) => {
  expect(stateIn(text)).toEqual(['state']);
});

test.each([
  'const NAMES = new Set(["a"]); export const isName = (it) => NAMES.has(it);',
  'const TABLE = new Map([["a", 1]]); const of = (it) => TABLE.get(it);',
  'const make = () => { let count = 0; const known = new Map(); known.set(1, count++); return known; };',
  'const LIST = ["b", "a"]; const sorted = () => LIST.toSorted();',
])('constants and local variables are not state: %s', (text) => {
  expect(stateIn(text)).toEqual([]);
});
