/** OpenTelemetry's tracing is loaded when it is configured. */

export {
  createMemoryTracing,
  createTracing,
  type MemoryTracing,
  type RecordedSpan,
} from './tracing/create-tracing.ts';
export { spanCatalogue } from './tracing/span-catalogue.ts';
export { notSampled, traceIdOf, traceparentFrom } from './tracing/traceparent.ts';
export {
  isSampled,
  noTracer,
  type Span,
  type Traceparent,
  type Tracer,
  type TraceSampling,
  type TracingSettings,
} from './tracing/tracer.ts';
