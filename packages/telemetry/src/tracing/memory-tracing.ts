import type { Tracer } from './tracer.ts';

/** A span that has ended, as plain values. */
export interface RecordedSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  /** Undefined for the first span of a trace that began here. */
  readonly parentId: string | undefined;
  readonly attributes: Readonly<Record<string, unknown>>;
  /** Span ids. */
  readonly links: readonly string[];
  readonly failure: string | undefined;
}

/** A tracer for tests that keeps in memory the spans that OTLP would get. */
export interface MemoryTracing {
  readonly tracer: Tracer;
  /** The ended spans, in the order of their ends. */
  readonly ended: () => readonly RecordedSpan[];
}

/** Creates a tracer for tests. Loads OpenTelemetry's tracing only when called. */
export const createMemoryTracing = async ({ ratio = 1 } = {}): Promise<MemoryTracing> => {
  const { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } =
    await import('@opentelemetry/sdk-trace-base');
  const { createSdkTracer } = await import('./sdk-tracer.ts');
  const exporter = new InMemorySpanExporter();
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  return {
    tracer: createSdkTracer(provider.getTracer('loyalty'), ratio),
    ended: () =>
      exporter.getFinishedSpans().map((span) => ({
        name: span.name,
        traceId: span.spanContext().traceId,
        spanId: span.spanContext().spanId,
        parentId: span.parentSpanContext?.spanId,
        attributes: span.attributes,
        links: span.links.map(({ context }) => context.spanId),
        failure: span.status.message,
      })),
  };
};
