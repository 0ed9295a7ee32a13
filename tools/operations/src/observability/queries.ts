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

/** Returns a rate per second. */
export const requestRate = (route: string, matchers: string, window: string): string =>
  `sum(rate(loyalty_http_request_duration_seconds_count{route="${route}",${matchers}}[${window}]))`;

/** Returns 0 if there are no series yet. */
export const orZero = (sum: string): string => `(${sum} or vector(0))`;

/** Returns a rate per second. */
export const requestRateWithin = (route: string, boundS: number, window: string): string =>
  `sum(rate(loyalty_http_request_duration_seconds_bucket{route="${route}",outcome="ok",${upTo(boundS)}}[${window}]))`;

/** Returns a quantile over five minutes. */
export const quantileOf = (quantile: number, histogram: string, keep = ''): string =>
  `histogram_quantile(${quantile.toString()}, sum by (le${keep === '' ? '' : `, ${keep}`}) (rate(${histogram}[5m])))`;

/** Alerts about consequences are silent while this is true. */
export const databaseIsUnavailable = 'max(loyalty_dependency_up{dependency="database"}) < 1';

/** The result is empty while no process reaches the database. */
export const databaseResponds = 'max(loyalty_dependency_up{dependency="database"}) == 1';

/** Alerts about consequences are silent while this is true. */
export const kafkaIsUnavailable = 'max(loyalty_dependency_up{dependency="broker"}) < 1';
