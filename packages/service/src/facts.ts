import { type FactType, headers as names, topics } from '@loyalty/contracts';
import { createHeaderReader, type InboundRecord, type Kafka } from '@loyalty/kafka';
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
 * Creates a part that reads facts; it reads `loyalty.facts-bulk` when `loyalty.facts` leaves capacity. Facts
 * may come twice, and out of order, because of two lanes and rebalances: rely on the state that you read, or
 * on a fact's id.
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

/** A notice that a member has changed. A follower reads the member's present state, not the fact. */
export interface MemberUpdate<Change> {
  readonly environmentId: EnvironmentId;
  /** The member's key of 16 bytes. */
  readonly memberKey: Buffer;
  readonly change: Change;
}

const memberKeyBytes = 16;

/** Most batches read no key, because nothing is configured where their members are. */
class FactOfMember<Change> implements MemberUpdate<Change> {
  readonly environmentId: EnvironmentId;
  readonly change: Change;
  readonly #key: Buffer;
  #memberKey: Buffer | null = null;

  constructor(environmentId: EnvironmentId, change: Change, key: Buffer) {
    this.environmentId = environmentId;
    this.change = change;
    this.#key = key;
  }

  get memberKey(): Buffer {
    return (this.#memberKey ??= memberKeyOf(this.#key));
  }
}

/** All writers of facts write its 16 bytes as base64url. */
const memberKeyLength = 22;
const isOfKey = new Uint8Array(256);
for (const character of Buffer.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'))
  isOfKey[character] = 1;

const isMemberKey = (key: Buffer): boolean => {
  let isUsual = key.length === memberKeyLength;
  for (let place = 0; isUsual && place < memberKeyLength; place += 1)
    isUsual = isOfKey[key[place] ?? 0] === 1;
  return isUsual || memberKeyOf(key).length === memberKeyBytes;
};

const memberKeyOf = (key: Buffer): Buffer => Buffer.from(key.toString('latin1'), 'base64url');

const rejected = (reason: RejectionReason, detail: string): Decoded<never> => ({
  outcome: 'rejected',
  rejection: { reason, detail },
});

const ofNoMember = rejected('NOT_OF_A_MEMBER', 'the key is not that of a member');

export const withoutEnvironment = rejected(
  'UNKNOWN_ENVIRONMENT',
  'a fact without the header of its environment',
);

/** Creates a decoder that reads only headers and the key, without decoding Avro or JSON. */
export const memberUpdateDecoder = <Change>(
  changes: Readonly<Partial<Record<FactType, Change>>>,
): Decoder<MemberUpdate<Change>> => {
  const byType = new Map<string, Change>(Object.entries(changes));
  const changeOf = createHeaderReader(names.factType, (type) => byType.get(type));
  return {
    decode: (record: InboundRecord): Decoded<MemberUpdate<Change>> => {
      const change = changeOf(record);
      if (change === undefined) return skipped;
      const environmentId = environmentInHeader(record);
      if (environmentId === null) return withoutEnvironment;
      const { key } = record;
      if (key === null || !isMemberKey(key)) return ofNoMember;
      return { outcome: 'decoded', value: new FactOfMember(environmentId, change, key) };
    },
    learn: () => Promise.resolve(),
  };
};

const skipped: Decoded<never> = { outcome: 'skipped' };

/**
 * Creates a decoder that skips all other facts without decoding them, including those of types that this
 * build does not know.
 */
export const onlyFactsOf = <T>(types: readonly FactType[], decoder: Decoder<T>): Decoder<T> => {
  const wanted = new Set<string>(types);
  const isWanted = createHeaderReader(names.factType, (type) => wanted.has(type));
  return {
    decode: (record: InboundRecord) => (isWanted(record) ? decoder.decode(record) : skipped),
    learn: (schemaId, topic) => decoder.learn(schemaId, topic),
  };
};

const everyMs = { awaited: 20, flooded: 60, usual: 200 };
/**
 * This many facts in 20 ms are 3,200 a second. At that rate fixed costs weigh more than the wait of a single
 * fact.
 */
const floodMin = 64;
/**
 * This many facts are counted in 60 ms: the rate may fall by a third before the shorter interval returns, so
 * that it does not alternate.
 */
const floodedMin = 128;
const awaitedForMs = 600_000;
/** A seek and a stop take this long; nobody waits for them. */
const maxWaitMs = 500;
/** Some 3,000 facts, which are read in place: a stream is not fetched a second time within one interval. */
const bytesMax = 2 * 1024 * 1024;
/** A sixth of the session's timeout. */
const heartbeatMs = 1_000;

/**
 * Decides when a follower fetches: five times a second, because each fetch and batch has a fixed cost; fifty
 * times while a person waits for its results; and 17 times while many facts come. A fact after a silence is
 * fetched immediately.
 */
export class FollowerFetchSpacing {
  readonly #clock: Pick<Clock, 'now'>;
  #awaitedUntilMs = -Infinity;
  #isFlooded = false;

  constructor(clock: Pick<Clock, 'now'> = systemClock) {
    this.#clock = clock;
  }

  awaited(): void {
    this.#awaitedUntilMs = this.#clock.now() + awaitedForMs;
  }

  get fetching(): Fetches {
    return {
      maxWaitMs,
      bytesMax,
      heartbeatMs,
      spacing: { everyMs: (records) => this.#everyMs(records), after: 'any' },
    };
  }

  #everyMs(records: number): number {
    if (this.#clock.now() >= this.#awaitedUntilMs) return everyMs.usual;
    this.#isFlooded = records >= (this.#isFlooded ? floodedMin : floodMin);
    return this.#isFlooded ? everyMs.flooded : everyMs.awaited;
  }
}

export const environmentsIn = (
  batch: readonly Message<{ readonly environmentId: EnvironmentId }>[],
): EnvironmentId[] => {
  const environments = new Set<EnvironmentId>();
  for (const { value } of batch) environments.add(value.environmentId);
  return [...environments];
};

/**
 * Returns the time of the oldest fact by the broker's clock, or null if there is none. Bulk facts may be as
 * old as the stream is long.
 */
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

/**
 * Returns the lane of each group of facts. It is the bulk lane if all its facts are in it, because somebody
 * waits for the others.
 */
export const lanesOf = <T>(
  batch: readonly Message<T>[],
  subjectOf: (value: T) => string,
): ((subject: string) => Lane) => {
  const awaited = new Set(
    batch.filter(({ lane }) => lane === 'interactive').map(({ value }) => subjectOf(value)),
  );
  return (subject) => (awaited.has(subject) ? 'interactive' : 'bulk');
};
