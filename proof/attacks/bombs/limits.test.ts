/** Every limit accepts its maximum and refuses one more with the documented code. */
import { LIMITS, compileDefinition } from '@org/approval-core';
import { OPERATIONS } from '@org/approval-core/views';
import { createTestEngine } from '@org/approval-testkit';
import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { REQUESTS } from '../../../packages/http/src/test-support/requests.js';
import { PROBES } from './probes.js';
import { type Shape, SMALL, conditionOf, definitionOf, payloadOf } from './shape.js';

function codesOf(shape: Shape): string[] {
  const compiled = compileDefinition(JSON.parse(JSON.stringify(definitionOf(shape))) as never);
  return compiled.ok ? [] : [...new Set(compiled.issues.map((it) => it.code))];
}

async function statusOf(path: keyof typeof OPERATIONS, data: object): Promise<string> {
  const { engine } = createTestEngine();
  await engine.definitions.create(REQUESTS['definitions/create']({ executionId: '', linkId: '' }));
  await engine.executions.dispatch({
    definitionId: 'flow-two',
    triggerContext: { url: 'https://example.com' },
  });
  return OPERATIONS[path].invoke(engine.forWorkspace('default'), data as never).then(
    () => 'OK',
    (error: unknown) => (error as { status: string }).status,
  );
}

test('the small definition is legal, and the shapes are as large as they say', () => {
  expect(codesOf(SMALL)).toEqual([]);
  for (const whenLength of [500, LIMITS.whenLength])
    expect(conditionOf({ ...SMALL, whenLength }, 7)).toHaveLength(whenLength);
  for (const payloadBytes of [200, LIMITS.payloadBytes])
    expect(JSON.stringify(payloadOf({ ...SMALL, payloadBytes }))).toHaveLength(payloadBytes);
});

describe.each(Object.keys(PROBES) as (keyof typeof PROBES)[])('%s', (limit) => {
  const probe = PROBES[limit];
  const most = LIMITS[limit];
  switch (probe.kind) {
    case 'definition': {
      const shape = (amount: number) => ({ ...SMALL, ...probe.needs, [probe.dimension]: amount });
      test('its maximum is accepted', () => expect(codesOf(shape(most))).toEqual([]));
      test('one more is refused', () =>
        expect(codesOf(shape(most + 1))).toEqual([probe.code ?? 'invalid-field']));
      return;
    }
    case 'request':
      test('its maximum is no bad request', async () => {
        expect(await statusOf(probe.path, probe.data(most))).not.toBe('INVALID_ARGUMENT');
      });
      test('one more is', async () => {
        expect(await statusOf(probe.path, probe.data(most + 1))).toBe('INVALID_ARGUMENT');
      });
      return;
    case 'elsewhere':
      test('has a test of its own', () => {
        expect(existsSync(new URL(probe.test, import.meta.url))).toBe(true);
      });
  }
});
