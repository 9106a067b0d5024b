/** The port of core, as OpenTelemetry. */
import { type Meter, type Tracer, metrics, trace } from '@opentelemetry/api';
import type { Telemetry } from '@org/approval-core';
import { Metrics } from './metrics.js';
import { Traces } from './traces.js';

const NAME = '@org/approval-otel';

/**
 * Meter of the current global provider. Meters from before a provider is registered stay no-ops;
 * tracers switch to the provider by themselves.
 */
export const globalMeter = (): Meter => metrics.getMeter(NAME);

/** Options of `openTelemetry`. */
export interface OpenTelemetryOptions {
  /** The tracer of the global provider by default. */
  readonly tracer?: Tracer;
  /** The meter of the global provider by default. */
  readonly meter?: Meter;
  /**
   * Share of runs whose trace is recorded, 0 to 1. It is derived from the run's id, so all
   * processes agree. The sampler of the provider has the last word.
   * @defaultValue 1
   */
  readonly runRatio?: number;
}

/**
 * Returns the `telemetry` option of `createApprovalEngine`.
 * @throws TypeError when an option makes no sense.
 * @example
 * ```ts
 * import { createApprovalEngine, createMemoryStore } from '@org/approval-core';
 * import { openTelemetry } from '@org/approval-otel';
 *
 * // The SDK of the process is set up before, as for everything else that it traces.
 * const engine = createApprovalEngine({ store: createMemoryStore(), telemetry: openTelemetry() });
 * await engine.stop();
 * ```
 */
export function openTelemetry(options: OpenTelemetryOptions = {}): Telemetry {
  const known = ['tracer', 'meter', 'runRatio'];
  const unknown = Object.keys(options).filter((it) => !known.includes(it));
  if (unknown.length > 0) {
    throw new TypeError(
      `openTelemetry: ${unknown.join(', ')} is not an option; there are ${known.join(', ')}`,
    );
  }
  const { tracer = trace.getTracer(NAME), meter, runRatio = 1 } = options;
  if (!(runRatio >= 0 && runRatio <= 1)) {
    throw new TypeError(`openTelemetry: runRatio must be a number from 0 to 1, not ${runRatio}`);
  }
  const traces = new Traces(tracer, runRatio);
  const measured = new Metrics(() => meter ?? globalMeter());
  return {
    begin(work) {
      const span = traces.begin(work);
      const done = measured.begin(work);
      // The engine passes the span itself as a cause, so it is returned unwrapped.
      const end = span.end.bind(span);
      return Object.assign(span, {
        end: (ended: Parameters<typeof end>[0]) => {
          done(ended);
          end(ended);
        },
      });
    },
    happened: (happening) => measured.happened(happening),
  };
}
