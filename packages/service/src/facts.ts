import { type FactType, headers as names, topics } from '@loyalty/contracts';
import type { InboundRecord, Kafka } from '@loyalty/kafka';
import { type Clock, type EnvironmentId, systemClock } from '@loyalty/kernel';
import { environmentInHeader, type Lane, type Message, type RejectionReason } from '@loyalty/streams';
import type { Decoded, Decoder } from '@loyalty/streams/decoder';
import type { ConsumerGroupOptions, FirstPosition } from '@loyalty/streams/runtime';
import type { Metrics } from '@loyalty/telemetry/metrics';
import { createConsumerGroup, type Fetches } from './stream/consumer-group.ts';

interface FollowFactsOptions<T> {
  readonly kafka: Kafka;
  readonly consumerGroup: string;
  /** `onlyFactsOf` skips unwanted facts, `memberUpdateDecoder` reads only headers and key. */
  readonly decoder: Decoder<T>;
  /**
   * Default `end`: earlier facts are in the tables already. Partitions that are added later are read from
   * their start, and so is `loyalty.facts-bulk`: engines may write to it before the follower first reads it.
   */
  readonly firstPosition?: FirstPosition;
  readonly pace?: FollowerFetchSpacing;
}

/**
 * Reads `loyalty.facts-bulk` behind `loyalty.facts`. Facts may come twice, and out of order, because of two
 * lanes and rebalances: rely on the state that you read, or on a fact's id.
 */
export const followFacts = <T>({
  kafka,
  consumerGroup,
  decoder,
  firstPosition = 'end',
  pace = new FollowerFetchSpacing(),
}: FollowFactsOptions<T>): ConsumerGroupOptions<T> =>
  createConsumerGroup({
    kafka,
    consumerGroup,
    decoder,
    firstPosition,
    lane: 'interactive',
    fetchProfile: pace.fetching,
    topics: [topics.facts, topics.factsBulk],
    bulkTopics: [topics.factsBulk],
  });

/** A follower reads the member's present state, not the fact. */
export interface MemberUpdate<Change> {
  readonly environmentId: EnvironmentId;
  /** 16 bytes. */
  readonly memberKey: Buffer;
  readonly change: Change;
}

const memberKeyBytes = 16;

const rejected = (reason: RejectionReason, detail: string): Decoded<never> => ({
  outcome: 'rejected',
  rejection: { reason, detail },
});

export const withoutEnvironment = rejected(
  'UNKNOWN_ENVIRONMENT',
  'a fact without the header of its environment',
);

/** Reads headers and key alone, without decoding Avro or JSON. */
export const memberUpdateDecoder = <Change>(
  changes: Readonly<Partial<Record<FactType, Change>>>,
): Decoder<MemberUpdate<Change>> => {
  const byType = new Map<string, Change>(Object.entries(changes));
  const decode = (record: InboundRecord): Decoded<MemberUpdate<Change>> => {
    const change = byType.get(record.headers[names.factType]?.toString() ?? '');
    const environmentId = environmentInHeader(record);
    const memberKey = Buffer.from(record.key?.toString() ?? '', 'base64url');
    if (change === undefined || environmentId === null) return withoutEnvironment;
    return memberKey.length === memberKeyBytes
      ? { outcome: 'decoded', value: { environmentId, memberKey, change } }
      : rejected('NOT_OF_A_MEMBER', 'the key is not that of a member');
  };
  return onlyFactsOf(Object.keys(changes) as FactType[], { decode, learn: () => Promise.resolve() });
};

const skipped: Decoded<never> = { outcome: 'skipped' };

/** Skipped facts are never decoded, those of types that this build does not know among them. */
export const onlyFactsOf = <T>(types: readonly FactType[], decoder: Decoder<T>): Decoder<T> => {
  const wanted = new Set<string>(types);
  return {
    decode: (record: InboundRecord) =>
      wanted.has(record.headers[names.factType]?.toString() ?? '') ? decoder.decode(record) : skipped,
    learn: (schemaId, topic) => decoder.learn(schemaId, topic),
  };
};

const everyMs = { awaited: 20, usual: 200 };
const awaitedForMs = 600_000;
/** As long as a seek and a stop take; nobody waits for them. */
const maxWaitMs = 500;
/** A sixth of the session's timeout. */
const heartbeatMs = 1_000;

/**
 * Fetches five times a second, because each fetch and batch has a fixed cost; fifty times while a person
 * waits for its results. A fact after a silence is fetched at once.
 */
export class FollowerFetchSpacing {
  readonly #clock: Pick<Clock, 'now'>;
  #awaitedUntilMs = -Infinity;

  constructor(clock: Pick<Clock, 'now'> = systemClock) {
    this.#clock = clock;
  }

  awaited(): void {
    this.#awaitedUntilMs = this.#clock.now() + awaitedForMs;
  }

  get fetching(): Fetches {
    const isAwaited = (): boolean => this.#clock.now() < this.#awaitedUntilMs;
    return {
      maxWaitMs,
      heartbeatMs,
      spacing: { everyMs: () => (isAwaited() ? everyMs.awaited : everyMs.usual), after: 'any' },
    };
  }
}

/** By the broker's clock; null without one. Bulk facts may be as old as the stream is long. */
export const oldestFactAtMs = (batch: readonly Message<unknown>[]): number | null => {
  const oldestMs = batch.reduce(
    (oldest, { lane, record }) => (lane === 'bulk' ? oldest : Math.min(oldest, record.timestamp)),
    Infinity,
  );
  return Number.isFinite(oldestMs) ? oldestMs : null;
};

export const observeFollowerDelay = (
  { clock, metrics }: { readonly clock: Pick<Clock, 'now'>; readonly metrics: Pick<Metrics, 'observe'> },
  oldestAtMs: number | null,
): void => {
  if (oldestAtMs === null) return;
  metrics.observe('loyalty_follower_delay_seconds', {}, Math.max(0, clock.now() - oldestAtMs) / 1_000);
};

/** Bulk where all of its facts are, because somebody waits for the others. */
export const lanesOf = <T>(
  batch: readonly Message<T>[],
  subjectOf: (value: T) => string,
): ((subject: string) => Lane) => {
  const awaited = new Set(
    batch.filter(({ lane }) => lane === 'interactive').map(({ value }) => subjectOf(value)),
  );
  return (subject) => (awaited.has(subject) ? 'interactive' : 'bulk');
};
