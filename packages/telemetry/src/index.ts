export { createLogger, logLevels, silentLogger } from './logger.ts';
export type { LogFields, Logger, LoggerOptions, LogLevel } from './logger.ts';
export { metricCatalogue } from './metric-catalogue.ts';
export type {
  CounterName,
  GaugeName,
  HistogramName,
  MetricDefinition,
  MetricLabels,
  MetricName,
} from './metric-catalogue.ts';
export { createMetrics } from './metrics.ts';
export type { Metrics, RenderedMetrics } from './metrics.ts';
export type { Recorders } from './recorders.ts';
export { createTraceparent, parseTraceparent, traceIdOf, traceparentFrom } from './traceparent.ts';
export type { TraceContext } from './traceparent.ts';
