import type { Ids } from '@org/approval-core';

/** Predictable ids: `exec_1`, `evt_1`, `evt_2`, … */
export function sequentialIds(): Ids {
  const counts = new Map<string, number>();
  return {
    next(prefix) {
      const count = (counts.get(prefix) ?? 0) + 1;
      counts.set(prefix, count);
      return `${prefix}_${count}`;
    },
  };
}
