import { reasonOf } from '../failures.ts';
import { scrape, type Scrape, ScrapeChanges } from './scrape.ts';

export type Watched =
  | { readonly state: 'shown'; readonly view: ProcessView }
  | { readonly state: 'silent'; readonly name: string; readonly url: string; readonly reason: string };

export interface WatchedProcess {
  /** The first view needs two scrapes. Never throws. */
  look(): Promise<Watched>;
}

export const watchProcess = (name: string, url: string): WatchedProcess => {
  let before: Scrape | null = null;
  return {
    look: async () => {
      try {
        const now = await scrape(url);
        const last = before;
        before = now;
        if (last === null) return { state: 'silent', name, url, reason: 'asked for the first time' };
        return { state: 'shown', view: processView(url, last, now) };
      } catch (failure) {
        before = null;
        // The message of fetch says only that it failed; its cause has the reason.
        const reason = failure instanceof Error ? (failure.cause ?? failure) : failure;
        return { state: 'silent', name, url, reason: reasonOf(reason) };
      }
    },
  };
};

export type PerLabel = Readonly<Record<string, number>>;

/** Null for what the process lacks. Rates per second. */
export interface ProcessView {
  readonly service: string;
  readonly url: string;
  /** 1 is one core. */
  readonly cpu: number | null;
  readonly memoryBytes: number | null;
  readonly eventLoopDelayP99S: number | null;
  readonly requestsPerS: number | null;
  readonly failuresPerS: number | null;
  readonly requestP50S: number | null;
  readonly requestP99S: number | null;
  readonly rateLimitedPerS: number | null;
  readonly replayedPerS: number | null;
  readonly lateRepliesPerS: number | null;
  readonly pendingReplies: number | null;
  readonly messagesPerS: PerLabel;
  /** Not stored yet, by lane. */
  readonly waiting: PerLabel;
  readonly oldestS: number | null;
  readonly batchesPerS: number | null;
  readonly batchP50S: number | null;
  readonly batchP99S: number | null;
  readonly rolledBackPerS: number | null;
  readonly deadLettersPerS: number | null;
  readonly fencedBatchesPerS: number | null;
  readonly parkedPartitions: number | null;
  readonly outboxAgeS: number | null;
  readonly cacheUp: boolean | null;
  readonly producerWaiting: PerLabel;
}

export const processView = (url: string, before: Scrape, now: Scrape): ProcessView => {
  const between = new ScrapeChanges(before, now);
  const [known] = now.series('loyalty_service_info');
  const cacheUp = now.max('loyalty_cache_up');
  return {
    service: known?.labels['service'] ?? 'unknown',
    url,
    cpu: between.rate('process_cpu_seconds_total'),
    memoryBytes: now.max('process_resident_memory_bytes'),
    eventLoopDelayP99S: now.max('loyalty_event_loop_delay_seconds', { statistic: 'p99' }),
    ...requestsIn(between),
    ...streamsIn(between),
    cacheUp: cacheUp === null ? null : cacheUp > 0,
    producerWaiting: valuesBy('producer', now.series('loyalty_producer_waiting_messages')),
  };
};

const requestMetric = 'loyalty_http_request_duration_seconds';
/** Only evaluate, for which a till waits; lists and documents are left out. */
const evaluate = { route: '/tenants/{tenantId}/transactions/evaluate' };

const requestsIn = (between: ScrapeChanges) => ({
  requestsPerS: between.rate(requestMetric, { suffix: '_count' }),
  failuresPerS: between.rate(requestMetric, { suffix: '_count', wanted: { outcome: 'failed' } }),
  requestP50S: between.quantile(requestMetric, 0.5, evaluate),
  requestP99S: between.quantile(requestMetric, 0.99, evaluate),
  rateLimitedPerS: between.rate('loyalty_rate_limited_total'),
  replayedPerS: between.rate('loyalty_repeats_total'),
  lateRepliesPerS: between.rate('loyalty_late_replies_total'),
  pendingReplies: between.now.max('loyalty_pending_replies'),
});

const batchMetric = 'loyalty_batch_duration_seconds';

const streamsIn = (between: ScrapeChanges) => {
  const { now } = between;
  const topics = new Set(now.series('loyalty_messages_total').map(({ labels }) => labels['topic'] ?? ''));
  const perTopic = [...topics].map((topic): [string, number] => [
    topic,
    between.rate('loyalty_messages_total', { wanted: { topic } }) ?? 0,
  ]);
  const stored = { wanted: { outcome: 'stored' }, suffix: '_count' } as const;
  const batches = between.rate(batchMetric, { suffix: '_count' });
  const parkedPartitions = now.max('loyalty_parked_partitions');
  return {
    messagesPerS: Object.fromEntries(perTopic),
    waiting: valuesBy('lane', now.series('loyalty_stream_lag_messages')),
    oldestS: now.max('loyalty_stream_time_lag_seconds'),
    batchesPerS: between.rate(batchMetric, stored),
    batchP50S: between.quantile(batchMetric, 0.5, stored.wanted),
    batchP99S: between.quantile(batchMetric, 0.99, stored.wanted),
    rolledBackPerS: batches === null ? null : batches - (between.rate(batchMetric, stored) ?? 0),
    // A counter with labels has no series before its first count.
    deadLettersPerS: between.rate('loyalty_dead_letters_total') ?? (parkedPartitions === null ? null : 0),
    fencedBatchesPerS: between.rate('loyalty_fenced_batches_total'),
    parkedPartitions,
    outboxAgeS: now.max('loyalty_outbox_age_seconds'),
  };
};

const valuesBy = (
  label: string,
  samples: readonly { readonly labels: Readonly<Record<string, string>>; readonly value: number }[],
): PerLabel => Object.fromEntries(samples.map(({ labels, value }) => [labels[label] ?? '', value]));
