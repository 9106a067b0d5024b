/** Compiler results for typical code and mistakes: snippets, compiled as a user would. */
import { join } from 'node:path';
import ts from 'typescript';
import { beforeAll, expect, test } from 'vitest';
import { programOf, root } from './entries.mjs';

const HEAD = `
import { createApprovalEngine, createMemoryStore, type Definition } from '@org/approval-core';
import { createApprovalClient } from '@org/approval-client';
const engine = createApprovalEngine({ store: createMemoryStore() });
const client = createApprovalClient({ baseUrl: 'https://example.com', apiKey: 'k', authToken: 't' });
interface Invoice { amount: number; lines: { text: string; note?: string }[] }
declare const invoice: Invoice;
const base = { definitionId: 'invoice', name: 'Invoice', edges: [] };
`;
const human = (config: string) =>
  `const d: Definition = { ...base, nodes: [{ nodeId: 'ann', type: 'human', config: ${config} }] };`;

/** Snippets with a part of the expected compiler message; null when it compiles. */
const SNIPPETS: readonly (readonly [what: string, code: string, message: RegExp | null])[] = [
  ['a human node', human(`{ reviewers: [{ userId: 'ann', mandatory: true }] }`), null],
  [
    'reviewers, misspelt',
    human(`{ reviwers: [{ userId: 'ann', mandatory: true }] }`),
    /'reviwers' does not exist/,
  ],
  [
    'a field of a reviewer, misspelt',
    human(`{ reviewers: [{ userId: 'ann', mandatry: true }] }`),
    /'mandatry' does not exist in type 'DefinitionReviewer'/,
  ],
  [
    'a field of an agent, misspelt',
    `await engine.definitions.create({ ...base, nodes: [{ nodeId: 'a', type: 'agent', config: { agentID: 'x' } }] });`,
    /'agentID' does not exist/,
  ],
  [
    'an unknown type of node',
    `await engine.definitions.create({ ...base, nodes: [{ nodeId: 'a', type: 'robot' }] });`,
    /"robot"' is not assignable to type '"human" \\| "agent" \\| "webhook"'|'"robot"' is not assignable/,
  ],
  [
    'a value of an interface as context',
    `await engine.executions.dispatch({ definitionId: 'invoice', triggerContext: invoice });`,
    null,
  ],
  [
    'the same over HTTP',
    `await client.executions.dispatch({ definitionId: 'invoice', triggerContext: invoice });`,
    null,
  ],
  [
    'a literal as context',
    `await engine.executions.dispatch({ definitionId: 'invoice', triggerContext: { amount: 1 } });`,
    null,
  ],
  [
    'a list as context',
    `await engine.executions.dispatch({ definitionId: 'invoice', triggerContext: [invoice] });`,
    /'Invoice' is not assignable to type 'JsonValue'/,
  ],
  [
    'a map as context',
    `await engine.executions.dispatch({ definitionId: 'invoice', triggerContext: new Map() });`,
    /Map/,
  ],
  [
    'a date as context',
    `await engine.executions.dispatch({ definitionId: 'invoice', triggerContext: new Date() });`,
    /Date/,
  ],
  [
    'a text as context',
    `await engine.executions.dispatch({ definitionId: 'invoice', triggerContext: 'x' });`,
    /string/,
  ],
  [
    'the whole result of a dispatch as a request',
    `await engine.executions.get(await engine.executions.dispatch({ definitionId: 'invoice' }));`,
    /'DispatchResult' is not assignable to parameter of type 'GetExecutionRequest'/,
  ],
  [
    'the same to cancel',
    `await engine.executions.cancel(await engine.executions.dispatch({ definitionId: 'invoice' }));`,
    /DispatchResult/,
  ],
  [
    'the same over HTTP',
    `await client.executions.get(await client.executions.dispatch({ definitionId: 'invoice' }));`,
    /DispatchResult/,
  ],
  [
    'the id of a dispatch',
    `const { executionId } = await engine.executions.dispatch({ definitionId: 'invoice' }); await engine.executions.get({ executionId });`,
    null,
  ],
];

const texts = new Map(
  SNIPPETS.map(([, code], index) => [
    join(root, 'scripts', `snippet-${index}.ts`),
    `${HEAD}${code}\nexport {};\n`,
  ]),
);
const program = programOf([...texts.keys()], texts);
const UNUSED = 6133;
const found = new Map<string, string>();

// Compiles all at once, so that no single test is timed with the loading of every package.
beforeAll(() => {
  for (const name of texts.keys()) {
    const file = program.getSourceFile(name)!;
    const all = [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)];
    const reported = all.filter((it) => it.code !== UNUSED);
    found.set(name, reported.map((it) => ts.flattenDiagnosticMessageText(it.messageText, '\n')).join('\n'));
  }
}, 240_000);

test.each(SNIPPETS.map((it, index) => [...it, index] as const))('%s', (_what, _code, message, index) => {
  const said = found.get([...texts.keys()][index]!);
  if (message === null) expect(said).toBe('');
  else {
    expect(said).toMatch(message);
    expect(said).not.toMatch(/Property 'url' is missing/);
  }
});

test('a definition shows its name, and each field says what it is', () => {
  const checker = program.getTypeChecker();
  const symbol = checker.getSymbolsInScope(
    program.getSourceFile([...texts.keys()][0]!)!,
    ts.SymbolFlags.Variable,
  );
  const type = checker.getTypeOfSymbol(symbol.find((it) => it.name === 'd')!);
  expect(checker.typeToString(type)).toBe('Definition');
  const nodes = type.getProperty('nodes')!;
  expect(checker.typeToString(checker.getTypeOfSymbol(nodes))).toBe('DefinitionNode[]');
  expect(ts.displayPartsToString(nodes.getDocumentationComment(checker))).toContain('1 to 100');
});

test('a method shows the names of its request and its result', () => {
  const file = program.getSourceFile([...texts.keys()][0]!)!;
  const checker = program.getTypeChecker();
  const variables = checker.getSymbolsInScope(file, ts.SymbolFlags.Variable);
  const member = (type: ts.Type, name: string) => checker.getTypeOfSymbol(type.getProperty(name)!);
  const shown = (owner: string, area: string, name: string) => {
    const type = checker.getTypeOfSymbol(variables.find((it) => it.name === owner)!);
    return checker.typeToString(member(member(type, area), name));
  };
  expect(shown('engine', 'steps', 'claim')).toBe('(request: ClaimStepRequest) => Promise<ClaimStepResult>');
  expect(shown('engine', 'steps', 'recordReviewerDecision')).toBe(
    '(request: RecordReviewerDecisionRequest) => Promise<ReviewResult>',
  );
  expect(shown('client', 'steps', 'claim')).toContain('ClaimStepRequest');
});
