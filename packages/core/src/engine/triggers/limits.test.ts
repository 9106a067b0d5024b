/** Bounds of triggers (contract section 1). */
import { createTestEngine } from '@org/approval-testkit';
import { expect, test } from 'vitest';
import { LIMITS } from '../../definition/limits.js';
import { listening, scheduled, triggered } from '../../test-support/triggers.js';

const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

test('a workspace has a bounded number of enabled schedules', async () => {
  const { engine } = createTestEngine();
  const many = (definition: number, count: number = LIMITS.triggers, enabled = true) => ({
    ...triggered(scheduled(), { definitionId: `flow-${definition}` }),
    triggers: times(count, (index) => ({ ...scheduled({ enabled }), triggerId: `t${index}` })),
  });
  for (const index of times(LIMITS.schedules / LIMITS.triggers, (it) => it))
    await engine.definitions.create(many(index));
  await expect(engine.definitions.create(many(100, 1))).rejects.toMatchObject({
    status: 'RESOURCE_EXHAUSTED',
  });
  await engine.definitions.create(many(100, 1, false));
  const one = { definitionId: 'flow-0', ifVersion: 1, triggers: many(0, LIMITS.triggers - 1).triggers };
  await engine.definitions.update(one);
  await engine.definitions.create(many(101, 1));
  await engine.forWorkspace('other').definitions.create(many(0));
});

test('a workspace has a bounded number of triggers for one type', async () => {
  const { engine } = createTestEngine();
  const many = (definition: number, count: number = LIMITS.triggers) => ({
    ...triggered(listening(), { definitionId: `flow-${definition}` }),
    triggers: times(count, (index) => ({ ...listening(), triggerId: `t${index}` })),
  });
  for (const index of times(LIMITS.eventTriggers / LIMITS.triggers, (it) => it))
    await engine.definitions.create(many(index));
  await expect(engine.definitions.create(many(9, 1))).rejects.toMatchObject({ status: 'RESOURCE_EXHAUSTED' });
  // An update within its own triggers stays possible.
  await engine.definitions.update({ definitionId: 'flow-0', ifVersion: 1, name: 'Renamed' });
  expect(await engine.emit('order.paid')).toMatchObject({ matched: LIMITS.eventTriggers });
});

test.each([
  ['types', listening({ types: times(LIMITS.hostEventTypes, (it) => `t${it}`) }), true],
  ['types too many', listening({ types: times(LIMITS.hostEventTypes + 1, (it) => `t${it}`) }), false],
  ['the least lateMs', scheduled({ lateMs: LIMITS.lateMinMs }), true],
  ['a lateMs too short', scheduled({ lateMs: LIMITS.lateMinMs - 1 }), false],
  ['the longest lateMs', scheduled({ lateMs: LIMITS.lateMs }), true],
  ['a lateMs too long', scheduled({ lateMs: LIMITS.lateMs + 1 }), false],
])('%s', async (_, trigger, accepted) => {
  const { engine } = createTestEngine();
  const created = engine.definitions.create(triggered(trigger));
  if (accepted) await created;
  else await expect(created).rejects.toMatchObject({ status: 'INVALID_ARGUMENT' });
});
