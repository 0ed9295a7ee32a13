import type { scaling } from '@loyalty/operations';

type Triggers = (typeof scaling)[string]['triggers'];

interface Situation {
  readonly cores: number;
  /** Null if nobody scrapes it. */
  readonly databaseUp: number | null;
  /** Per second, or what waits; undefined: no result, so KEDA keeps what runs. */
  readonly waits: number | undefined;
}

const lag = 40;
/** Messages that wait for a transaction, which starts no process. */
const open = 6;

const situations: readonly Situation[] = [
  { cores: 0.9, databaseUp: 1, waits: lag },
  { cores: 0.1, databaseUp: 1, waits: 0 },
  { cores: 0.9, databaseUp: 0, waits: undefined },
  { cores: 0.9, databaseUp: null, waits: undefined },
];

const steps = 10;

/** Makes a file of promtool's unit tests, in JSON, which is YAML: one process of the workload in each situation. */
export const scalingTestsOf = (triggers: Triggers): string =>
  JSON.stringify({
    evaluation_interval: '1m',
    tests: situations.map((situation) => ({
      interval: '1m',
      input_series: seriesOf(situation, serviceOf(triggers)),
      promql_expr_test: triggers.map(({ query }) => ({
        expr: query,
        eval_time: `${(steps - 1).toString()}m`,
        exp_samples: samplesOf(query, situation),
      })),
    })),
  });

const serviceOf = (triggers: Triggers): string =>
  /service="([a-z-]+)"/.exec(triggers[0]?.query ?? '')?.[1] ?? '';

const seriesOf = ({ cores, databaseUp }: Situation, service: string) => [
  { series: `loyalty_service_info{instance="e",service="${service}"}`, values: constant(1) },
  { series: 'loyalty_service_info{instance="o",service="other"}', values: constant(1) },
  ...['interactive', 'bulk'].flatMap((lane) =>
    [
      { metric: 'loyalty_stream_time_lag_seconds', value: lag },
      { metric: 'loyalty_stream_lag_messages', value: lag + open },
      { metric: 'loyalty_open_transaction_messages', value: open },
    ].flatMap(({ metric, value }) => [
      { series: `${metric}{instance="e",lane="${lane}"}`, values: constant(value) },
      { series: `${metric}{instance="o",lane="${lane}"}`, values: constant(value * 10) },
    ]),
  ),
  { series: 'process_cpu_seconds_total{instance="e"}', values: rising(cores) },
  { series: 'process_cpu_seconds_total{instance="o"}', values: rising(1) },
  ...['loyalty.evaluate', 'loyalty.redeem', 'loyalty.facts'].map((topic) => ({
    series: `loyalty_messages_total{instance="e",topic="${topic}"}`,
    values: rising(messagesPerSecond),
  })),
  ...(databaseUp === null
    ? []
    : [
        { series: 'loyalty_dependency_up{instance="e",dependency="database"}', values: constant(databaseUp) },
      ]),
];

const messagesPerSecond = 100;

const constant = (value: number): string => `${value.toString()}+0x${steps.toString()}`;
const rising = (perSecond: number): string => `0+${(perSecond * 60).toString()}x${steps.toString()}`;

const samplesOf = (query: string, { cores, waits }: Situation) => {
  const value = query.includes('_lag_') ? waits : query.includes('process_cpu') ? cores : messagesPerSecond;
  return value === undefined ? [] : [{ labels: '{}', value }];
};
