/** Agents that say as much as they may. */
import type { Agents } from '@org/approval-core';

export const AGENTS: Agents = {
  /** An output of nearly 256 KiB. */
  'says-much': () => ({ passed: true, output: { text: 'xy'.repeat(130_000) } }),
  /** As many findings as one answer may have. */
  'finds-much': () => ({
    passed: true,
    findings: Array.from({ length: 1_000 }, (_, index) => ({ findingId: `f${index}` })),
  }),
};
