/** `@org/approval-otel`: what an engine does, as OpenTelemetry: traces that follow a run, and metrics. */
export { type OpenTelemetryOptions, openTelemetry } from './open-telemetry.js';
export { type HealthMetricsOptions, observeHealth } from './health-metrics.js';
export { runContext } from './run-context.js';
