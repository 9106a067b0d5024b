/** Agents with outputs of maximum size. */
import type { Agents } from '@org/approval-core';

export const AGENTS: Agents = {
  /** An output of nearly 256 KiB. */
  'says-much': () => ({ passed: true, output: { text: 'xy'.repeat(130_000) } }),
  /** The maximum number of findings. */
  'finds-much': () => ({
    passed: true,
    findings: Array.from({ length: 1_000 }, (_, index) => ({ findingId: `f${index}` })),
  }),
};
