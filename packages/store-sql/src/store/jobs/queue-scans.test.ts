import { expect, test } from 'vitest';
import { QueueScans } from './queue-scans.js';

const NOW = 1_000_000;
/** Length of the margin: jobs written during a scan are due about now. */
const MARGIN = 1_000;

function setup() {
  const clock = { ms: 0 };
  return { clock, scans: new QueueScans(() => clock.ms) };
}
const whole = (tookMs: number) => ({ now: NOW, tookMs, isWhole: true });
const short = (tookMs = 0, now = NOW) => ({ now, tookMs, isWhole: false });

test('while scans are short, each is a full one', () => {
  const { scans } = setup();
  expect(scans.startsOf('agent-call')).toBeNull();
  scans.record('agent-call', [{ concurrencyKey: '', firstAt: 5 }], whole(4));
  expect(scans.startsOf('agent-call')).toBeNull();
  expect(scans.restOf('agent-call')).toBe(0);
});

test('a long one rests for twenty times its time, of ten seconds at most', () => {
  const { clock, scans } = setup();
  scans.record('agent-call', [{ concurrencyKey: '', firstAt: 5 }], whole(30));
  expect(scans.restOf('agent-call')).toBe(600);
  expect(scans.startsOf('agent-call')).toEqual([{ concurrencyKey: '', from: 5 }]);
  expect(scans.startsOf('step-deadline')).toBeNull();
  clock.ms = 600;
  expect(scans.startsOf('agent-call')).toBeNull();
  scans.record('agent-call', [], whole(4_000));
  expect(scans.restOf('agent-call')).toBe(10_000);
});

test('scans start where the last one found the first job, but not beyond what falls due now', () => {
  const { scans } = setup();
  const from = () => scans.startsOf('agent-call')?.map((it) => it.from);
  scans.record('agent-call', [{ concurrencyKey: '', firstAt: 5 }], whole(30));
  scans.record('agent-call', [{ concurrencyKey: '', firstAt: 70 }], short());
  expect(from()).toEqual([70]);
  scans.record('agent-call', [{ concurrencyKey: '', firstAt: NOW + 60_000 }], short());
  expect(from()).toEqual([NOW - MARGIN]);
  scans.record('agent-call', [], short(0, NOW + 500));
  expect(from()).toEqual([NOW + 500 - MARGIN]);
  expect(scans.restOf('agent-call')).toBe(600);
});

test('the queue of jobs without a key is scanned although it was empty', () => {
  const { scans } = setup();
  scans.record('agent-call', [], whole(30));
  expect(scans.startsOf('agent-call')).toEqual([{ concurrencyKey: '', from: NOW - MARGIN }]);
});

test('queues without jobs are remembered, the first 256', () => {
  const { scans } = setup();
  const firsts = Array.from({ length: 300 }, (_, index) => ({ concurrencyKey: `key ${index}`, firstAt: 5 }));
  scans.record('webhook-delivery', firsts, whole(30));
  scans.record('webhook-delivery', [{ concurrencyKey: 'key 299', firstAt: 9 }], short());
  const known = scans.startsOf('webhook-delivery') ?? [];
  expect(known).toHaveLength(256);
  expect(known.find((it) => it.concurrencyKey === 'key 299')).toEqual({ concurrencyKey: 'key 299', from: 9 });
  expect(known.find((it) => it.concurrencyKey === 'key 7')).toEqual({
    concurrencyKey: 'key 7',
    from: NOW - MARGIN,
  });
});

test('the next scan finds a released job', () => {
  const { scans } = setup();
  scans.record('agent-call', [{ concurrencyKey: '', firstAt: 5 }], whole(30));
  scans.forget();
  expect(scans.startsOf('agent-call')).toBeNull();
  expect(scans.restOf('agent-call')).toBe(0);
});

test('where the database is far away, a full scan is not long', () => {
  const { clock, scans } = setup();
  scans.record('agent-call', [], whole(40));
  expect(scans.restOf('agent-call')).toBe(800);
  scans.record('agent-call', [], short(38));
  clock.ms = 800;
  scans.record('agent-call', [], whole(41));
  expect(scans.startsOf('agent-call')).toBeNull();
  scans.record('agent-call', [], whole(58));
  expect(scans.restOf('agent-call')).toBe(400);
});

test('scans include the jobs that this process has written, of any time and queue', () => {
  const { scans } = setup();
  const job = (concurrency_key: string, claimable_at: number) =>
    ({ kind: 'webhook-delivery', concurrency_key, claimable_at }) as const;
  scans.written(() => {
    throw new Error('nobody rests');
  });
  scans.record('webhook-delivery', [{ concurrencyKey: 'a', firstAt: 700 }], whole(30));
  scans.written(() => [job('a', 900), job('a', 500), job('b', NOW), { ...job('', 3), kind: 'agent-call' }]);
  expect(scans.startsOf('webhook-delivery')).toEqual([
    { concurrencyKey: 'a', from: 500 },
    { concurrencyKey: '', from: NOW - MARGIN },
    { concurrencyKey: 'b', from: NOW },
  ]);
  expect(scans.startsOf('agent-call')).toBeNull();
  scans.written(() => Array.from({ length: 300 }, (_, index) => job(`key ${index}`, NOW)));
  expect(scans.startsOf('webhook-delivery')).toHaveLength(256);
});
