/** `@org/approval-otel`: OpenTelemetry for the engine: traces that follow a run, and metrics. */
export { type OpenTelemetryOptions, openTelemetry } from './open-telemetry.js';
export { type HealthMetricsOptions, observeHealth } from './health-metrics.js';
export { runContext } from './run-context.js';
