/** OpenTelemetry's tracing is loaded when it is configured. */

export {
  createMemoryTracing,
  createTracing,
  type MemoryTracing,
  type RecordedSpan,
  type TraceSampling,
  type TracingSettings,
} from './tracing/create-tracing.ts';
export { spanCatalogue } from './tracing/span-catalogue.ts';
export { notSampled, traceIdOf, traceparentFrom } from './tracing/traceparent.ts';
export { isSampled, noTracer, type Span, type Traceparent, type Tracer } from './tracing/tracer.ts';
