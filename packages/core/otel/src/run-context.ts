/** The trace of a run: known from its id alone, so that every process finds it without being told. */
import { type SpanContext, TraceFlags } from '@opentelemetry/api';
import { createHash } from 'node:crypto';

/**
 * What every change of a run is a child of: a context that no span has, whose trace is the run's. Link to it whatever of yours is about
 * the run.
 * @param ratio of runs whose trace is recorded, 0 to 1: every process says the same of a run.
 */
export function runContext(
  { workspaceId, executionId }: { readonly workspaceId: string; readonly executionId: string },
  ratio = 1,
): SpanContext {
  const hash = createHash('sha256').update(`${workspaceId}\0${executionId}`).digest('hex');
  // Of other digits than the ids, which samplers look at.
  const drawn = Number.parseInt(hash.slice(48, 56), 16) / 2 ** 32;
  return {
    traceId: hash.slice(0, 32),
    spanId: hash.slice(32, 48),
    traceFlags: drawn < ratio ? TraceFlags.SAMPLED : TraceFlags.NONE,
    isRemote: true,
  };
}
