/** Calls on one execution from one process are applied in the order in which they were made. */
import { expect, test } from 'vitest';
import { ApprovalError } from '../../index.js';
import { people } from '../../test-support/people-run.js';
import { CallOrder } from './call-order.js';

const must = (...userIds: string[]) => userIds.map((userId) => ({ userId, mandatory: true }));

test('a cancel does not overtake a decision of a substitute, which reads absences first', async () => {
  const it = await people(must('a', 'b'), { config: { allow: ['substitute'] } });
  const now = it.clock.now();
  await it.engine.people.setAbsence({ userId: 'a', substituteId: 'z', from: now, until: now + 60_000 });
  const decided = it.vote('z', { onBehalfOf: 'a' });
  const cancelled = it.engine.executions.cancel({ executionId: it.ids.executionId });
  expect(await decided).toMatchObject({ recorded: true });
  expect(await cancelled).toMatchObject({ cancelled: true });
});

test('several decisions at once keep their place before a later call', async () => {
  const it = await people(must('a', 'b'), { config: { allow: ['substitute'] } });
  const now = it.clock.now();
  await it.engine.people.setAbsence({ userId: 'a', substituteId: 'z', from: now, until: now + 60_000 });
  const decisions = [{ ...it.ids, reviewerId: 'z', onBehalfOf: 'a', decision: 'approve' as const }];
  const decided = it.steps.decideMany({ decisions });
  const cancelled = it.engine.executions.cancel({ executionId: it.ids.executionId });
  expect((await decided).items[0]).toMatchObject({ ok: true });
  expect(await cancelled).toMatchObject({ cancelled: true });
});

test('a call that fails before its command lets later ones go on', async () => {
  const it = await people(must('a'));
  const failing = it.vote('z', { onBehalfOf: 'a', reason: 5 as never });
  const decided = it.vote('a');
  await expect(failing).rejects.toBeInstanceOf(ApprovalError);
  expect(await decided).toMatchObject({ recorded: true });
});

test('calls on other executions and workspaces do not wait for each other', async () => {
  const order = new CallOrder();
  const first = order.take('w', ['e']);
  const others = [order.take('w', ['f']), order.take('v', ['e'])];
  const ids = ['f', 'e'];
  const results = others.map((it, index) => it!.enter(ids[index]!, () => Promise.resolve(index)));
  expect(await Promise.all(results)).toEqual([0, 1]);
  first!.leave();
});

test('commands of a later call wait for all commands of an earlier one', async () => {
  const order = new CallOrder();
  const submitted: string[] = [];
  const submit = (name: string) => () => {
    submitted.push(name);
    return Promise.resolve();
  };
  const first = order.take('w', ['e', 'e'])!;
  const second = order.take('w', ['e'])!;
  const third = order.take('w', ['e'])!;
  const done = [third.enter('e', submit('third')), second.enter('e', submit('second'))];
  done.push(first.enter('e', submit('first')));
  expect(submitted).toEqual(['first']);
  done.push(first.enter('e', submit('first again')));
  expect(submitted).toEqual(['first', 'first again', 'second', 'third']);
  await Promise.all(done);
});
