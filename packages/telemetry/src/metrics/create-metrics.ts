import { createHistogram } from 'node:perf_hooks';
import { ticker } from '@loyalty/kernel';
import type { Counter, Histogram, Meter, ObservableGauge } from '@opentelemetry/api';
import { PrometheusSerializer } from '@opentelemetry/exporter-prometheus';
import {
  AggregationTemporality,
  InstrumentType,
  MeterProvider,
  MetricReader,
} from '@opentelemetry/sdk-metrics';
import { metricCatalogue, type MetricName } from './metric-catalogue.ts';
import type { MetricDefinition } from './metric-definition.ts';
import type { MetricLabels, Recorders } from './recorders.ts';
import { releaseVersion } from './release-version.ts';

export interface Metrics extends Recorders {
  describe(known: Pick<ServiceInfo, 'schema'>): void;
  /** Returns the metrics in the Prometheus text format 0.0.4. */
  render(): Promise<{ readonly contentType: string; readonly body: string }>;
}

/** Creates the metrics. It opens no port: the server of `/metrics` calls `render`. */
export const createMetrics = (options: { readonly service: string }): Metrics => {
  const reader = new ScrapeReader();
  const meter = new MeterProvider({ readers: [reader] }).getMeter('loyalty');
  const serializer = new PrometheusSerializer(undefined, false, undefined, true, true);
  const instruments = createInstruments(meter);
  const recorders: Recorders = {
    count: (name, labels, n = 1) => {
      instruments.counters.get(name)?.add(n, labels);
    },
    observe: (name, labels, value) => {
      instruments.histograms.get(name)?.record(value, labels);
    },
    gauge: (name, labels, read) => instruments.gauges.get(name)?.watch(labels, read) ?? (() => undefined),
  };
  const sampleProcess = watchProcess(recorders);
  return {
    ...recorders,
    describe: describing(recorders, options.service),
    render: async () => {
      sampleProcess();
      const { resourceMetrics } = await reader.collect();
      return {
        contentType: 'text/plain; version=0.0.4; charset=utf-8',
        body: serializer.serialize(resourceMetrics),
      };
    },
  };
};

type ServiceInfo = MetricLabels<'loyalty_service_info'>;

/** An empty label counts as absent. */
const describing = (recorders: Recorders, service: string): Metrics['describe'] => {
  let info: ServiceInfo = { service, version: releaseVersion, schema: '' };
  let end = recorders.gauge('loyalty_service_info', info, () => 1);
  return (known) => {
    info = { ...info, ...known };
    end();
    end = recorders.gauge('loyalty_service_info', info, () => 1);
  };
};

/** Gauges are reported per scrape: cumulatively, a removed one would stay for ever. */
class ScrapeReader extends MetricReader {
  constructor() {
    super({
      aggregationTemporalitySelector: (type) =>
        type === InstrumentType.OBSERVABLE_GAUGE
          ? AggregationTemporality.DELTA
          : AggregationTemporality.CUMULATIVE,
    });
  }

  protected override onForceFlush = (): Promise<void> => Promise.resolve();

  protected override onShutdown = (): Promise<void> => Promise.resolve();
}

interface Instruments {
  readonly counters: ReadonlyMap<MetricName, Counter>;
  readonly histograms: ReadonlyMap<MetricName, Histogram>;
  readonly gauges: ReadonlyMap<MetricName, GaugeReaders>;
}

const createInstruments = (meter: Meter): Instruments => {
  const counters = new Map<MetricName, Counter>();
  const histograms = new Map<MetricName, Histogram>();
  const gauges = new Map<MetricName, GaugeReaders>();
  for (const [name, definition] of Object.entries(metricCatalogue) as [MetricName, MetricDefinition][]) {
    const options = { description: definition.help, unit: definition.unit };
    switch (definition.kind) {
      case 'counter':
        counters.set(name, startedAtZero(meter.createCounter(name, options), definition));
        break;
      case 'histogram':
        histograms.set(name, meter.createHistogram(name, { ...options, advice: boundariesOf(definition) }));
        break;
      case 'gauge':
        gauges.set(name, createGaugeReaders(meter.createObservableGauge(name, options)));
        break;
    }
  }
  return { counters, histograms, gauges };
};

/** Exported from the first scrape on, so that its first increase is visible. */
const startedAtZero = (counter: Counter, definition: MetricDefinition): Counter => {
  if (definition.labels.length === 0) counter.add(0);
  return counter;
};

const boundariesOf = (definition: MetricDefinition): { explicitBucketBoundaries: number[] } => ({
  explicitBucketBoundaries: [...(definition.buckets ?? [])],
});

interface GaugeReaders {
  watch(labels: Readonly<Record<string, string>>, read: () => number): () => void;
}

const createGaugeReaders = (gauge: ObservableGauge): GaugeReaders => {
  const series = new Map<string, { labels: Readonly<Record<string, string>>; read: () => number }>();
  gauge.addCallback((result) => {
    for (const { labels, read } of series.values()) {
      const value = valueOf(read);
      if (Number.isFinite(value)) result.observe(value, labels);
    }
  });
  return {
    watch: (labels, read) => {
      const key = JSON.stringify(Object.entries(labels).sort());
      const entry = { labels, read };
      series.set(key, entry);
      return () => {
        if (series.get(key) === entry) series.delete(key);
      };
    },
  };
};

/** A reader that throws gives NaN: only its own series is then missing. */
const valueOf = (read: () => number): number => {
  try {
    return read();
  } catch {
    return Number.NaN;
  }
};

/** Call the returned function right before each scrape. */
const watchProcess = (metrics: Recorders): (() => void) => {
  metrics.gauge('process_resident_memory_bytes', {}, () => process.memoryUsage.rss());
  metrics.gauge('nodejs_heap_used_bytes', {}, () => process.memoryUsage().heapUsed);
  metrics.gauge('process_start_time_seconds', {}, () => performance.timeOrigin / 1000);
  const sampleEventLoop = watchEventLoop(metrics);
  const sampleCpu = watchCpu(metrics);
  return () => {
    sampleEventLoop();
    sampleCpu();
  };
};

const watchCpu = (metrics: Recorders): (() => void) => {
  let countedS = 0;
  return () => {
    const { user, system } = process.cpuUsage();
    const totalS = (user + system) / 1_000_000;
    metrics.count('process_cpu_seconds_total', {}, Math.max(0, totalS - countedS));
    countedS = totalS;
  };
};

/** The ticks of the process measure it: a timer for this alone would be most of an idle process's work. */
const watchEventLoop = (metrics: Recorders): (() => void) => {
  // In microseconds, of which a histogram takes one at least.
  const histogram = createHistogram();
  ticker.watch((lateMs) => {
    histogram.record(Math.max(1, Math.round(lateMs * 1_000)));
  });
  const sinceLastScrape = { p50: 0, p99: 0, max: 0 };
  for (const statistic of ['p50', 'p99', 'max'] as const) {
    metrics.gauge('loyalty_event_loop_delay_seconds', { statistic }, () => sinceLastScrape[statistic]);
  }
  return () => {
    const isTicked = histogram.count > 0;
    sinceLastScrape.p50 = isTicked ? histogram.percentile(50) / 1e6 : 0;
    sinceLastScrape.p99 = isTicked ? histogram.percentile(99) / 1e6 : 0;
    sinceLastScrape.max = isTicked ? histogram.max / 1e6 : 0;
    histogram.reset();
  };
};
