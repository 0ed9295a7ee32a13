import type { ServiceName } from '@loyalty/contracts';

/** The templates of the routes for which a customer waits, as the label `route` has them. */
export const routes = {
  evaluate: '/tenants/{tenantId}/transactions/evaluate',
  redeem: '/tenants/{tenantId}/transactions/redeem',
} as const;

/** Narrows to processes of some services: only `loyalty_service_info` says which service a process is. */
export const ofServices = (query: string, ...services: readonly ServiceName[]): string => {
  const among = services.length === 1 ? `="${services.join()}"` : `=~"${services.join('|')}"`;
  return `${query} * on (instance) group_left () loyalty_service_info{service${among}}`;
};

/** A matcher of one upper bound of a bucket: Prometheus 3 writes 1 as 1.0. */
export const upTo = (bound: number): string =>
  Number.isInteger(bound) ? `le=~"${bound.toString()}([.]0)?"` : `le="${bound.toString()}"`;

/** Requests of a route a second, by what became of them. */
export const requestRate = (route: string, matchers: string, window: string): string =>
  `sum(rate(loyalty_http_request_duration_seconds_count{route="${route}",${matchers}}[${window}]))`;

/** A sum that is 0 where there are no series yet. */
export const orNone = (sum: string): string => `(${sum} or vector(0))`;

/** Requests of a route a second that were served within a bound, in seconds. */
export const requestRateWithin = (route: string, boundS: number, window: string): string =>
  `sum(rate(loyalty_http_request_duration_seconds_bucket{route="${route}",outcome="ok",${upTo(boundS)}}[${window}]))`;

/** A quantile of a histogram over five minutes, by the labels that are kept. */
export const quantileOf = (quantile: number, histogram: string, keep = ''): string =>
  `histogram_quantile(${quantile.toString()}, sum by (le${keep === '' ? '' : `, ${keep}`}) (rate(${histogram}[5m])))`;

/** No process reaches Kafka. What follows from it wakes nobody a second time. */
export const kafkaIsAway = 'max(loyalty_dependency_up{dependency="broker"}) < 1';
