/** The trace of a run, derived from its id alone, so that every process finds it. */
import { type SpanContext, TraceFlags } from '@opentelemetry/api';
import { createHash } from 'node:crypto';

/**
 * Returns the parent context of every change of a run. It has no span, and its trace is the run's.
 * Link your spans about the run to it.
 * @param ratio share of runs whose trace is recorded, 0 to 1; all processes agree on each run.
 */
export function runContext(
  { workspaceId, executionId }: { readonly workspaceId: string; readonly executionId: string },
  ratio = 1,
): SpanContext {
  const hash = createHash('sha256').update(`${workspaceId}\0${executionId}`).digest('hex');
  // The draw uses other digits than the ids, which samplers look at.
  const drawn = Number.parseInt(hash.slice(48, 56), 16) / 2 ** 32;
  return {
    traceId: hash.slice(0, 32),
    spanId: hash.slice(32, 48),
    traceFlags: drawn < ratio ? TraceFlags.SAMPLED : TraceFlags.NONE,
    isRemote: true,
  };
}
