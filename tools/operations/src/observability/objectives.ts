import type { SeriesValues } from './alerts/alert.ts';
import { ofServices, orZero, requestRate, requestRateWithin, routes, upTo } from './queries.ts';

export interface Objective {
  readonly slo: string;
  /** The beginning of the alerts' names. */
  readonly stem: string;
  readonly title: string;
  /** The goal in the form 0.999. */
  readonly goal: number;
  /** A sentence for the person who is woken, without its ending. */
  readonly summary: string;
  readonly runbook: string;
  readonly measure: ByShare | ByMinutes;
}

export interface ByShare {
  readonly kind: 'share';
  /** Returns the rate of failures per second. */
  readonly bad: (window: string) => string;
  /** Returns the rate of all requests per second. */
  readonly all: (window: string) => string;
  /** The rate below which nobody is woken, because one failure of three at night is no reason to. */
  readonly floorPerSecond: number;
  readonly example: (all: number, bad: number, steps: number) => Readonly<Record<string, SeriesValues>>;
}

interface ByMinutes {
  readonly kind: 'minutes';
  /** 1 in a bad minute, otherwise 0. */
  readonly bad: string;
  readonly exampleBad: Readonly<Record<string, SeriesValues>>;
  readonly exampleGood: Readonly<Record<string, SeriesValues>>;
}

const growing = (by: number, steps: number): string => `0+${by.toString()}x${steps.toString()}`;

const failures = (route: string, floorPerSecond = 1): ByShare => ({
  kind: 'share',
  // A process has no series of failures before its first one.
  bad: (window) => orZero(requestRate(route, 'outcome="failed"', window)),
  all: (window) => requestRate(route, 'outcome!="abandoned"', window),
  floorPerSecond,
  example: (all, bad, steps) => {
    const count = (outcome: string): string =>
      `loyalty_http_request_duration_seconds_count{instance="i",route="${route}",method="POST",outcome="${outcome}"}`;
    return { [count('ok')]: growing(all - bad, steps), [count('failed')]: growing(bad, steps) };
  },
});

const slow = (route: string, boundS: number): ByShare => ({
  kind: 'share',
  bad: (window) =>
    `${requestRate(route, 'outcome="ok"', window)} - ${requestRateWithin(route, boundS, window)}`,
  all: (window) => requestRate(route, 'outcome="ok"', window),
  floorPerSecond: 1,
  example: (all, bad, steps) => {
    const labels = `instance="i",route="${route}",method="POST",outcome="ok"`;
    const name = 'loyalty_http_request_duration_seconds';
    return {
      [`${name}_count{${labels}}`]: growing(all, steps),
      [`${name}_bucket{${labels},le="${boundS.toString()}"}`]: growing(all - bad, steps),
    };
  },
});

const late: ByShare = {
  kind: 'share',
  bad: (window) =>
    `sum(rate(loyalty_delivery_lag_seconds_count[${window}])) - sum(rate(loyalty_delivery_lag_seconds_bucket{${upTo(30)}}[${window}]))`,
  all: (window) => `sum(rate(loyalty_delivery_lag_seconds_count[${window}]))`,
  floorPerSecond: 0.1,
  example: (all, bad, steps) => ({
    'loyalty_delivery_lag_seconds_count{instance="w"}': growing(all, steps),
    'loyalty_delivery_lag_seconds_bucket{instance="w",le="30"}': growing(all - bad, steps),
  }),
};

const engine = { 'loyalty_service_info{instance="e",service="earn-engine"}': 1 } as const;

const lag = (lane: 'interactive' | 'bulk', boundS: number): ByMinutes => {
  const series = `loyalty_stream_time_lag_seconds{instance="e",lane="${lane}"}`;
  const query = `loyalty_stream_time_lag_seconds{lane="${lane}"}`;
  return {
    kind: 'minutes',
    bad: `max(${ofServices(query, 'earn-engine', 'burn-engine')}) > bool ${boundS.toString()}`,
    exampleBad: { ...engine, [series]: boundS + 1 },
    exampleGood: { ...engine, [series]: boundS },
  };
};

const outboxAge: ByMinutes = {
  kind: 'minutes',
  bad: 'max(loyalty_outbox_age_seconds) > bool 30',
  exampleBad: { 'loyalty_outbox_age_seconds{instance="e"}': 31 },
  exampleGood: { 'loyalty_outbox_age_seconds{instance="e"}': 30 },
};

/** The promises over 30 days. Their bounds are bounds of buckets, so shares are counted and not estimated. */
export const objectives: readonly Objective[] = [
  {
    slo: 'evaluate-failures',
    stem: 'EvaluateFailures',
    title: 'Evaluates that do not fail',
    goal: 0.9995,
    summary: 'Tills get errors for receipts',
    runbook: 'evaluate-errors',
    measure: failures(routes.evaluate),
  },
  {
    slo: 'redeem-failures',
    stem: 'RedeemFailures',
    title: 'Redeems that do not fail',
    goal: 0.9995,
    summary: 'Tills get errors for redeems',
    runbook: 'evaluate-errors',
    measure: failures(routes.redeem),
  },
  {
    slo: 'reward-redeem-failures',
    stem: 'RewardRedeemFailures',
    title: 'Redeems of rewards that do not fail',
    goal: 0.9995,
    summary: 'Tills get errors when rewards are redeemed',
    runbook: 'evaluate-errors',
    // A reward is handed in more seldom than points are.
    measure: failures(routes.redeemReward, 0.1),
  },
  {
    slo: 'event-failures',
    stem: 'EventFailures',
    title: 'Events that do not fail',
    goal: 0.999,
    summary: 'Callers get errors for events',
    runbook: 'evaluate-errors',
    measure: failures(routes.event),
  },
  {
    slo: 'evaluate-250ms',
    stem: 'EvaluateOver250Ms',
    title: 'Evaluates within 250 ms',
    goal: 0.99,
    summary: 'Tills wait longer than 250 ms for receipts',
    runbook: 'latency',
    measure: slow(routes.evaluate, 0.25),
  },
  {
    slo: 'evaluate-1s',
    stem: 'EvaluateOver1S',
    title: 'Evaluates within 1 s',
    goal: 0.999,
    summary: 'Tills wait longer than a second for receipts',
    runbook: 'latency',
    measure: slow(routes.evaluate, 1),
  },
  {
    slo: 'interactive-lag',
    stem: 'InteractiveLag',
    title: 'Minutes in which requests wait at most 5 s in Kafka',
    goal: 0.999,
    summary: 'Requests of tills wait in Kafka for longer than 5 s',
    runbook: 'lag',
    measure: lag('interactive', 5),
  },
  {
    slo: 'bulk-lag',
    stem: 'BulkLag',
    title: 'Minutes in which streamed receipts wait at most 5 minutes',
    goal: 0.99,
    summary: 'Streamed receipts wait for longer than 5 minutes',
    runbook: 'lag',
    measure: lag('bulk', 300),
  },
  {
    slo: 'outbox-age',
    stem: 'OutboxAge',
    title: 'Minutes in which facts are published within 30 s',
    goal: 0.999,
    summary: 'Facts wait in the outbox for longer than 30 s',
    runbook: 'outbox',
    measure: outboxAge,
  },
  {
    slo: 'first-webhooks',
    stem: 'FirstWebhooks',
    title: 'First attempts of webhooks within 30 s',
    goal: 0.99,
    summary: 'Webhooks are first attempted later than 30 s after their event',
    runbook: 'webhooks',
    measure: late,
  },
];
