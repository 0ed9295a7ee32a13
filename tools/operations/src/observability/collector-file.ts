import { spanCatalogue } from '@loyalty/telemetry';
import { stringify } from 'yaml';

/** Attributes that say which process a span is of. */
const ofProcesses = ['service.name', 'process.pid'];

/** Attributes of spans that may leave the cluster: those of the catalogue, none of which names a person. */
const attributesKept = (): readonly string[] => [
  ...new Set(ofProcesses.concat(Object.values(spanCatalogue).flatMap(({ attributes }) => [...attributes]))),
];

/** The traces that are kept. */
const policies = [
  { name: 'errors', type: 'status_code', status_code: { status_codes: ['ERROR'] } },
  { name: 'slow', type: 'latency', latency: { threshold_ms: 500 } },
  { name: 'some', type: 'probabilistic', probabilistic: { sampling_percentage: 1 } },
];

/**
 * A collector (the «contrib» build). It takes spans over OTLP, and keeps whole traces: those with an error, those beyond 500 ms, and one
 * of a hundred. It drops every attribute that the catalogue does not have.
 */
export const collectorFile = (): string => {
  const processors = {
    memory_limiter: { check_interval: '1s', limit_mib: 512, spike_limit_mib: 128 },
    tail_sampling: { decision_wait: '10s', num_traces: 50_000, policies },
    redaction: { allow_all_keys: false, allowed_keys: attributesKept() },
    batch: { timeout: '5s' },
  };
  const document = {
    receivers: { otlp: { protocols: { http: { endpoint: '0.0.0.0:4318' } } } },
    processors,
    exporters: { otlphttp: { endpoint: '${env:TRACES_ENDPOINT}' } },
    service: {
      pipelines: {
        traces: { receivers: ['otlp'], processors: Object.keys(processors), exporters: ['otlphttp'] },
      },
    },
  };
  return `# Derived from packages/operations by \`npm run derive\`. Do not edit.\n${stringify(document, { lineWidth: 0 })}`;
};
