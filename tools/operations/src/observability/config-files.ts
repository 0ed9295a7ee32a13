import { stringify } from 'yaml';
import { serviceNames } from '@loyalty/contracts';
import { spanCatalogue } from '@loyalty/telemetry/tracing';
import type { RuleGroup } from './alerts/alert.ts';
import { burnGroupOf } from './burn-rates.ts';
import { objectives } from './objectives.ts';

/**
 * Returns Prometheus' configuration for compose: our processes have their names, and `ADMIN_PORT` is 9090.
 */
export const prometheusFile = (): string => {
  const document = {
    // A page with «for: 1m» fires within 105 s of its cause: a scrape, an evaluation, the minute, and the
    // evaluation after it.
    global: { scrape_interval: '15s', evaluation_interval: '15s' },
    rule_files: ['rules.yaml'],
    scrape_configs: [...serviceNames, 'console'].map((name) => ({
      job_name: name,
      // The label `job` of our metrics becomes `exported_job`, as the rules expect.
      honor_labels: false,
      static_configs: [{ targets: [`${name}:9090`] }],
    })),
  };
  return `# Derived from tools/operations by \`npm run derive\`. Do not edit.\n${stringify(document, { lineWidth: 0 })}`;
};

const ofProcesses = ['service.name', 'process.pid'];

/** Attributes of the catalogue may leave the cluster: none of them names a person. */
const attributesKept = (): readonly string[] => [
  ...new Set(ofProcesses.concat(Object.values(spanCatalogue).flatMap(({ attributes }) => [...attributes]))),
];

const policies = [
  { name: 'errors', type: 'status_code', status_code: { status_codes: ['ERROR'] } },
  { name: 'slow', type: 'latency', latency: { threshold_ms: 500 } },
  { name: 'some', type: 'probabilistic', probabilistic: { sampling_percentage: 1 } },
];

/**
 * Returns the configuration of the collector, which needs the «contrib» build. It keeps whole traces: those
 * with an error, those beyond 500 ms, and one of a hundred. It drops every attribute that the catalogue does
 * not have.
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
  return `# Derived from tools/operations by \`npm run derive\`. Do not edit.\n${stringify(document, { lineWidth: 0 })}`;
};

/** Away, they make all that reads or writes fail: one of these pages, and says what to do. */
const away = ['DatabaseAway', 'KafkaAway'];

/**
 * These do not follow from a server that is unavailable: whether the way of alerts works, and what was already
 * wrong.
 */
const ofTheirOwn = new Set([
  'LoyaltyWatchdog',
  'PartitionParked',
  'StreamOutParked',
  'DeadLetters',
  'ReferencesReused',
  'EnvironmentQuarantined',
  'PartitionCountsDiffer',
  'DeliveryDaysRunOut',
  'CodesRunLow',
  'CodeGivenTwice',
]);

/**
 * Returns the configuration of Alertmanager: while {@link away} fires, its consequences are silent in the
 * same installation. About forty alerts then become one.
 */
export const alertmanagerFile = (groups: readonly RuleGroup[]): string => {
  const following = groups
    .filter(({ name }) => followingGroups.has(name))
    .flatMap(({ alerts }) => alerts.map(({ name }) => name))
    .filter((name) => !ofTheirOwn.has(name));
  const document = {
    inhibit_rules: [
      {
        source_matchers: [`alertname=~"${away.join('|')}"`],
        target_matchers: [`alertname=~"${following.join('|')}"`],
        equal: ['namespace', 'release'],
      },
    ],
  };
  return `# Derived from tools/operations by \`npm run derive\`. Do not edit. Its rules go into a configuration of yours.\n${stringify(document, { lineWidth: 0 })}`;
};

const followingGroups: ReadonlySet<string> = new Set([
  ...objectives.map((objective) => burnGroupOf(objective).name),
  'availability',
  'streams',
  'publishing',
  'partners',
]);
