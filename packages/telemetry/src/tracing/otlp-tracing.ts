import { type ContextManager, diag, trace } from '@opentelemetry/api';
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { core, NodeSDK, resources, tracing } from '@opentelemetry/sdk-node';
import type { Logger } from '../logger.ts';
import type { Metrics } from '../metrics.ts';
import { createSdkTracer } from './sdk-tracer.ts';
import { createTraceShares } from './trace-shares.ts';
import type { Tracing, TracingSettings } from './tracer.ts';

const stopMs = 3_000;

interface OtlpTracingOptions {
  readonly service: string;
  readonly settings: TracingSettings;
  readonly logger: Logger;
  readonly metrics: Pick<Metrics, 'count'>;
}

/**
 * Creates tracing that exports spans. There may be only one at a time in a process, because OpenTelemetry's
 * provider is global until it stops.
 */
export const createOtlpTracing = (options: OtlpTracingOptions): Tracing => {
  const { settings, metrics } = options;
  const sdk = createSdk(options);
  // With OTEL_LOG_LEVEL the SDK would write lines that are no JSON, and warnings that show headers.
  diag.disable();
  sdk.start();
  return {
    tracer: createSdkTracer(trace.getTracer('loyalty'), {
      sampling: settings.sampling,
      shares: createTraceShares(),
      onBeyondShare: () => {
        metrics.count('loyalty_traces_beyond_share_total', {});
      },
    }),
    stop: async () => {
      trace.disable();
      await withinStopTime(sdk.shutdown());
    },
  };
};

/** Says «register none», which its type lacks: in Node 20 the usual one makes every promise of the process dearer. */
const noContextManager = null as unknown as ContextManager;

/** Traces alone: metrics are scraped, logs are lines, and what is handed on is written by ourselves. */
const createSdk = ({ service, settings, logger }: OtlpTracingOptions): NodeSDK =>
  new NodeSDK({
    resource: resources
      .defaultResource()
      .merge(resources.resourceFromAttributes({ 'service.name': service, 'process.pid': process.pid })),
    // OTEL_RESOURCE_ATTRIBUTES and OTEL_SERVICE_NAME, which go before the lines above.
    resourceDetectors: [resources.envDetector],
    // Spans that are not sampled never get here.
    sampler: new tracing.AlwaysOnSampler(),
    spanProcessors: [
      new tracing.BatchSpanProcessor(loggingFailures(createExporter(settings), logger), settings.batch),
    ],
    metricReaders: [],
    logRecordProcessors: [],
    instrumentations: [],
    contextManager: noContextManager,
    textMapPropagator: null,
  });

const createExporter = ({ url, protocol, headers, timeoutMs }: TracingSettings) => {
  const options = {
    url,
    timeoutMillis: timeoutMs,
    headers: headersOf(headers),
  };
  return protocol === 'http/json' ? new JsonExporter(options) : new ProtobufExporter(options);
};

/** If the file is missing, there are no headers: then the collector refuses the export, which is logged. */
const headersOf = (read: TracingSettings['headers']) => (): Promise<Record<string, string>> => {
  try {
    return Promise.resolve(core.parseKeyPairsIntoRecord(read?.()));
  } catch {
    return Promise.resolve({});
  }
};

const quietMs = 60_000;

/**
 * Failures are logged at most once a minute: OpenTelemetry itself is silent about a collector that is unavailable.
 */
const loggingFailures = (exporter: tracing.SpanExporter, logger: Logger): tracing.SpanExporter => {
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
