/** `defineWorkflow({ input })`: the schema of a library becomes the `inputSchema`. */
import { createTestEngine } from '@org/approval-testkit';
import { type } from 'arktype';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { defineWorkflow, nodes, op, variable, when } from '../../index.js';
import type { StandardSchema } from '../../definition.js';

const LIST = [
  nodes.human({ nodeId: 'manager', reviewers: ['ann'], onReject: 'rework' }),
  nodes.agent({ nodeId: 'rework', agentId: '__mock__', urlPath: 'url' }),
] as const;
const workflow = <const S extends StandardSchema>(input: S, path = 'amount') =>
  defineWorkflow({
    definitionId: 'expense',
    name: 'Expense',
    input,
    nodes: LIST,
    edges: [
      { from: 'manager', to: 'rework', when: when(op('gt', variable(`execution.input.${path}`), 500)) },
    ],
  });

const SCHEMAS = {
  zod: z.object({
    amount: z.number().positive(),
    url: z.url(),
    mail: z.email().nullable().optional(),
    day: z.iso.date().optional(),
    kind: z.enum(['a', 'b']).nullable().optional(),
  }),
  arktype: type({
    amount: 'number > 0',
    url: 'string',
    'mail?': 'string.email | null',
    'kind?': "'a' | 'b' | null",
  }),
} as const;

const FAULTS = { zod: ['amount', 'url', 'mail', 'kind', 'day'], arktype: ['amount', 'mail', 'kind'] };

describe.each(['zod', 'arktype'] as const)('%s', (library) => {
  const expense = workflow(SCHEMAS[library] as typeof SCHEMAS.zod);

  test('the engine checks every dispatch, also one beside the workflow', async () => {
    const { engine } = createTestEngine();
    await expense.ensure(engine);
    const dispatch = (triggerContext: object) =>
      engine.executions.dispatch({ definitionId: 'expense', triggerContext }).then(
        () => [],
        (error: unknown) =>
          (error as { details: { issues: { path: string }[] } }).details.issues.map((it) =>
            it.path.replace('triggerContext.', ''),
          ),
      );
    const url = 'https://example.com';
    expect(await dispatch({ amount: 5, url })).toEqual([]);
    expect(await dispatch({ amount: 5, url, mail: null, kind: null, other: 1 })).toEqual([]);
    const wrong = { amount: 0, url: 'x', mail: 'ann', kind: 'c', day: 'soon' };
    expect([...new Set(await dispatch(wrong))].toSorted()).toEqual(FAULTS[library].toSorted());
    expect(await dispatch({})).toEqual(['amount', 'url']);
  });

  test('the linter refuses a path that the schema does not name', async () => {
    const { engine } = createTestEngine();
    const faulty = workflow(SCHEMAS[library] as typeof SCHEMAS.zod, 'amuont');
    await expect(faulty.ensure(engine)).rejects.toThrow(/path-not-in-input.*did you mean "amount"/);
  });
});

test('a schema without a JSON Schema, and two schemas, are refused', () => {
  expect(() => workflow(v.object({ url: v.string() }))).toThrow(
    /input must be a schema that gives a JSON Schema/,
  );
  expect(() => workflow(z.object({ when: z.date() }))).toThrow(/input has no JSON Schema/);
  const both = { input: SCHEMAS.zod, context: SCHEMAS.zod, nodes: LIST, edges: [] };
  expect(() => defineWorkflow({ definitionId: 'x', name: 'x', ...both } as never)).toThrow(
    /one of context and input/,
  );
});
