import { expect, test } from 'vitest';
import { Fronts } from './fronts.js';

const NOW = 1_000_000;
/** Of the margin: what is written while a look goes on is due about now. */
const MARGIN = 1_000;

function setup() {
  const clock = { ms: 0 };
  return { clock, fronts: new Fronts(() => clock.ms) };
}
const whole = (tookMs: number) => ({ now: NOW, tookMs, isWhole: true });
const short = (tookMs = 0, now = NOW) => ({ now, tookMs, isWhole: false });

test('while looks are short, each begins at the beginning', () => {
  const { fronts } = setup();
  expect(fronts.of('agent-call')).toBeNull();
  fronts.note('agent-call', [{ concurrencyKey: '', firstAt: 5 }], whole(4));
  expect(fronts.of('agent-call')).toBeNull();
  expect(fronts.restOf('agent-call')).toBe(0);
});

test('a long one rests for twenty times its time, of ten seconds at most', () => {
  const { clock, fronts } = setup();
  fronts.note('agent-call', [{ concurrencyKey: '', firstAt: 5 }], whole(30));
  expect(fronts.restOf('agent-call')).toBe(600);
  expect(fronts.of('agent-call')).toEqual([{ concurrencyKey: '', from: 5 }]);
  expect(fronts.of('step-deadline')).toBeNull();
  clock.ms = 600;
  expect(fronts.of('agent-call')).toBeNull();
  fronts.note('agent-call', [], whole(4_000));
  expect(fronts.restOf('agent-call')).toBe(10_000);
});

test('looks go on where the last one has found the first job, but not beyond what falls due now', () => {
  const { fronts } = setup();
  const from = () => fronts.of('agent-call')?.map((it) => it.from);
  fronts.note('agent-call', [{ concurrencyKey: '', firstAt: 5 }], whole(30));
  fronts.note('agent-call', [{ concurrencyKey: '', firstAt: 70 }], short());
  expect(from()).toEqual([70]);
  fronts.note('agent-call', [{ concurrencyKey: '', firstAt: NOW + 60_000 }], short());
  expect(from()).toEqual([NOW - MARGIN]);
  fronts.note('agent-call', [], short(0, NOW + 500));
  expect(from()).toEqual([NOW + 500 - MARGIN]);
  expect(fronts.restOf('agent-call')).toBe(600);
});

test('the queue of jobs without a key is looked at although it was empty', () => {
  const { fronts } = setup();
  fronts.note('agent-call', [], whole(30));
  expect(fronts.of('agent-call')).toEqual([{ concurrencyKey: '', from: NOW - MARGIN }]);
});

test('queues without jobs are remembered, the first 256', () => {
  const { fronts } = setup();
  const firsts = Array.from({ length: 300 }, (_, index) => ({ concurrencyKey: `key ${index}`, firstAt: 5 }));
  fronts.note('webhook-delivery', firsts, whole(30));
  fronts.note('webhook-delivery', [{ concurrencyKey: 'key 299', firstAt: 9 }], short());
  const known = fronts.of('webhook-delivery') ?? [];
  expect(known).toHaveLength(256);
  expect(known.find((it) => it.concurrencyKey === 'key 299')).toEqual({ concurrencyKey: 'key 299', from: 9 });
  expect(known.find((it) => it.concurrencyKey === 'key 7')).toEqual({
    concurrencyKey: 'key 7',
    from: NOW - MARGIN,
  });
});

test('what is given back is found by the next look', () => {
  const { fronts } = setup();
  fronts.note('agent-call', [{ concurrencyKey: '', firstAt: 5 }], whole(30));
  fronts.forget();
  expect(fronts.of('agent-call')).toBeNull();
  expect(fronts.restOf('agent-call')).toBe(0);
});

test('where the database is far away, a look from the beginning is not long', () => {
  const { clock, fronts } = setup();
  fronts.note('agent-call', [], whole(40));
  expect(fronts.restOf('agent-call')).toBe(800);
  fronts.note('agent-call', [], short(38));
  clock.ms = 800;
  fronts.note('agent-call', [], whole(41));
  expect(fronts.of('agent-call')).toBeNull();
  fronts.note('agent-call', [], whole(58));
  expect(fronts.restOf('agent-call')).toBe(400);
});

test('what this process has written is looked at, however late it is and whatever queue it is in', () => {
  const { fronts } = setup();
  const job = (concurrency_key: string, claimable_at: number) =>
    ({ kind: 'webhook-delivery', concurrency_key, claimable_at }) as const;
  fronts.written(() => {
    throw new Error('nobody rests');
  });
  fronts.note('webhook-delivery', [{ concurrencyKey: 'a', firstAt: 700 }], whole(30));
  fronts.written(() => [job('a', 900), job('a', 500), job('b', NOW), { ...job('', 3), kind: 'agent-call' }]);
  expect(fronts.of('webhook-delivery')).toEqual([
    { concurrencyKey: 'a', from: 500 },
    { concurrencyKey: '', from: NOW - MARGIN },
    { concurrencyKey: 'b', from: NOW },
  ]);
  expect(fronts.of('agent-call')).toBeNull();
  fronts.written(() => Array.from({ length: 300 }, (_, index) => job(`key ${index}`, NOW)));
  expect(fronts.of('webhook-delivery')).toHaveLength(256);
});
