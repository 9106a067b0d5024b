/** The generated types match the schemas, with docstrings for editors. */
import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { typeNames } from '@org/approval-internal/type-names';
import * as z from 'zod';
import { docstring } from './types/docstring.js';
import { root } from './packages.mjs';
import { schemaIdsIn, typesIn } from './types/sources.js';
import { declarationText, typeText } from './types/type-text.js';

// In its own process: zod finds schemas by their ids, and another test of this worker may have
// loaded a built copy of core, whose schemas have the same ids.
test('the files on disk are those of the schemas: `npm run types` writes them', () => {
  const { stderr, status } = spawnSync(
    process.execPath,
    ['--conditions=@org/source', '--import', 'tsx', 'scripts/types/main.ts', '--check'],
    { cwd: root, encoding: 'utf8' },
  );
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
}, 60_000);

const named = z.object({ a: z.string() }).meta({ id: 'TypesTestNamed', description: 'A named shape.' });
const status = z.enum(['on', 'off']).register(typeNames, { type: 'TypesTestStatus' });

test.each([
  ['a text', z.string().min(1).regex(/x/), 'string'],
  ['a number', z.int().min(1), 'number'],
  ['a literal', z.literal([true, 1, 'a', null]), 'true | 1 | "a" | null'],
  ['an enum', z.enum(['a', 'b']), '"a" | "b"'],
  ['a value that may be null', z.string().nullable(), 'string | null'],
  ['a value that may be left out', z.string().nullable().optional(), 'string | null | undefined'],
  ['a value that may only be left out', z.string().exactOptional(), 'string'],
  ['a list', z.array(z.enum(['a', 'b'])), '("a" | "b")[]'],
  ['a list that nothing changes', z.array(z.string()).readonly(), 'readonly (string)[]'],
  ['a pair', z.tuple([z.number(), z.string()]), '[number, string]'],
  ['a record', z.record(z.string(), z.boolean()), 'Record<string, boolean>'],
  ['a union', z.union([z.string(), z.null()]), 'string | null'],
  ['a value that is checked before it is parsed', z.preprocess((it) => it, z.string()), 'string'],
  ['a value that becomes another', z.string().transform(Number), 'string'],
  ['a named schema', named, 'TypesTestNamed'],
  ['a named schema with other words', named.describe('Other words.'), 'TypesTestNamed'],
  ['a named schema with a check', named.refine(() => true), 'TypesTestNamed'],
  ['a schema with the name of a type', status.describe('How it is.'), 'TypesTestStatus'],
])('%s', (_what, schema, text) => {
  expect(typeText(schema)).toBe(text);
});

test('an interface has the words of its fields, and marks what may be left out', () => {
  const schema = z
    .strictObject({
      id: z.string().describe('Id of it.'),
      status: status.optional().describe('How it is.'),
      count: z.int().default(1).describe('How many.'),
      other: named.nullable(),
    })
    .meta({ id: 'TypesTestShape', description: 'A shape.' });
  expect(declarationText('TypesTestShape', schema)).toBe(
    [
      '/** A shape. */',
      'export interface TypesTestShape {',
      '/** Id of it. */',
      'id: string;',
      '/** How it is. */',
      'status?: TypesTestStatus | undefined;',
      '/** How many. */',
      'count?: number | undefined;',
      '/** A named shape. */',
      'other: TypesTestNamed | null;',
      '}',
      '',
    ].join('\n'),
  );
});

test('what is no object is a type; it may have parameters, and an interface a base', () => {
  const union = z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('a').describe('The first.') }),
    z.object({ kind: z.literal('b'), at: z.int() }),
  ]);
  expect(declarationText('Either', union.describe('One of two.'))).toBe(
    '/** One of two. */\nexport type Either = {\n/** The first. */\nkind: "a";\n} | {\nkind: "b";\nat: number;\n};\n',
  );
  const generic = z.object({ it: z.string() }).register(typeNames, { parameters: 'T', extends: 'Base' });
  expect(declarationText('Page', generic)).toBe('export interface Page<T> extends Base {\nit: string;\n}\n');
});

test('a schema that no type can be told of needs one', () => {
  expect(() => typeText(z.custom())).toThrow(/kind "custom".*register\(typeNames, \{ type \}\)/);
});

test('docstrings end where they should, and no line is long', () => {
  expect(docstring('')).toBe('');
  expect(docstring('Ends */ here.')).toBe('/** Ends *\\/ here. */\n');
  const lines = docstring('word '.repeat(60).trim()).split('\n');
  expect(Math.max(...lines.map((it) => it.length))).toBeLessThanOrEqual(96);
  expect(lines.join(' ').match(/word/g)).toHaveLength(60);
});

test('schemas and types are found in the text of a source', () => {
  const text =
    "import * as z from 'zod';\nexport interface First {}\nexport const a = z.object({}).meta({ id: 'Second' });\nexport type Third<T> = T;\n";
  expect(schemaIdsIn({ file: 'a.ts', text })).toEqual(['Second']);
  expect(typesIn({ file: 'a.ts', text })).toEqual(['First', 'Third']);
});
