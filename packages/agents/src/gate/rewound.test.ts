/**
 * A grant node within a loop: a call that people sent back is not granted, however far it had come.
 */
import type { Definition } from '@org/approval-core';
import { afterEach, expect, test } from 'vitest';
import type { Ask } from '../types.js';
import { type GateKit, act, approved, asks, gateKit, review } from '../test-support/gate.js';

let kit: GateKit;
afterEach(() => kit.stop());

/**
 * Boss, then legal, the grant, and a second look; a rejection within sends it back once, the next
 * one refuses it.
 */
const flow: Definition = {
  definitionId: 'guarded',
  name: 'Sent back',
  nodes: [
    ...[review('first', ['boss']), review('legal'), act(), review('check', ['ann'])],
    ...[act('done'), act('refuse')],
  ],
  edges: [
    ...[approved('first', 'legal'), approved('legal', 'act'), { from: 'act', to: 'check' }],
    approved('check', 'done'),
  ],
  loops: [
    {
      ...{ loopId: 'again', entryNodeId: 'legal', bodyNodeIds: ['legal', 'act', 'check'], maxIterations: 2 },
      onExhausted: { routeToNodeId: 'refuse' },
    },
  ],
};

test.each([
  ['approved in the second round', ['approve', 'approve'], { state: 'granted' }],
  ['rejected in it where it begins', ['reject'], { state: 'denied', code: 'rejected' }],
  ['rejected in it behind what grants', ['approve', 'reject'], { state: 'denied', code: 'rejected' }],
])('%s', async (_, [legal, ann], settled) => {
  kit = await gateKit({ rules: [asks('pay')] }, {}, [flow]);
  const permit = await kit.ask({ tool: 'pay', args: { amount: 5 } });
  const answer = (by: string, decision: string | undefined) =>
    kit.answer(permit, { by, decision: decision as 'approve' });
  await answer('boss', 'approve');
  await answer('legal', 'approve');
  await answer('ann', 'reject');
  await answer('legal', legal);
  if (ann !== undefined) await answer('ann', ann);
  const run = await kit.engine.executions.get({ executionId: permit.executionId! });
  expect(run.status).toBe('completed');
  expect(await kit.gate.get({ permitId: permit.permitId })).toMatchObject(settled);
});

/** The second look alone is sent back, in the end to an appeal: the step that granted is kept. */
const elsewhere: Definition = {
  ...flow,
  nodes: [...flow.nodes, review('appeal', ['eve'])],
  loops: [
    {
      ...{ loopId: 'before', entryNodeId: 'legal', bodyNodeIds: ['legal', 'act'], maxIterations: 2 },
      onExhausted: { routeToNodeId: 'refuse' },
    },
    {
      ...{ loopId: 'again', entryNodeId: 'check', bodyNodeIds: ['check'], maxIterations: 2 },
      onExhausted: { routeToNodeId: 'appeal' },
    },
  ],
};

test.each([
  ['grants', ['approve'], false, { state: 'granted' }],
  [
    'grants where it is exhausted and the appeal is approved',
    ['reject', 'approve'],
    false,
    { state: 'granted' },
  ],
  [
    'grants nothing where it is exhausted and the appeal is rejected',
    ['reject', 'reject'],
    false,
    { state: 'denied', code: 'rejected' },
  ],
  [
    'grants nothing if its definition was deleted since: its loops are unknown',
    ['approve'],
    true,
    { state: 'denied', code: 'rejected' },
  ],
] as const)('a loop elsewhere %s', async (_, [decision, appeal], isGone, settled) => {
  kit = await gateKit({ rules: [asks('pay')] }, {}, [elsewhere]);
  const permit = await kit.ask({ tool: 'pay', args: { amount: 5 } });
  await kit.answer(permit, { by: 'boss' });
  await kit.answer(permit, { by: 'legal' });
  await kit.answer(permit, { by: 'ann', decision: 'reject' });
  // It ended and was deleted before the gate received its event.
  await kit.gate.stop();
  await kit.answer(permit, { by: 'ann', decision });
  if (appeal !== undefined) await kit.answer(permit, { by: 'eve', decision: appeal });
  if (isGone) await kit.engine.definitions.delete({ definitionId: 'guarded' });
  expect(await kit.another().get({ permitId: permit.permitId })).toMatchObject(settled);
});

/** Nothing goes back over what grants: by these it stands. */
const straight: Definition = { ...flow, loops: [] };
const before: Definition = {
  ...flow,
  loops: [{ ...flow.loops![0]!, bodyNodeIds: ['legal'] }],
};
const organization = { level: 'organization', organizationId: 'org' } as const;

test.each<[string, Definition[], Partial<Ask>, object, Definition | null]>([
  ['made anew under its id', [flow], {}, {}, before],
  [
    'of the workspace under the id of one of an organization',
    [straight, { ...flow, scope: organization }],
    { organizationId: 'org' },
    { organizationId: 'org' },
    null,
  ],
])('what was sent back grants nothing by another definition, %s', async (_, made, ask, scope, next) => {
  kit = await gateKit({ rules: [asks('pay', ask)] }, {}, made);
  const permit = await kit.ask({ tool: 'pay', args: { amount: 5 } });
  await kit.answer(permit, { by: 'boss' });
  await kit.answer(permit, { by: 'legal' });
  await kit.answer(permit, { by: 'ann', decision: 'reject' });
  // It ended and was replaced before the gate received its event.
  await kit.gate.stop();
  await kit.answer(permit, { by: 'legal', decision: 'reject' });
  await kit.engine.definitions.delete({ definitionId: 'guarded', ...scope });
  await kit.advance(1);
  if (next !== null) await kit.engine.definitions.create(next);
  expect(await kit.another().get({ permitId: permit.permitId })).toMatchObject({
    state: 'denied',
    code: 'rejected',
  });
});
