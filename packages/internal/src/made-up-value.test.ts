/** Made-up values of schemas. */
import { expect, test } from 'vitest';
import { madeUpInput } from './made-up-input.js';
import { madeUpValue } from './made-up-value.js';

test.each([
  [{ type: 'string' }, 'example'],
  [{ type: 'string', format: 'email' }, 'ann@example.com'],
  [{ type: 'string', minLength: 9 }, 'example..'],
  [{ type: 'string', maxLength: 3 }, 'exa'],
  [{ type: ['null', 'string'] }, null],
  [{ type: 'number', exclusiveMaximum: 10 }, 9],
  [{ type: 'integer', minimum: 1_000.5 }, 1_001],
  [{ type: 'number', multipleOf: 300 }, 900],
  [{ type: 'number', multipleOf: 300, minimum: 901 }, 1_200],
  [{ type: 'number', minimum: 0.2, maximum: 0.5 }, 0.2],
  [{ type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1 }, 0.5],
  [{ type: 'integer', exclusiveMinimum: 5, maximum: 7 }, 6],
  [{ enum: ['EUR', 'USD'] }, 'EUR'],
  [{ const: 7 }, 7],
  [{ type: 'number', examples: [42] }, 42],
  [{ type: 'string', default: 'usual', examples: ['other'] }, 'usual'],
  [{ type: 'array', items: { type: 'boolean' }, minItems: 2 }, [true, true]],
  [{ properties: { a: { type: 'string' } } }, { a: 'example' }],
] as const)('%j has %j', (schema, value) => {
  expect(madeUpValue(schema)).toEqual(value);
});

test('a recursive schema ends: only what it requires goes deep', () => {
  const node = { type: 'object', properties: { next: { $ref: '#/$defs/node' }, id: { type: 'integer' } } };
  const value = madeUpValue({ $ref: '#/$defs/node', $defs: { node: { ...node, required: ['id'] } } });
  expect(value).toEqual({ id: 1_000, next: { id: 1_000, next: { id: 1_000 } } });
  const endless = madeUpValue({ $ref: '#/$defs/node', $defs: { node: { ...node, required: ['next'] } } });
  expect(JSON.stringify(endless).length).toBeLessThan(1_000);
});

test('an input has the values of the schema, and those that conditions compare with', () => {
  const inputSchema = {
    type: 'object',
    properties: { amount: { type: 'number' }, reason: { type: 'string' }, currency: { enum: ['EUR'] } },
  };
  const when = (name: string, literal: number | string) =>
    JSON.stringify({ op: 'gte', args: [{ var: `execution.input.${name}` }, literal] });
  const edges = [{ when: when('amount', 5_000) }, { when: when('reason', 3) }];
  expect(madeUpInput({ inputSchema, edges })).toEqual({ amount: 5_000, reason: 'example', currency: 'EUR' });
});
