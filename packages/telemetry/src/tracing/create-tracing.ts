import type { Logger } from '../logger.ts';
import { noTracer, type Tracer, type Tracing } from './tracer.ts';

interface TracingOptions {
  readonly service: string;
  /** Base URL of an OTLP collector, without `/v1/traces`; null: nothing is traced. */
  readonly endpoint: string | null;
  /** The sampled share of the traces begun here, 0 to 1. A caller's own decision is always followed. */
  readonly ratio: number;
  readonly logger: Logger;
}

/** Creates the tracer of a process. Without an endpoint OpenTelemetry's tracing is not even loaded. */
export const createTracing = async (options: TracingOptions): Promise<Tracing> => {
  const { endpoint } = options;
  if (endpoint === null) return { tracer: noTracer, stop: () => Promise.resolve() };
  const { createOtlpTracing } = await import('./otlp-tracing.ts');
  return createOtlpTracing({ ...options, endpoint });
};

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
