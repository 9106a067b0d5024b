/** A made-up trigger context has a value wherever the definition looks for one. */
import { expect, test } from 'vitest';
import { madeUpInput } from './made-up-input.js';

const edge = (op: string, ...args: unknown[]) => ({
  from: 'a',
  to: 'b',
  when: JSON.stringify({ op, args }),
});
const input = (path: string) => ({ var: `execution.input.${path}` });
const inputOf = (...edges: object[]) => madeUpInput({ nodes: [], edges } as never);

test('URLs of agents, mapped inputs, and people and limits that come from the input', () => {
  const node = {
    config: {
      urlPath: 'document.url',
      reviewers: [
        { pool: { var: 'execution.input.owner' } },
        {
          chain: {
            startAt: { var: 'execution.input.requester' },
            untilLimit: { attribute: 'limit', atLeast: { var: 'execution.input.cost' } },
          },
        },
      ],
    },
  };
  const mapped = { inputMapping: { title: 'execution.input.document.title', all: 'execution.input' } };
  expect(madeUpInput({ nodes: [node], edges: [mapped] })).toEqual({
    document: { url: 'https://example.com/document', title: 'example' },
    owner: 'ann',
    requester: 'ann',
    cost: 1_000,
  });
});

test.each([
  ['eq', 'EUR', 'EUR'],
  ['ne', true, false],
  ['ne', 4, 5],
  ['gt', 10_000, 10_001],
  ['gte', 10_000, 10_000],
  ['lt', 10, 9],
  ['gt', '2026-01-01', '2026-01-01~'],
  ['startsWith', 'DE', 'DE'],
  ['includes', 'legal', ['legal']],
] as const)('%s %j holds for %j', (op, literal, value) => {
  expect(inputOf(edge(op, input('it'), literal))).toEqual({ it: value });
});

test('conditions inside others, literals on the left, paths on both sides', () => {
  const inner = { op: 'lte', args: [5_000, input('amount')] };
  const both = { op: 'gt', args: [input('price'), input('budget')] };
  expect(inputOf(edge('and', inner, { op: 'not', args: [both] }))).toEqual({
    amount: 5_000,
    price: 1_001,
    budget: 999,
  });
  const listed = { op: 'includes', args: [['DE', 'FR'], input('country')] };
  expect(inputOf(edge('or', listed))).toEqual({ country: 'DE' });
});

test('the first comparison of a path wins, and a path inside another one keeps both', () => {
  expect(inputOf(edge('gte', input('amount'), 500), edge('lt', input('amount'), 500))).toEqual({
    amount: 500,
  });
  expect(inputOf(edge('eq', input('order'), 1), edge('eq', input('order.total'), 2))).toEqual({
    order: { total: 2 },
  });
});

test('what is not in the input has no value', () => {
  const others = [
    edge('eq', { var: 'output.decision' }, 'approve'),
    edge('eq', input('__proto__.polluted'), 1),
    edge('isEmpty', { var: 'execution.input' }),
  ];
  expect(inputOf(...others)).toEqual({});
  expect(madeUpInput(null)).toEqual({});
});
