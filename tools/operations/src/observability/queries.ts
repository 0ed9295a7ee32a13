import type { ServiceName } from '@loyalty/contracts';

/** The routes for which a customer waits, as the label `route` has them. */
export const routes = {
  evaluate: '/tenants/{tenantId}/transactions/evaluate',
  redeem: '/tenants/{tenantId}/transactions/redeem',
  redeemReward: '/tenants/{tenantId}/rewards/{rewardId}/redeem',
  event: '/tenants/{tenantId}/events',
} as const;

/** Returns a query for some services. Only `loyalty_service_info` says which service a process belongs to. */
export const ofServices = (query: string, ...services: readonly ServiceName[]): string => {
  const among = services.length === 1 ? `="${services.join()}"` : `=~"${services.join('|')}"`;
  return `${query} * on (instance) group_left () loyalty_service_info{service${among}}`;
};

/** Returns a bound of a bucket. Prometheus 3 writes the bound 1 as 1.0. */
export const upTo = (bound: number): string =>
  Number.isInteger(bound) ? `le=~"${bound.toString()}([.]0)?"` : `le="${bound.toString()}"`;

/** Returns the query for the rate of requests per second. */
export const requestRate = (route: string, matchers: string, window: string): string =>
  `sum(rate(loyalty_http_request_duration_seconds_count{route="${route}",${matchers}}[${window}]))`;

/** Returns a query whose result is 0 if there are no series yet. */
export const orZero = (sum: string): string => `(${sum} or vector(0))`;

/**
 * Messages that wait for our processes: those that wait for a producer to end its transaction are left out, because
 * nothing of ours helps them. A process of an earlier release does not count these.
 */
export const ownBacklog = (seriesOf: (metric: string) => string): string => {
  const open = orZero(`sum(${seriesOf('loyalty_open_transaction_messages')})`);
  return `(sum(${seriesOf('loyalty_stream_lag_messages')}) - ${open})`;
};

/** The rate is per second. */
export const requestRateWithin = (route: string, boundS: number, window: string): string =>
  `sum(rate(loyalty_http_request_duration_seconds_bucket{route="${route}",outcome="ok",${upTo(boundS)}}[${window}]))`;

/** Returns the query for a quantile over five minutes. */
export const quantileOf = (quantile: number, histogram: string, keep = ''): string =>
  `histogram_quantile(${quantile.toString()}, sum by (le${keep === '' ? '' : `, ${keep}`}) (rate(${histogram}[5m])))`;

/** A query that is true while the database is unavailable. Alerts about consequences are then silent. */
export const databaseIsUnavailable = 'max(loyalty_dependency_up{dependency="database"}) < 1';

/** The result is empty while no process reaches the database. */
export const databaseResponds = 'max(loyalty_dependency_up{dependency="database"}) == 1';

/** A query that is true while Kafka is unavailable. Alerts about consequences are then silent. */
export const kafkaIsUnavailable = 'max(loyalty_dependency_up{dependency="broker"}) < 1';
