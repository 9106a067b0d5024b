import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ResultText, ResultTexts } from './result-text.js';

const whole = (text: ResultText): string => (typeof text === 'string' ? text : text.join(''));
const resultText = async (result: unknown) => whole(await new ResultTexts().of(result));

/** With the second a result is no longer small, and its text is made item by item. */
const BESIDE = ['', 'x'.repeat(65_536)];

test('any result has the text that JSON.stringify gives', () =>
  fc.assert(
    fc.asyncProperty(fc.jsonValue({ maxDepth: 5 }), fc.constantFrom(...BESIDE), async (json, beside) => {
      for (const result of [json, [json, beside], { json, beside }, { items: [beside, json] }])
        expect(await resultText(result)).toBe(JSON.stringify({ result }));
    }),
  ));

test.each(BESIDE)('a field that is undefined is left out', async (beside) => {
  const text = await resultText({ a: undefined, b: [{ c: undefined }], beside });
  expect(text).toBe(`{"result":{"b":[{}],"beside":${JSON.stringify(beside)}}}`);
});

test.each([
  ['a run', (steps: unknown[]) => ({ executionId: 'e', steps })],
  ['a wait', (steps: unknown[]) => ({ reached: true, execution: { steps } })],
  ['a page', (items: unknown[]) => ({ items, hasMore: false })],
])('of %s that is large others have their turns meanwhile', async (_, resultOf) => {
  const result = resultOf(Array.from({ length: 8 }, () => ({ input: 'x'.repeat(2_097_152) })));
  let turns = 0;
  let isMade = false;
  const look = (): void => {
    turns += 1;
    if (!isMade) setImmediate(look);
  };
  setImmediate(look);
  const text = await resultText(result);
  isMade = true;
  expect(turns).toBeGreaterThanOrEqual(8);
  expect(text).toBe(JSON.stringify({ result }));
});

test('pieces made in different turns are not joined', async () => {
  const item = { input: 'x'.repeat(2_097_152) };
  const pieces = await new ResultTexts().of({ steps: [item, item, item] });
  if (typeof pieces === 'string') throw new Error('it is in one piece');
  const lengths = pieces.map((it) => it.length);
  expect(lengths.length).toBeGreaterThan(3);
  expect(Math.max(...lengths)).toBeLessThan(1.5 * item.input.length);
});

test('a wait that answers with a large run lets go of it, and looks again when there is a place', async () => {
  const large = { steps: [{ input: 'x'.repeat(2_097_152) }] };
  const wait = { waits: 25_000, budget: 'read' } as const;
  const looks: object[] = [];
  const look = (execution: unknown) => (data: object) => {
    looks.push(data);
    return Promise.resolve({ reached: true, execution });
  };
  const texts = new ResultTexts();
  const data = { executionId: 'e', waitMs: 1_000 };
  const small = await texts.by(look({ steps: [] }), data, wait);
  expect([small, looks]).toEqual(['{"result":{"reached":true,"execution":{"steps":[]}}}', [data]]);
  const text = whole(await texts.by(look(large), data, wait));
  expect(text).toBe(JSON.stringify({ result: { reached: true, execution: large } }));
  expect(looks.slice(1)).toEqual([data, { ...data, waitMs: 0 }]);
});
