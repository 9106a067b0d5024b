/** Every exported symbol, field and method has a docstring. */
import { relative } from 'node:path';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { PERMIT_OPERATIONS } from '@org/approval-agents';
import { openApiDocument } from '@org/approval-http/openapi';
import { entries, programOf, root } from './entries.mjs';

/** Ids with the same meaning everywhere, and fields of every error. */
const SELF_EVIDENT = new Set([
  ...['workspaceId', 'organizationId', 'documentId', 'definitionId', 'executionId', 'stepId', 'nodeId'],
  ...['groupId', 'loopId', 'eventId', 'annotationId', 'commentId', 'userId', 'correlationId'],
]);

const ENTRIES = entries();
const program = programOf(ENTRIES.map((it) => it.file));
const checker = program.getTypeChecker();

const docOf = (symbol: ts.Symbol) => ts.displayPartsToString(symbol.getDocumentationComment(checker));

/** Exports of an entry, with re-exports resolved to declarations. */
function exportsOf(file: string): Map<string, ts.Symbol> {
  const module = checker.getSymbolAtLocation(program.getSourceFile(file)!)!;
  return new Map(
    checker.getExportsOfModule(module).map((symbol) => {
      const isAlias = (symbol.flags & ts.SymbolFlags.Alias) !== 0;
      return [symbol.name, isAlias ? checker.getAliasedSymbol(symbol) : symbol];
    }),
  );
}

/**
 * Fields and methods of a declaration by name. Inherited ones are checked where they are declared;
 * in a union one documented part is enough.
 */
function membersOf(symbol: ts.Symbol): Map<string, ts.Symbol[]> {
  const nodes = (symbol.declarations ?? []).filter(
    (it) => !it.getSourceFile().fileName.includes('node_modules'),
  );
  const members = nodes.flatMap(memberNodes).flatMap((member) => {
    const { name } = member;
    if (name === undefined || ts.isPrivateIdentifier(name) || ts.isComputedPropertyName(name)) return [];
    if ((ts.getCombinedModifierFlags(member) & NOT_PUBLIC) !== 0) return [];
    const found = checker.getSymbolAtLocation(name);
    return found === undefined ? [] : [found];
  });
  const byName = new Map<string, ts.Symbol[]>();
  for (const it of members) byName.set(it.name, [...(byName.get(it.name) ?? []), it]);
  return byName;
}

const NOT_PUBLIC = ts.ModifierFlags.NonPublicAccessibilityModifier | ts.ModifierFlags.Override;

function memberNodes(node: ts.Node): readonly (ts.TypeElement | ts.ClassElement)[] {
  if (ts.isInterfaceDeclaration(node) || ts.isClassDeclaration(node)) return node.members;
  if (ts.isTypeAliasDeclaration(node)) return memberNodes(node.type);
  if (ts.isTypeLiteralNode(node)) return node.members;
  if (ts.isUnionTypeNode(node) || ts.isIntersectionTypeNode(node)) return node.types.flatMap(memberNodes);
  return [];
}

const placeOf = (symbol: ts.Symbol) => relative(root, symbol.declarations![0]!.getSourceFile().fileName);

describe('docstrings', () => {
  test('every entry of every package is looked at', () => {
    expect(ENTRIES.length).toBeGreaterThan(20);
    const silent = ENTRIES.filter(({ file }) => exportsOf(file).size === 0);
    expect(silent).toEqual([]);
  });

  test.each(ENTRIES)('$name: every exported symbol says what it is', ({ file }) => {
    const silent = [...exportsOf(file)].filter(([, symbol]) => docOf(symbol) === '');
    expect(silent.map(([name, symbol]) => `${placeOf(symbol)}: ${name}`)).toEqual([]);
  });

  test.each(ENTRIES)('$name: so does every field and method of them', ({ file }) => {
    const silent = [...exportsOf(file)].flatMap(([name, symbol]) =>
      [...membersOf(symbol)]
        .filter(([member, parts]) => !SELF_EVIDENT.has(member) && parts.every((it) => docOf(it) === ''))
        .map(([member]) => `${placeOf(symbol)}: ${name}.${member}`),
    );
    expect(silent).toEqual([]);
  });
});

/** Entry points for users; `docs/docs.test.ts` runs every example. */
const WITH_EXAMPLE: Readonly<Record<string, readonly string[]>> = {
  '@org/approval-core': [
    ...['createApprovalEngine', 'when', 'compileDefinition', 'ApprovalError'],
    ...[
      'DefinitionOperations.create',
      'ExecutionOperations.dispatch',
      'StepOperations.recordReviewerDecision',
    ],
    ...['StepOperations.listWaiting', 'ApprovalEngine.on', 'ApprovalEngine.withTransaction'],
  ],
  '@org/approval-store-sql': ['createPostgresStore', 'createSqliteStore'],
  '@org/approval-store-sql/open': ['openStore'],
  '@org/approval-store-sql/permits': ['createPermitStore'],
  '@org/approval-agents': ['createApprovalGate', 'createMemoryPermitStore', 'renderCall'],
  '@org/approval-http': ['createHandler'],
  '@org/approval-http/express': ['toExpress'],
  '@org/approval-http/fastify': ['toFastify'],
  '@org/approval-http/fetch': ['toFetch'],
  '@org/approval-client': ['createApprovalClient'],
  '@org/approval-webhooks': ['verify'],
  '@org/approval-webhooks/node': ['createWebhookTransport'],
  '@org/approval-comments': ['createCommentsClient'],
  '@org/approval-comments/server': ['createCommentBackend'],
  '@org/approval-testkit': ['createTestEngine', 'VirtualClock'],
};

test.each(Object.entries(WITH_EXAMPLE))('%s: what people begin with has an example', (name, wanted) => {
  const exported = exportsOf(ENTRIES.find((it) => it.name === name)!.file);
  const without = wanted.filter((path) => {
    const [owner = '', member] = path.split('.');
    const symbol = exported.get(owner);
    const parts = member === undefined ? [symbol] : ((symbol && membersOf(symbol).get(member)) ?? []);
    return !parts.some((it) => it?.getJsDocTags(checker).some((tag) => tag.name === 'example'));
  });
  expect(without).toEqual([]);
});

const GATE = { operations: Object.values(PERMIT_OPERATIONS) };

test('every schema of OpenAPI is a type that core or agents exports', () => {
  /** Pages, which are generic in TypeScript, and shapes of HTTP only. */
  const others = new Set([
    ...['DefinitionPage', 'ExecutionPage', 'WaitingPage', 'DeliveryPage', 'AbsencePage'],
    ...['PermitsPage', 'GrantsPage', 'TriggerBody', 'Error'],
  ]);
  const exported = new Set(
    ENTRIES.filter(({ name }) => /^@org\/approval-(core|agents)(\/|$)/.test(name)).flatMap(({ file }) => [
      ...exportsOf(file).keys(),
    ]),
  );
  const names = Object.keys(openApiDocument({}, GATE).components['schemas'] as object);
  expect(names.length).toBeGreaterThan(100);
  expect(names.filter((it) => !others.has(it) && !exported.has(it))).toEqual([]);
});
