export { createMetrics, type Metrics } from './metrics/create-metrics.ts';
export { metricCatalogue } from './metrics/metric-catalogue.ts';
export type { MetricDefinition } from './metrics/metric-definition.ts';
export { problemReasons } from './metrics/problem-metrics.ts';
export { type MetricLabels, startAtZero } from './metrics/recorders.ts';
export { releaseVersion } from './metrics/release-version.ts';
