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
export { createMemoryTracing } from './memory-tracing.ts';
export type { MemoryTracing, RecordedSpan } from './memory-tracing.ts';
export type { Recorders } from './recorders.ts';
export { spanCatalogue } from './span-catalogue.ts';
export type { SpanAttribute, SpanDefinition, SpanName } from './span-catalogue.ts';
export { isSampled, noTracer } from './tracer.ts';
export type { Span, Traceparent, Tracer, Tracing } from './tracer.ts';
export { createTracing } from './tracing.ts';
export type { TracingOptions } from './tracing.ts';
export { createTraceparent, parseTraceparent, traceIdOf, traceparentFrom } from './traceparent.ts';
export type { TraceContext } from './traceparent.ts';
