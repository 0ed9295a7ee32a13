import { type ServiceName, topics } from '@loyalty/contracts';
import { processRates as measured } from '../sizing/unit-costs.ts';
import { databaseResponds, ofServices, ownBacklog } from './queries.ts';

interface Trigger {
  readonly name: string;
  readonly query: string;
  /** The average over processes, or the value itself: seconds do not add up. */
  readonly metricType: 'AverageValue' | 'Value';
  readonly threshold: string;
}

/** The other half is for peaks and for a process that is away. */
const halfOf = (perSecond: number): string => Math.round(perSecond / 2).toString();

const steady = (query: string, perSecond: number): Trigger => ({
  name: 'rate',
  query,
  metricType: 'AverageValue',
  threshold: halfOf(perSecond),
});

/** Cores of one process: it works in one thread. */
const busy = 0.7;

/**
 * This is a share of one core. If a process uses less, it waits for something else, and another process would
 * wait with it.
 */
const working = 0.3;

const processor = (service: ServiceName): string =>
  ofServices('rate(process_cpu_seconds_total[2m])', service);

/** Costly campaigns and large histories show here before they show as lag. */
const work = (service: ServiceName): Trigger => ({
  name: 'processor',
  query: `sum(${processor(service)})`,
  metricType: 'AverageValue',
  threshold: busy.toString(),
});

/**
 * Waiting messages count only where more processes would help: at least one works, and the database responds. While that does not, there is no
 * result: KEDA then keeps what runs (D157). Where every process waits, the result is 0, and rate and processor decide.
 */
const whileMoreWouldHelp = (waiting: string, service: ServiceName): string =>
  `(${waiting} * (max(${processor(service)}) > bool ${working.toString()})) and on () (${databaseResponds})`;

const overload = (service: ServiceName, lane: 'interactive' | 'bulk', seconds: number): Trigger => ({
  name: 'lag',
  query: whileMoreWouldHelp(
    `max(${ofServices(`loyalty_stream_time_lag_seconds{lane="${lane}"}`, service)})`,
    service,
  ),
  metricType: 'Value',
  threshold: seconds.toString(),
});

const messageRate = (names: readonly string[], service: ServiceName): string =>
  `sum(${ofServices(`rate(loyalty_messages_total{topic=~"${names.join('|')}"}[2m])`, service)})`;

/** Two minutes are enough to catch up in. */
const backlog = (service: ServiceName, perSecond: number): Trigger => ({
  name: 'backlog',
  query: whileMoreWouldHelp(
    ownBacklog((metric) => ofServices(`${metric}{lane="bulk"}`, service)),
    service,
  ),
  metricType: 'AverageValue',
  threshold: (perSecond * 120).toString(),
});

/**
 * Followers may be seconds late: no till waits for them. Nobody waits for bulk facts, so their age starts no
 * process; a night's stream does, once it takes minutes to catch up.
 */
const follower = (service: ServiceName, perSecond: number): readonly Trigger[] => [
  steady(messageRate([topics.facts, topics.factsBulk], service), perSecond),
  work(service),
  overload(service, 'interactive', 10),
  backlog(service, perSecond),
];

export const scaling: Readonly<Record<string, { readonly triggers: readonly Trigger[] }>> = {
  'earn-engine-interactive': {
    triggers: [
      steady(
        messageRate([topics.evaluate, topics.memberEvents, topics.credits], 'earn-engine'),
        measured.receipts,
      ),
      work('earn-engine'),
      overload('earn-engine', 'interactive', 1),
    ],
  },
  'earn-engine-bulk': {
    triggers: [
      backlog('earn-engine', measured.bulk),
      work('earn-engine'),
      overload('earn-engine', 'bulk', 60),
    ],
  },
  'burn-engine': {
    triggers: [
      steady(messageRate([topics.redeem, topics.burnRequests], 'burn-engine'), measured.redeems),
      work('burn-engine'),
      overload('burn-engine', 'interactive', 1),
      backlog('burn-engine', measured.redeems / 2),
    ],
  },
  'tier-service': { triggers: follower('tier-service', measured.facts) },
  'segment-service': { triggers: follower('segment-service', measured.facts) },
  fulfilment: { triggers: follower('fulfilment', measured.codes) },
  'webhook-dispatcher': { triggers: follower('webhook-dispatcher', measured.deliveries) },
};
