import { describe, expect, test } from 'vitest';
import type { ClaimedJob } from '../../store.js';
import { type Entered, type Slot, ReceiverLimits } from './receiver-limits.js';

const A = 'https://a.example.com';
const B = 'https://b.example.com';
const QUICKLY = { succeeded: true, tookMs: 5 };

const claimedFor = (concurrencyKey: string, count: number, workspaceId = 'w'): ClaimedJob[] =>
  Array.from({ length: count }, (_, index) => ({
    job: {
      workspaceId,
      executionId: `exec_${concurrencyKey}_${index}`,
      stepId: '',
      kind: 'webhook-delivery',
    },
    token: String(index),
    dueAt: 0,
    attempt: 1,
    concurrencyKey,
  }));

/** Asks for slots and tells, after a turn, what became of each. */
async function entering(limits: ReceiverLimits, keys: readonly string[], workspaceId = 'w') {
  const answers: (Entered | 'waits')[] = keys.map(() => 'waits');
  keys.forEach(
    (key, index) => void limits.enter({ workspaceId, key }).then((entered) => (answers[index] = entered)),
  );
  const states = async () => {
    await new Promise((resolve) => setImmediate(resolve));
    return answers.map((it) => (typeof it === 'string' ? it : 'in'));
  };
  await states();
  const slotOf = (index: number) => answers[index] as Slot;
  return {
    states,
    leave: (index: number) => slotOf(index).leave(),
    late: (index: number) => slotOf(index).late(),
  };
}

describe('slots', () => {
  test('each receiver has its own, and one without a limit delays no other', async () => {
    const limits = new ReceiverLimits({ perReceiver: 2, concurrency: 3 });
    const { states, leave } = await entering(limits, [A, A, A, B, B]);
    expect(await states()).toEqual(['in', 'in', 'waits', 'in', 'waits']);
    leave(3);
    expect(await states()).toEqual(['in', 'in', 'waits', 'in', 'in']);
    leave(0);
    expect(await states()).toEqual(['in', 'in', 'in', 'in', 'in']);
  });

  test('who waits for a receiver that has become slow, or fails again and again, gives its claim back', async () => {
    for (const turns of [
      [{ succeeded: true, tookMs: 1_000 }],
      Array.from({ length: 5 }, () => ({ succeeded: false, tookMs: 5 })),
    ]) {
      const limits = new ReceiverLimits({ perReceiver: 1, concurrency: 3 });
      limits.note(A, QUICKLY);
      const { states } = await entering(limits, [A, A, A, B]);
      for (const turn of turns) limits.note(A, turn);
      expect(await states()).toEqual(['in', 'given-back', 'given-back', 'in']);
    }
  });
});

describe('a workspace', () => {
  const many = (name: string, count: number) =>
    Array.from({ length: count }, (_, index) => `https://${name}${index}.example.com`);

  test('has all slots where it is alone, and half of them where it is not', async () => {
    const limits = new ReceiverLimits({ perReceiver: 2, concurrency: 4 });
    const alone = await entering(limits, many('a', 6), 'x');
    expect(await alone.states()).toEqual(['in', 'in', 'in', 'in', 'waits', 'waits']);
    const other = await entering(limits, many('b', 1), 'y');
    alone.leave(0);
    expect(await other.states()).toEqual(['in']);
    for (const index of [1, 2]) alone.leave(index);
    expect(await alone.states()).toEqual(['in', 'in', 'in', 'in', 'in', 'waits']);
  });

  test('waits with half as many claims while its receivers hang, and with more for those that answer at once', async () => {
    const limits = new ReceiverLimits({ perReceiver: 8, concurrency: 4 });
    const hung = await entering(limits, many('a', 8), 'x');
    const waiting = async () => (await hung.states()).slice(4);
    for (const index of [0, 1]) hung.late(index);
    expect(await waiting()).toEqual(['waits', 'waits', 'waits', 'waits']);
    hung.late(2);
    expect(await waiting()).toEqual(['waits', 'waits', 'put-off', 'put-off']);
    limits.note(A, QUICKLY);
    const { states } = await entering(limits, [A, A, B], 'x');
    expect(await states()).toEqual(['waits', 'waits', 'put-off']);
    hung.leave(0);
    const later = await entering(limits, [B], 'x');
    expect(await later.states()).toEqual(['waits']);
  });

  test('gives back what was claimed ahead for a receiver as soon as that hangs', async () => {
    const limits = new ReceiverLimits({ perReceiver: 1, concurrency: 4 });
    limits.note(A, QUICKLY);
    const { states, late } = await entering(limits, [A, A], 'x');
    late(0);
    expect(await states()).toEqual(['in', 'given-back']);
  });
});

describe('claims', () => {
  test('go ahead of what is under way for a receiver that answers at once, and for no other', () => {
    const limits = new ReceiverLimits({ perReceiver: 2, concurrency: 8 });
    const left = () => limits.limits([...claimedFor(A, 2), ...claimedFor(B, 1)]).left;
    expect(left()).toEqual({ [A]: 0, [B]: 1 });
    limits.note(A, QUICKLY);
    limits.note(B, { succeeded: true, tookMs: 250 });
    expect(left()).toEqual({ [A]: 6, [B]: 1 });
    limits.note(A, { succeeded: true, tookMs: 1_000 });
    expect(left()).toEqual({ [A]: 0, [B]: 1 });
  });

  test('of a workspace for receivers that take their time are no more than there are slots', () => {
    const limits = new ReceiverLimits({ perReceiver: 4, concurrency: 4 });
    const others = claimedFor('https://c.example.com', 3, 'other');
    const left = (ofA: number) => limits.limits([...claimedFor(A, ofA), ...claimedFor(B, 2), ...others]).left;
    expect(left(1)).toMatchObject({ [A]: 3, [B]: 2, 'https://c.example.com': 1 });
    expect(left(2)).toMatchObject({ [A]: 0, [B]: 0, 'https://c.example.com': 1 });
    limits.note(A, QUICKLY);
    expect(left(2)).toMatchObject({ [A]: 14, [B]: 2 });
  });

  test('of a receiver that failed five times are one at a time, until it responds well', () => {
    const limits = new ReceiverLimits({ perReceiver: 4, concurrency: 8 });
    for (let turn = 0; turn < 5; turn++) limits.note(A, { succeeded: false, tookMs: 5 });
    expect(limits.limits([])).toEqual({ each: 4, left: { [A]: 1 } });
    expect(limits.limits(claimedFor(A, 1)).left).toEqual({ [A]: 0 });
    limits.note(A, QUICKLY);
    expect(limits.limits([])).toEqual({ each: 4, left: {} });
  });
});
