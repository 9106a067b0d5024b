import { describe, expect, it } from 'vitest';
import { memorySeenEvents } from './seen-events.js';

describe('events in memory', () => {
  it('are claimed by one of two', async () => {
    const seen = memorySeenEvents();
    expect(await Promise.all([seen.claim('a'), seen.claim('a'), seen.claim('b')])).toEqual([
      'claimed',
      'in-progress',
      'claimed',
    ]);
  });

  it('are handled once', async () => {
    const seen = memorySeenEvents();
    await seen.claim('a');
    await seen.confirm('a');
    expect(await seen.claim('a')).toBe('handled');
  });

  it('can be claimed again after a failure', async () => {
    const seen = memorySeenEvents();
    await seen.claim('a');
    await seen.release('a');
    expect(await seen.claim('a')).toBe('claimed');
  });

  it('are forgotten from the oldest on, and never while they are handled', async () => {
    const seen = memorySeenEvents(2);
    await seen.claim('held');
    for (const id of ['a', 'b', 'c']) {
      await seen.claim(id);
      await seen.confirm(id);
    }
    expect(await seen.claim('a')).toBe('claimed');
    expect(await seen.claim('b')).toBe('handled');
    expect(await seen.claim('c')).toBe('handled');
    expect(await seen.claim('held')).toBe('in-progress');
  });

  it('are bounded by default', async () => {
    const seen = memorySeenEvents();
    for (let index = 0; index <= 10_000; index++) {
      await seen.claim(`e${index}`);
      await seen.confirm(`e${index}`);
    }
    expect(await seen.claim('e0')).toBe('claimed');
    expect(await seen.claim('e1')).toBe('handled');
  });
});
