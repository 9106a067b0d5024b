/** Bytes of presentations in views. */
import { expect, test } from 'vitest';
import type { CompiledDefinition } from '../../../compile/compiled.js';
import { jsonBytes } from '../../../definition/bytes.js';
import { LIMITS } from '../../../definition/limits.js';
import type { StepState } from '../../../interpreter/state.js';
import { stepPresentations } from './presented.js';

test('a view repeats the presentation of its run within 4 MiB, for the newest steps', () => {
  const facts = Array.from({ length: 8 }, () => ({ label: 'L', value: 'x'.repeat(1_950) }));
  const none = { url: null, amount: null, table: null, documents: [] };
  const presentation = { title: 'T', facts, ...none };
  const own = { title: 'Own', facts: [], url: null };
  const steps = Array.from({ length: 1_000 }, (_, index): Partial<StepState> => {
    return index === 0 ? { presentation: own } : {};
  }) as StepState[];
  const shown = stepPresentations({ name: 'Bills' } as CompiledDefinition, { steps, presentation });
  const bytes = jsonBytes(shown.filter((it) => it !== null));
  expect(bytes).toBeLessThan(LIMITS.pageBytes + jsonBytes(presentation));
  expect(bytes).toBeGreaterThan(LIMITS.pageBytes / 2);
  expect(shown.at(-1)).toEqual(presentation);
  expect(shown[1]).toBe(null);
  expect(shown[0]).toEqual({ ...none, title: 'Own', facts: [] });
});
