/** Presentation of a call (surfaces S1). */
import { expect, test } from 'vitest';
import { HIDDEN } from '../call/pointer.js';
import type { Call } from '../types.js';
import { checkPolicies } from '../policy/rules.js';
import { defaultPresentation, presentationOf } from './present.js';

const CALL: Call = { tool: 'mail.send', target: null, args: { to: 'a@example.com', n: 1, card: HIDDEN } };
const logger = { error: () => undefined };
const sizeOf = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value)).length;

test('by default people see the tool and every argument, hidden ones as such', () => {
  expect(defaultPresentation(CALL)).toEqual({
    title: 'mail.send',
    facts: [
      { label: 'to', value: 'a@example.com' },
      { label: 'n', value: '1' },
      { label: 'card', value: HIDDEN },
    ],
  });
  expect(defaultPresentation({ ...CALL, target: 'prod' }).facts?.[0]).toEqual({
    label: 'target',
    value: 'prod',
  });
});

test('a call with many or long arguments fits, and says what is missing', () => {
  const named = (count: number, value: string) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`a${index}`, value]));
  for (const args of [
    named(40, 'x'),
    named(200, 'y'.repeat(5_000)),
    { big: '😀'.repeat(40_000) },
    { '': 'e' },
  ]) {
    const found = defaultPresentation({ ...CALL, args });
    expect(sizeOf(found)).toBeLessThanOrEqual(16_384);
    expect(presentationOf({ logger } as never, { present: () => found }, CALL)).toEqual(found);
    const isWhole = sizeOf(args) < 1_000;
    expect(JSON.stringify(found).includes('read the whole call')).toBe(!isWhole);
  }
});

test('a rule says what people see; one that fails does not hide the call', () => {
  const shown = { title: 'Mail to a@example.com' };
  expect(presentationOf({ logger } as never, { present: () => shown }, CALL)).toEqual(shown);
  const failing: (() => never)[] = [
    () => {
      throw new Error('down');
    },
    () => ({ title: 7 }) as never,
    () => ({ facts: [{ label: 'L', value: 'x'.repeat(20_000) }] }) as never,
    () => Promise.resolve({ title: 'later' }) as never,
  ];
  for (const present of failing)
    expect(presentationOf({ logger } as never, { present }, CALL)).toEqual(defaultPresentation(CALL));
});

test('a function is not part of the version of the policies, and belongs to a rule that asks', () => {
  const ask = { tool: 'mail.send', do: 'ask' as const, definitionId: 'sign-off', grantNodeId: 'granted' };
  const present = () => ({ title: 'T' });
  const [plain, presented] = [
    checkPolicies({ rules: [ask] }),
    checkPolicies({ rules: [{ ...ask, present }] }),
  ];
  expect(presented.version).toBe(plain.version);
  expect(presented.rules[0]?.rule).toMatchObject({ present });
  expect(() => checkPolicies({ rules: [{ ...ask, present: 'text' as never }] })).toThrow(/present/);
  expect(() => checkPolicies({ rules: [{ tool: 'x', do: 'deny', present } as never] })).toThrow(/present/);
});
