import type { Clock } from '@loyalty/kernel';
import type { BatchHandler, Lane } from '@loyalty/streams';
import type { Decoder } from '@loyalty/streams/decoder';
import { FactPublisher } from '@loyalty/streams/outbox';
import {
  type BatchLimits,
  type ConsumerGroupOptions,
  createStreamRuntime,
  type StreamRuntime,
} from '@loyalty/streams/runtime';
import { silentLogger } from '@loyalty/telemetry/logger';
import { createMetrics, type Metrics } from '@loyalty/telemetry/metrics';
import type { MemoryBroker, MemoryConsumer } from './memory-broker.ts';
import type { MemoryTransaction } from './memory-database.ts';
import type { MemoryStore } from './memory-store.ts';
import { quickClock } from './quick-clock.ts';
import { toyDecoder, toyHandler, type ToyMessage, type ToyPlan } from './toy-ledger.ts';

type ToyHandler = BatchHandler<ToyMessage, MemoryTransaction, ToyPlan>;

export interface ToyEngineOptions extends Pick<
  ConsumerGroupOptions<ToyMessage>,
  'isTenantOwned' | 'firstPosition' | 'bulkTopics'
> {
  /** The lane of the topic. Default: bulk. */
  readonly lane?: Lane;
  readonly broker: MemoryBroker;
  readonly store: MemoryStore;
  readonly topic: string;
  readonly consumerGroup: string;
  /** The functions that differ from the toy ledger's. */
  readonly handler?: Partial<ToyHandler>;
  readonly decoder?: Decoder<ToyMessage>;
  readonly limits?: BatchLimits;
  readonly storeSilentMs?: () => number;
  readonly metrics?: Metrics;
  /** Default: a clock whose sleeps take no real time. */
  readonly clock?: Clock;
}

/** A running stream runtime over memory, with the toy ledger as its handler. */
export interface ToyEngine {
  readonly runtime: StreamRuntime;
  readonly consumer: MemoryConsumer;
  /** The reasons for which it wanted its process to end. */
  readonly fatal: readonly unknown[];
}

/** Starts a toy engine on one topic of a broker in memory, and on bulk topics in addition. */
export const startToyEngine = async (options: ToyEngineOptions): Promise<ToyEngine> => {
  const {
    broker,
    store,
    topic,
    consumerGroup,
    handler,
    decoder = toyDecoder,
    limits,
    storeSilentMs,
    metrics = createMetrics({ service: 'test' }),
    clock = quickClock(),
    ...lane
  } = options;
  const consumer = broker.consumer(consumerGroup, [topic, ...(lane.bulkTopics ?? [])]);
  const fatal: unknown[] = [];
  const runtime = createStreamRuntime({
    groups: [{ lane: 'bulk', consumerGroup, consumer, decoder, ...lane }],
    store,
    handler: { ...toyHandler, ...handler },
    facts: new FactPublisher({ producer: broker.producer(), logger: silentLogger }),
    replies: broker.producer(),
    logger: silentLogger,
    metrics,
    onFatal: (reason) => fatal.push(reason),
    clock,
    ...(limits === undefined ? {} : { limits }),
    ...(storeSilentMs === undefined ? {} : { storeSilentMs }),
  });
  await runtime.start();
  return { runtime, consumer, fatal };
};
