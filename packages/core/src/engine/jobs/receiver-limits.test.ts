import { describe, expect, test } from 'vitest';
import type { ClaimedJob } from '../../index.js';
import { type Place, ReceiverLimits } from './receiver-limits.js';

const A = 'https://a.example.com';
const B = 'https://b.example.com';
const QUICKLY = { succeeded: true, tookMs: 5 };

const claimedFor = (concurrencyKey: string, count: number): ClaimedJob[] =>
  Array.from({ length: count }, (_, index) => ({
    job: {
      workspaceId: 'w',
      executionId: `exec_${concurrencyKey}_${index}`,
      stepId: '',
      kind: 'webhook-delivery',
    },
    token: String(index),
    dueAt: 0,
    attempt: 1,
    concurrencyKey,
  }));

/** Asks for places and tells, after a turn, what became of each. */
async function entering(limits: ReceiverLimits, keys: readonly string[]) {
  const answers: (Place | null | 'waits')[] = keys.map(() => 'waits');
  keys.forEach((key, index) => void limits.enter(key).then((place) => (answers[index] = place)));
  const told = async () => {
    await new Promise((resolve) => setImmediate(resolve));
    return answers.map((it) => (it === 'waits' || it === null ? it : 'in'));
  };
  await told();
  return { told, leave: (index: number) => (answers[index] as Place).leave() };
}

describe('places', () => {
  test('each receiver has its own, and one that has none keeps nobody else waiting', async () => {
    const limits = new ReceiverLimits({ perReceiver: 2, concurrency: 3 });
    const { told, leave } = await entering(limits, [A, A, A, B, B]);
    expect(await told()).toEqual(['in', 'in', 'waits', 'in', 'waits']);
    leave(3);
    expect(await told()).toEqual(['in', 'in', 'waits', 'in', 'in']);
    leave(0);
    expect(await told()).toEqual(['in', 'in', 'in', 'in', 'in']);
  });

  test('who waits for a receiver that has become slow, or fails again and again, gives its claim back', async () => {
    for (const turns of [
      [{ succeeded: true, tookMs: 1_000 }],
      Array.from({ length: 5 }, () => ({ succeeded: false, tookMs: 5 })),
    ]) {
      const limits = new ReceiverLimits({ perReceiver: 1, concurrency: 3 });
      limits.note(A, QUICKLY);
      const { told } = await entering(limits, [A, A, A, B]);
      for (const turn of turns) limits.note(A, turn);
      expect(await told()).toEqual(['in', null, null, 'in']);
    }
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

  test('of a receiver that failed five times are one at a time, until it responds well', () => {
    const limits = new ReceiverLimits({ perReceiver: 4, concurrency: 8 });
    for (let turn = 0; turn < 5; turn++) limits.note(A, { succeeded: false, tookMs: 5 });
    expect(limits.limits([])).toEqual({ each: 4, left: { [A]: 1 } });
    expect(limits.limits(claimedFor(A, 1)).left).toEqual({ [A]: 0 });
    limits.note(A, QUICKLY);
    expect(limits.limits([])).toEqual({ each: 4, left: {} });
  });
});
