/** Calls the host's telemetry, if any; its faults have no effect on the work. */
import type { Logger } from '../../ports/logger.js';
import type {
  Telemetry,
  TelemetryHappening,
  TelemetryOutcomes,
  TelemetrySpan,
  TelemetryWork,
} from '../../ports/telemetry.js';

type WorkOf<K> = Extract<TelemetryWork, { readonly kind: K }>;

/** Does the work and reports it. Without telemetry, neither descriptions nor results are built. */
export function observed<K extends TelemetryWork['kind'], T>(
  telemetry: Telemetry | null,
  describe: () => WorkOf<K>,
  run: (span: TelemetrySpan | null) => Promise<T>,
  outcomeOf: (result: T) => TelemetryOutcomes[K],
): Promise<T> {
  if (telemetry === null) return run(null);
  const span = telemetry.begin(describe());
  return ended(
    span.within(() => run(span)),
    span,
    outcomeOf,
  );
}

async function ended<T>(
  work: Promise<T>,
  span: TelemetrySpan,
  outcomeOf: (result: T) => TelemetryOutcomes[keyof TelemetryOutcomes],
): Promise<T> {
  let result: T;
  try {
    result = await work;
  } catch (error) {
    span.end({ error });
    throw error;
  }
  span.end({ outcome: outcomeOf(result) });
  return result;
}

const NO_SPAN: TelemetrySpan = { within: (run) => run(), end: () => undefined };

/** Runs the work once and keeps its result, even if a span throws or does not call it. */
function once<T>(run: () => T): () => T {
  let done: { readonly value: T } | { readonly thrown: unknown } | null = null;
  return () => {
    if (done === null) {
      try {
        done = { value: run() };
      } catch (error) {
        done = { thrown: error };
      }
    }
    if ('thrown' in done) throw done.thrown;
    return done.value;
  };
}

/** Returns the host's telemetry with its errors logged: they must not stop the work. */
export function guardedTelemetry(telemetry: Telemetry, logger: Logger): Telemetry {
  const safely = <T>(tell: () => T, otherwise: T): T => {
    try {
      return tell();
    } catch (error) {
      logger.warn('the telemetry of the host threw', error);
      return otherwise;
    }
  };
  const owns = new WeakMap<TelemetrySpan, TelemetrySpan>();
  /** Its own spans, which it knows again. */
  const ofItsOwn = (work: TelemetryWork): TelemetryWork => {
    if (work.kind !== 'commit') return work;
    const changes = work.changes.map((it) => ({
      ...it,
      causes: it.causes.map((cause) => owns.get(cause) ?? cause),
    }));
    return { ...work, changes };
  };
  return {
    begin(work: TelemetryWork) {
      const own = safely(() => telemetry.begin(ofItsOwn(work)), NO_SPAN);
      const span: TelemetrySpan = {
        within: (run) => {
          const runOnce = once(run);
          safely(() => void own.within(runOnce), undefined);
          return runOnce();
        },
        end: (outcome) => safely(() => own.end(outcome), undefined),
      };
      owns.set(span, own);
      return span;
    },
    happened: (happening: TelemetryHappening) => safely(() => telemetry.happened(happening), undefined),
  };
}
