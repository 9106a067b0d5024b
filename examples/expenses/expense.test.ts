/** A submitted expense is checked before a run starts. */
import { expect, test } from 'vitest';
import { expenseOf } from './expense.js';

const good = { key: 'k-1', purpose: 'a taxi', amount: 40, receiptUrl: 'https://files.example.com/1' };

test('an expense is taken as it was sent, without anything beside', () => {
  expect(expenseOf({ ...good, by: 'dora' })).toEqual(good);
});

test.each([
  [undefined, 'key'],
  [{ ...good, key: 'two words' }, 'key'],
  [{ ...good, purpose: '  ' }, 'purpose'],
  [{ ...good, purpose: 'x'.repeat(201) }, 'purpose'],
  [{ ...good, amount: '40' }, 'amount'],
  [{ ...good, amount: -1 }, 'amount'],
  [{ ...good, amount: Number.NaN }, 'amount'],
  [{ ...good, amount: 1_000_001 }, 'amount'],
  // The reviewer would click on it.
  [{ ...good, receiptUrl: 'javascript:alert(1)' }, 'receiptUrl'],
])('%j is refused, by the name of what is wrong', (body, field) => {
  expect(() => expenseOf(body)).toThrow(`${field}:`);
});
