import { type ServiceName, topics } from '@loyalty/contracts';
import { processRates as measured } from '../sizing/unit-costs.ts';
import { ofServices } from './queries.ts';

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

const overload = (service: ServiceName, lane: 'interactive' | 'bulk', seconds: number): Trigger => ({
  name: 'lag',
  query: `max(${ofServices(`loyalty_stream_time_lag_seconds{lane="${lane}"}`, service)})`,
  metricType: 'Value',
  threshold: seconds.toString(),
});

const messageRate = (names: readonly string[], service: ServiceName): string =>
  `sum(${ofServices(`rate(loyalty_messages_total{topic=~"${names.join('|')}"}[2m])`, service)})`;

/** Two minutes are enough to catch up in. */
const backlog = (service: ServiceName, perSecond: number): Trigger => ({
  name: 'backlog',
  query: `sum(${ofServices('loyalty_stream_lag_messages{lane="bulk"}', service)})`,
  metricType: 'AverageValue',
  threshold: (perSecond * 120).toString(),
});

/**
 * Followers may be seconds late: no till waits for them. Nobody waits for bulk facts, so their age starts no
 * process; a night's stream does, once it takes minutes to catch up.
 */
const follower = (service: ServiceName, perSecond: number): readonly Trigger[] => [
  steady(messageRate([topics.facts, topics.factsBulk], service), perSecond),
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
      overload('earn-engine', 'interactive', 1),
    ],
  },
  'earn-engine-bulk': {
    triggers: [backlog('earn-engine', measured.bulk), overload('earn-engine', 'bulk', 60)],
  },
  'burn-engine': {
    triggers: [
      steady(messageRate([topics.redeem], 'burn-engine'), measured.redeems),
      overload('burn-engine', 'interactive', 1),
    ],
  },
  'tier-service': { triggers: follower('tier-service', measured.facts) },
  'segment-service': { triggers: follower('segment-service', measured.facts) },
  fulfilment: { triggers: follower('fulfilment', measured.codes) },
  'webhook-dispatcher': { triggers: follower('webhook-dispatcher', measured.deliveries) },
};
