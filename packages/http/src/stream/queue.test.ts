import { HOSTING_LIMITS } from '@org/approval-core/definition';
import { expect, test } from 'vitest';
import { StreamQueue } from './queue.js';

test.each(['a', 'é', '漢', '🔑'])(
  'is full at 1 MiB of bytes, of which "%s" may have several',
  async (sign) => {
    const queue = new StreamQueue(() => undefined);
    const each = new TextEncoder().encode(sign).length;
    const text = sign.repeat(HOSTING_LIMITS.streamBytes / 4 / each);
    const rest = HOSTING_LIMITS.streamBytes - 4 * new TextEncoder().encode(text).length;
    for (let part = 0; part < 4; part++) {
      expect(queue.isFull).toBe(false);
      queue.push(text);
    }
    queue.push('x'.repeat(rest));
    expect(queue.isFull).toBe(true);
    const reader = queue[Symbol.asyncIterator]();
    await reader.next();
    expect(queue.isFull).toBe(false);
    queue.push(text);
    expect(queue.isFull).toBe(true);
    for (let part = 0; part < 5; part++) await reader.next();
    expect(queue.isFull).toBe(false);
  },
);
