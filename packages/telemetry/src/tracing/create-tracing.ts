import type { Logger } from '../logger.ts';
import type { Metrics } from '../metrics.ts';
import { createTraceShares } from './trace-shares.ts';
import { noTracer, type TraceSampling, type Tracer, type Tracing, type TracingSettings } from './tracer.ts';

interface TracingOptions {
  readonly service: string;
  /** Null means that nothing is traced. */
  readonly settings: TracingSettings | null;
  readonly logger: Logger;
  readonly metrics: Pick<Metrics, 'count'>;
}

export const createTracing = async (options: TracingOptions): Promise<Tracing> => {
  const { settings, metrics } = options;
  if (settings === null) return { tracer: noTracer, stop: () => Promise.resolve() };
  metrics.count('loyalty_traces_beyond_share_total', {}, 0);
  const { createOtlpTracing } = await import('./otlp-tracing.ts');
  return createOtlpTracing({ ...options, settings });
};

export interface RecordedSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentId: string | undefined;
  readonly attributes: Readonly<Record<string, unknown>>;
  /** The span ids of the links. */
  readonly links: readonly string[];
  readonly failure: string | undefined;
}

export interface MemoryTracing {
  readonly tracer: Tracer;
  readonly ended: () => readonly RecordedSpan[];
}

/** Creates tracing that records spans in memory. It loads OpenTelemetry's tracing only when it is called. */
export const createMemoryTracing = async ({
  ratio = 1,
  followed = 'flag',
}: Partial<TraceSampling> = {}): Promise<MemoryTracing> => {
  const { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } =
    await import('@opentelemetry/sdk-trace-base');
  const { createSdkTracer } = await import('./sdk-tracer.ts');
  const exporter = new InMemorySpanExporter();
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  return {
    tracer: createSdkTracer(provider.getTracer('loyalty'), {
      sampling: { ratio, followed },
      shares: createTraceShares(),
      onBeyondShare: () => undefined,
    }),
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
