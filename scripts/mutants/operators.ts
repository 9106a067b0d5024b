/** Mutations of a syntax node: the code that may replace it. */
import ts from 'typescript';

/** A replacement for a node. */
export interface Replacement {
  /** Description, such as `< to <=`. */
  readonly what: string;
  /** Source of an expression; null omits the statement. */
  readonly text: string | null;
}

const SWAPS: ReadonlyMap<ts.SyntaxKind, readonly string[]> = new Map([
  [ts.SyntaxKind.LessThanToken, ['<=', '>=']],
  [ts.SyntaxKind.LessThanEqualsToken, ['<', '>']],
  [ts.SyntaxKind.GreaterThanToken, ['>=', '<=']],
  [ts.SyntaxKind.GreaterThanEqualsToken, ['>', '<']],
  [ts.SyntaxKind.EqualsEqualsEqualsToken, ['!==']],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken, ['===']],
  [ts.SyntaxKind.EqualsEqualsToken, ['!=']],
  [ts.SyntaxKind.ExclamationEqualsToken, ['==']],
  [ts.SyntaxKind.AmpersandAmpersandToken, ['||']],
  [ts.SyntaxKind.BarBarToken, ['&&']],
  [ts.SyntaxKind.QuestionQuestionToken, ['&&']],
  [ts.SyntaxKind.PlusToken, ['-']],
  [ts.SyntaxKind.MinusToken, ['+']],
  [ts.SyntaxKind.AsteriskToken, ['/']],
  [ts.SyntaxKind.SlashToken, ['*']],
  [ts.SyntaxKind.PercentToken, ['*']],
  [ts.SyntaxKind.BarToken, ['&']],
  [ts.SyntaxKind.AmpersandToken, ['|']],
  [ts.SyntaxKind.CaretToken, ['|']],
]);

const METHODS: ReadonlyMap<string, string> = new Map([
  ['some', 'every'],
  ['every', 'some'],
  ['min', 'max'],
  ['max', 'min'],
  ['startsWith', 'endsWith'],
  ['endsWith', 'startsWith'],
]);

/** Methods that may be removed from a chain. */
const FILTERS: ReadonlySet<string> = new Set(['filter', 'slice', 'sort', 'toSorted', 'reverse', 'trim']);

export function replacementsOf(node: ts.Node, source: ts.SourceFile): Replacement[] {
  const text = (it: ts.Node): string => it.getText(source);
  if (ts.isBinaryExpression(node)) return binary(node, text);
  if (ts.isExpressionStatement(node)) return statement(node, text);
  if (node.kind === ts.SyntaxKind.TrueKeyword) return [{ what: 'true to false', text: 'false' }];
  if (node.kind === ts.SyntaxKind.FalseKeyword) return [{ what: 'false to true', text: 'true' }];
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken)
    return [{ what: 'no !', text: text(node.operand) }];
  if (ts.isArrayLiteralExpression(node) && node.elements.length > 0 && !isTarget(node))
    return [{ what: 'to []', text: '[]' }];
  if (ts.isCallExpression(node)) return call(node, text);
  return [];
}

/** Replacements for expressions: conditions become constants, results become undefined. */
export function replacementsInPlace(node: ts.Expression): Replacement[] {
  const { parent } = node;
  if ((ts.isIfStatement(parent) || ts.isConditionalExpression(parent)) && isCondition(node, parent))
    return [
      { what: 'condition to true', text: 'true' },
      { what: 'condition to false', text: 'false' },
    ];
  if (ts.isWhileStatement(parent) && parent.expression === node)
    return [{ what: 'condition to false', text: 'false' }];
  const isResult =
    (ts.isReturnStatement(parent) && parent.expression === node) ||
    (ts.isArrowFunction(parent) && parent.body === node);
  if (!isResult || isNothing(node)) return [];
  return [{ what: 'result to undefined', text: 'undefined' }];
}

const isCondition = (node: ts.Node, parent: ts.IfStatement | ts.ConditionalExpression): boolean =>
  (ts.isIfStatement(parent) ? parent.expression : parent.condition) === node;

const isNothing = (node: ts.Expression): boolean =>
  (ts.isIdentifier(node) && node.text === 'undefined') || ts.isVoidExpression(node);

function binary(node: ts.BinaryExpression, text: (it: ts.Node) => string): Replacement[] {
  const { left, operatorToken, right } = node;
  const isText = [left, right].some((it) => ts.isStringLiteralLike(it) || ts.isTemplateExpression(it));
  if (operatorToken.kind === ts.SyntaxKind.PlusToken && isText) return [];
  return (SWAPS.get(operatorToken.kind) ?? []).map((other) => ({
    what: `${text(operatorToken)} to ${other}`,
    // `a ?? b && c` is a syntax error.
    text: `(${text(left)}) ${other} (${text(right)})`,
  }));
}

function statement({ expression }: ts.ExpressionStatement, text: (it: ts.Node) => string): Replacement[] {
  if (ts.isStringLiteral(expression) || text(expression).startsWith('super(')) return [];
  return [{ what: 'left out', text: null }];
}

function call(node: ts.CallExpression, text: (it: ts.Node) => string): Replacement[] {
  const { expression } = node;
  if (!ts.isPropertyAccessExpression(expression) || (node.flags & ts.NodeFlags.OptionalChain) !== 0)
    return [];
  const name = expression.name.text;
  const receiver = text(expression.expression);
  const other = METHODS.get(name);
  if (other !== undefined) {
    const rest = node.arguments.map(text).join(', ');
    return [{ what: `${name} to ${other}`, text: `${receiver}.${other}(${rest})` }];
  }
  return FILTERS.has(name) ? [{ what: `no ${name}`, text: receiver }] : [];
}

/** True for literals that are targets of assignments. */
const isTarget = ({ parent }: ts.Node): boolean =>
  ts.isBinaryExpression(parent) && parent.operatorToken.kind === ts.SyntaxKind.EqualsToken;
