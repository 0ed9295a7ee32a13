/** The catalogue of spans, tracers, W3C trace context. OpenTelemetry's is loaded when it is configured. */

export {
  createMemoryTracing,
  createTracing,
  type MemoryTracing,
  type RecordedSpan,
} from './tracing/create-tracing.ts';
export { spanCatalogue } from './tracing/span-catalogue.ts';
export { traceIdOf, traceparentFrom } from './tracing/traceparent.ts';
export { isSampled, noTracer, type Span, type Tracer } from './tracing/tracer.ts';
