import type { Counter, Histogram, Meter, ObservableGauge } from '@opentelemetry/api';
import { PrometheusSerializer } from '@opentelemetry/exporter-prometheus';
import {
  AggregationTemporality,
  InstrumentType,
  MeterProvider,
  MetricReader,
} from '@opentelemetry/sdk-metrics';

import { metricCatalogue } from './metric-catalogue.ts';
import type { MetricName } from './metric-catalogue.ts';
import type { MetricLabels } from './metric-labels.ts';
import type { MetricDefinition } from './metric-definition.ts';
import { watchProcess } from './process-metrics.ts';
import type { Recorders } from './recorders.ts';
import { releaseVersion } from './release-version.ts';

/** The response of `/metrics`. */
export interface RenderedMetrics {
  readonly contentType: string;
  readonly body: string;
}

/** The instruments of one process, and their rendering. */
export interface Metrics extends Recorders {
  /** Adds the newest step of the schema to the labels of `loyalty_service_info`. */
  describe(known: Pick<ServiceInfo, 'schema'>): void;
  /** All series in the Prometheus text format, version 0.0.4. */
  render(): Promise<RenderedMetrics>;
}

/**
 * Creates the instruments of a process. It opens no port and nothing is global: the server of `/metrics` calls
 * `render`.
 */
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

/** Collects on request. Gauges are reported per scrape: cumulatively, a removed one would stay for ever. */
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

/** Exports a counter without labels from the first scrape on, so that its first increase is visible. */
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

/** Returns NaN for a reader that throws: only its own series is then missing from the scrape. */
const valueOf = (read: () => number): number => {
  try {
    return read();
  } catch {
    return Number.NaN;
  }
};
