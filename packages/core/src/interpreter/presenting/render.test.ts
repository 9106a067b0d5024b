/** Rendered presentations: kinds, missing values, bounds. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compileDefinition } from '../../compile/compile-definition.js';
import type { CompiledDefinition } from '../../compile/compiled.js';
import { jsonBytes } from '../../definition/bytes.js';
import type { JsonObject, JsonValue } from '../../definition/json.js';
import { LIMITS } from '../../definition/limits.js';
import type { DefinitionFact, DefinitionPresentation } from '../../definition/types.js';
import type { ExecutionHeader } from '../header.js';
import { presentationOfRun } from './render.js';

const rendered = (presentation: DefinitionPresentation, input: JsonObject = {}) =>
  rendering(presentation)(input);

function rendering(presentation: DefinitionPresentation) {
  const checked = compileDefinition({
    definitionId: 'bills',
    name: 'Bills',
    nodes: [{ nodeId: 'a', type: 'agent', config: { agentId: '__mock__', urlPath: 'url' } }],
    presentation: presentation as unknown as JsonValue,
  });
  if (!checked.ok) throw new Error(checked.issues.map((it) => `${it.code} ${it.path}`).join());
  return (input: JsonObject) => found(checked.compiled, input);
}

function found(compiled: CompiledDefinition, input: JsonObject) {
  const header: ExecutionHeader = {
    ...{ workspaceId: 'w', executionId: 'exec_1', definitionUid: 'd', definitionId: 'bills' },
    ...{ definitionVersion: 1, correlationId: 'c', idempotencyKey: null, organizationId: null },
    ...{ documentId: null, triggerContext: input, webhookUrl: null, createdAt: 0 },
  };
  const presentation = presentationOfRun(compiled, header);
  if (presentation === null) throw new Error('no presentation');
  return presentation;
}

const at = (name: string) => ({ path: `execution.input.${name}` });
const one = (fact: Partial<DefinitionFact>, input: JsonObject) =>
  rendered({ facts: [{ label: 'L', value: at('v'), ...fact }] }, input).facts[0];

describe('a fact of a kind', () => {
  const EUR = { amount: 90, currency: 'EUR' };
  test.each<[string, Partial<DefinitionFact>, JsonValue, object]>([
    ['text', {}, 'Acme', { value: 'Acme' }],
    ['text of a number', {}, 4, { value: 4 }],
    ['text of an object', {}, { a: [1, null] }, { value: '{"a":[1,null]}' }],
    ['number', { kind: 'number' }, 4, { value: 4, kind: 'number' }],
    ['number that is a text', { kind: 'number' }, '4', { value: '4' }],
    ['money', { kind: 'money' }, { ...EUR, vat: 1 }, { value: EUR, kind: 'money' }],
    [
      'money as decimal',
      { kind: 'money' },
      { ...EUR, amount: '0.10' },
      { value: { ...EUR, amount: '0.10' }, kind: 'money' },
    ],
    ['money without a currency', { kind: 'money' }, { amount: 90 }, { value: '{"amount":90}' }],
    ['date', { kind: 'date' }, '2027-02-28', { value: '2027-02-28', kind: 'date' }],
    ['date that is none', { kind: 'date' }, 'soon', { value: 'soon' }],
    ['datetime', { kind: 'datetime' }, 1_800_000_000_000, { value: 1_800_000_000_000, kind: 'datetime' }],
    ['duration', { kind: 'duration' }, 5_000, { value: 5_000, kind: 'duration' }],
    ['user', { kind: 'user' }, 'ann', { value: 'ann', kind: 'user' }],
    ['link', { kind: 'link' }, { href: '/a', text: 'A' }, { value: { href: '/a', text: 'A' }, kind: 'link' }],
    [
      'link of an address',
      { kind: 'link' },
      'https://a.b/',
      { value: { href: 'https://a.b/', text: 'https://a.b/' }, kind: 'link' },
    ],
    ['link elsewhere', { kind: 'link' }, { href: 'javascript:x', text: 'A' }, { value: 'A' }],
    ['link to another host', { kind: 'link' }, { href: '//a.b/' }, { value: '//a.b/' }],
    ['code', { kind: 'code' }, 'a\n  b', { value: 'a\n  b', kind: 'code' }],
    [
      'diff',
      { kind: 'diff' },
      { before: 1, after: null },
      { value: { before: '1', after: null }, kind: 'diff' },
    ],
    ['whole template', { value: '{{execution.input.v}}' }, 4, { value: '4' }],
    [
      'whole template of money',
      { kind: 'money', value: { amount: '{{execution.input.v}}', currency: 'EUR' } },
      4,
      { value: { amount: 4, currency: 'EUR' }, kind: 'money' },
    ],
    [
      'template of a link',
      { kind: 'link', value: { href: '/b/{{execution.input.v}}' } },
      'a/b?',
      { value: { href: '/b/a%2Fb%3F', text: '/b/a%2Fb%3F' }, kind: 'link' },
    ],
  ])('%s', (_, fact, v, expected) => expect(one(fact, { v })).toEqual({ label: 'L', ...expected }));

  test.each(['text', 'money', 'link', 'diff', 'date'] as const)('%s is missing', (kind) => {
    expect(one({ kind }, {})).toEqual({ label: 'L', kind, value: null, missing: true });
    expect(one({ kind }, { v: null })).toMatchObject({ missing: true });
  });
});

test('the title is the name by default, and the address is one that can be shown', () => {
  expect(rendered({ facts: [] })).toEqual({
    ...{ title: 'Bills', facts: [], url: null, amount: null, table: null, documents: [] },
  });
  expect(rendered({ url: '/b/{{execution.input.v}}' }, { v: '../x y' }).url).toBe('/b/..%2Fx%20y');
  expect(rendered({ url: '{{execution.input.v}}' }, { v: 'javascript:alert(1)' }).url).toBe(null);
  expect(rendered({ title: '{{execution.definitionId}}: {{execution.documentId}}' }).title).toBe('bills: —');
});

describe('bounds', () => {
  test('texts are cut between characters, and say so', () => {
    const v = '😀'.repeat(3_000);
    const { title, facts } = rendered(
      { title: '{{execution.input.v}}', facts: [{ label: 'L', value: at('v') }] },
      { v },
    );
    expect(Array.from(title)).toHaveLength(LIMITS.nameLength);
    expect(Array.from(facts[0]?.value as string)).toHaveLength(LIMITS.shownTextLength);
    for (const text of [title, facts[0]?.value as string]) expect(text).toMatch(/^(😀)+…$/u);
    expect(rendered({ title: '{{execution.input.v}}' }, { v: 'x'.repeat(200) }).title).toBe('x'.repeat(200));
  });

  test('facts at the end are left out', () => {
    const facts = Array.from({ length: 20 }, (_, index) => ({ label: `f${index}`, value: at('v') }));
    const found = rendered({ facts }, { v: 'x'.repeat(1_500) });
    expect(found.facts.map((it) => it.label)).toEqual(
      facts.slice(0, found.facts.length).map((it) => it.label),
    );
    expect(found.facts.length).toBeGreaterThan(8);
    expect(found.cut).toBe(true);
    expect(jsonBytes(found)).toBeLessThanOrEqual(LIMITS.presentationBytes);
  });

  test('the work does not grow with the values', () => {
    const v = Array.from({ length: 200_000 }, () => 'x');
    const facts = Array.from({ length: 20 }, () => ({
      label: 'f',
      value: '{{execution.input.v}}'.repeat(9),
    }));
    const started = performance.now();
    rendered({ facts }, { v });
    // 180 whole renderings of the list would take seconds.
    expect(performance.now() - started).toBeLessThan(1_500);
  });
});

test('no input breaks a rendering, its bound or its shape', () => {
  const kinds = [
    'text',
    'number',
    'money',
    'date',
    'datetime',
    'duration',
    'user',
    'link',
    'code',
    'diff',
  ] as const;
  const part = fc.oneof(fc.string({ unit: 'binary' }), fc.double(), fc.boolean(), fc.constant(null));
  const anything = fc.oneof(
    fc.jsonValue(),
    fc.record({ amount: part, currency: part }),
    fc.record({ href: part, text: part }),
    fc.record({ before: part, after: part }),
  );
  const facts = kinds.flatMap((kind): DefinitionFact[] => [
    { label: kind, kind, value: at('v') },
    { label: kind, kind, value: '{{execution.input.v}}' },
  ]);
  const render = rendering({ title: 'T {{execution.input.v}}', facts, url: '/x/{{execution.input.v}}' });
  fc.assert(
    fc.property(anything, (value) => {
      const presentation = render({ v: JSON.parse(JSON.stringify(value)) as JsonValue });
      expect(jsonBytes(presentation)).toBeLessThanOrEqual(LIMITS.presentationBytes);
      for (const fact of presentation.facts) expect(fact.value === null).toBe(fact.missing === true);
    }),
    { seed: 38, numRuns: 200 },
  );
});
