import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOnSampler,
  BasicTracerProvider,
  BatchSpanProcessor,
  type SpanExporter,
} from '@opentelemetry/sdk-trace-base';

import type { Logger } from './logger.ts';
import { createSdkTracer } from './sdk-tracer.ts';
import type { Tracing } from './tracer.ts';

/** A collector on the same machine or next to it answers in milliseconds; one that does not is not waited for. */
const exportMs = 2_000;
const stopMs = 3_000;
/** What is made while the collector is away is kept up to here, about 10 MB, and dropped beyond. */
const queue = { maxQueueSize: 8_192, maxExportBatchSize: 512, scheduledDelayMillis: 1_000 };

export interface OtlpTracingOptions {
  readonly service: string;
  /** Base URL of the collector. */
  readonly endpoint: string;
  /** The share of traces begun here that is sampled. */
  readonly ratio: number;
  readonly logger: Logger;
}

/** Traces to an OTLP collector, over HTTP, in batches and beside the work. */
export const createOtlpTracing = ({ service, endpoint, ratio, logger }: OtlpTracingOptions): Tracing => {
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/+$/, '')}/v1/traces`,
    timeoutMillis: exportMs,
  });
  const processor = new BatchSpanProcessor(tellingFailures(exporter, logger), {
    ...queue,
    exportTimeoutMillis: exportMs,
  });
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': service, 'process.pid': process.pid }),
    // What is not sampled never gets here.
    sampler: new AlwaysOnSampler(),
    spanProcessors: [processor],
  });
  return {
    tracer: createSdkTracer(provider.getTracer('loyalty'), ratio),
    stop: () => withinStopTime(provider.shutdown()),
  };
};

const quietMs = 60_000;

/** OpenTelemetry is silent about a collector that is away; here it is one line a minute. */
const tellingFailures = (exporter: SpanExporter, logger: Logger): SpanExporter => {
  let toldAtMs = -Infinity;
  return {
    export: (spans, done) => {
      exporter.export(spans, (result) => {
        const now = performance.now();
        if (result.error !== undefined && now - toldAtMs > quietMs) {
          toldAtMs = now;
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
