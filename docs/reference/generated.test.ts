/**
 * The generated pages are what their generators write, and what those are made from is complete.
 */
import { PERMIT_OPERATIONS } from '@org/approval-agents';
import { OPERATIONS } from '@org/approval-core/views';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { root } from '../../scripts/entries.mjs';
import { SCHEMAS } from '../../scripts/reference/document.js';
import {
  FAILURE_CODES,
  PERMIT_CODES,
  REFUSAL_CODES,
  STEP_CODES,
} from '../../scripts/reference/error-codes.js';
import { EXAMPLES } from '../../scripts/reference/operation-examples.js';
import { PAGES, REFERENCE, pageOf } from '../../scripts/reference/pages.js';

test.each(Object.keys(PAGES))(
  '%s is what `npm run docs:reference` writes',
  async (name) => {
    expect(readFileSync(join(REFERENCE, name), 'utf8')).toBe(await pageOf(name));
  },
  120_000,
);

describe('operations', () => {
  const operations: Readonly<Record<string, { readonly request: z.ZodType }>> = {
    ...OPERATIONS,
    ...PERMIT_OPERATIONS,
  };

  test('each has an example', () => {
    expect(Object.keys(EXAMPLES)).toEqual(Object.keys(operations));
  });

  test.each(Object.entries(operations))('the example of %s is one', (path, { request }) => {
    expect(request.safeParse(EXAMPLES[path]).error?.issues ?? []).toEqual([]);
  });
});

test('every field says what it is', () => {
  const silent = Object.entries(SCHEMAS).flatMap(([name, { properties = {} }]) =>
    Object.entries(properties)
      .filter(([, field]) => field.description === undefined && field.$ref === undefined)
      .map(([field]) => `${name}.${field}`),
  );
  expect(silent).toEqual([]);
});

test.each(Object.keys(PAGES))('every field of %s has a meaning', (name) => {
  const page = readFileSync(join(REFERENCE, name), 'utf8');
  const silent = page.split('\n').filter((line) => /^- `.*\):\s*$/.test(line));
  expect(silent).toEqual([]);
});

/** Codes of other things: of issues, of findings, of what is missing, of what came of a trigger. */
const OTHERS = new Set([
  ...[
    'custom',
    'invalid-field',
    'unknown-field',
    'reserved-id',
    'too-many-issues',
    'accepted',
    'event-ignored',
    'child-lost',
    'schedule-lost',
    'secret-required',
  ],
  ...[
    'rule',
    'entry',
    'added',
    'distinct-approvers',
    'unsafe-integer',
    'when-too-large',
    'policy-allow-prefix',
  ],
]);

/** `{ code: 'x' }`, `failedPrecondition('x', …)`, and the members of the unions that name codes. */
const CODE =
  /\bcode: (?:\w+\(\w+\) \? '[a-z-]+' : )?'([a-z-]+)'|\b(?:failedPrecondition|refusedWith|failed|failure|over)\(\s*(?:link, )?'([a-z]+(?:-[a-z]+)+)'/g;
const UNION = /type (?:RefusalCode|DenialCode|ConditionFaultCode) =([^;]*);/g;
const FOLDERS = [
  'core/src/engine',
  'core/src/expression',
  'core/src/interpreter',
  'core/src/nodes',
  'http/src',
  'agents/src/gate',
  'agents/src/policy',
];

test('every code of an error has a line, and no line is of a code that is gone', () => {
  const sources = FOLDERS.flatMap((folder) =>
    readdirSync(join(root, 'packages', folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|test-support|\blint[^/]*\.ts$/.test(file))
      .map((file) => readFileSync(join(root, 'packages', folder, file), 'utf8')),
  );
  const found = sources.flatMap((text) => [
    ...[...text.matchAll(CODE)].map(([, one, other]) => one ?? other ?? ''),
    ...[...text.matchAll(UNION)].flatMap(([, union = '']) =>
      [...union.matchAll(/'([a-z-]+)'/g)].map(([, code = '']) => code),
    ),
  ]);
  const known = [REFUSAL_CODES, STEP_CODES, FAILURE_CODES, PERMIT_CODES].flatMap((it) => Object.keys(it));
  const wanted = found.filter((it) => !OTHERS.has(it));
  expect([...new Set(known)].sort()).toEqual([...new Set(wanted)].sort());
});
