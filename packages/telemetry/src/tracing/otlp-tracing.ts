import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOnSampler,
  BasicTracerProvider,
  BatchSpanProcessor,
  type SpanExporter,
} from '@opentelemetry/sdk-trace-base';
import type { Logger } from '../logger.ts';
import type { Metrics } from '../metrics.ts';
import { createSdkTracer } from './sdk-tracer.ts';
import { createTraceShares } from './trace-shares.ts';
import type { Tracing } from './tracer.ts';

/** A collector nearby responds in milliseconds; a slower one is not waited for. */
const exportMs = 2_000;
const stopMs = 3_000;
/** About 10 MB while the collector is away; later spans are dropped. */
const queue = { maxQueueSize: 8_192, maxExportBatchSize: 512, scheduledDelayMillis: 1_000 };

interface OtlpTracingOptions {
  readonly service: string;
  readonly endpoint: string;
  readonly ratio: number;
  readonly logger: Logger;
  readonly metrics: Pick<Metrics, 'count'>;
}

export const createOtlpTracing = ({
  service,
  endpoint,
  ratio,
  logger,
  metrics,
}: OtlpTracingOptions): Tracing => {
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/+$/, '')}/v1/traces`,
    timeoutMillis: exportMs,
  });
  const processor = new BatchSpanProcessor(loggingFailures(exporter, logger), {
    ...queue,
    exportTimeoutMillis: exportMs,
  });
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': service, 'process.pid': process.pid }),
    // Spans that are not sampled never get here.
    sampler: new AlwaysOnSampler(),
    spanProcessors: [processor],
  });
  return {
    tracer: createSdkTracer(provider.getTracer('loyalty'), {
      ratio,
      shares: createTraceShares(),
      onBeyondShare: () => {
        metrics.count('loyalty_traces_beyond_share_total', {});
      },
    }),
    stop: () => withinStopTime(provider.shutdown()),
  };
};

const quietMs = 60_000;

/** At most once a minute: OpenTelemetry itself is silent about a collector that is away. */
const loggingFailures = (exporter: SpanExporter, logger: Logger): SpanExporter => {
  let loggedAtMs = -Infinity;
  return {
    export: (spans, done) => {
      exporter.export(spans, (result) => {
        const now = performance.now();
        if (result.error !== undefined && now - loggedAtMs > quietMs) {
          loggedAtMs = now;
          logger.warn({ error: result.error.message, spans: spans.length }, 'spans could not be exported');
        }
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
  };
};

const withinStopTime = async (ending: Promise<void>): Promise<void> => {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<void>((resolve) => (timer = setTimeout(resolve, stopMs)));
  await Promise.race([ending.catch(() => undefined), tooLong]);
  clearTimeout(timer);
};
