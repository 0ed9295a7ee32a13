import { schemaIdOf } from '@loyalty/contracts';
import type { InboundRecord } from '@loyalty/kafka';
import type { SchemaRegistry } from '@loyalty/kafka/registry';
import { type Clock, Fault, systemClock, textOf } from '@loyalty/kernel';
import type { Rejection, RejectionReason } from './ports.ts';

export type Decoded<T> =
  | { readonly outcome: 'decoded'; readonly value: T }
  | { readonly outcome: 'rejected'; readonly rejection: Rejection }
  /** The message is not meant for this reader: the position moves past it. */
  | { readonly outcome: 'skipped' }
  /** Call {@link Decoder.learn}, then decode again. */
  | { readonly outcome: 'unknown-schema'; readonly schemaId: number };

export interface Decoder<T> {
  decode(record: InboundRecord): Decoded<T>;
  /**
   * Returns the cost of a record in the unit of `BatchLimits.costMax`. It is called when the record may be
   * taken. Without this function, costs count as 0.
   */
  costOf?(value: T, record: InboundRecord): number;
  /** Learns a schema. Throws while the registry is unreachable, so that the partition waits. */
  learn(schemaId: number, topic: string): Promise<void>;
}

type AvroReader<T> = (wireBytes: Buffer) => T;

interface AvroDecoderOptions<T> {
  readonly registry: SchemaRegistry;
  /** Resolves a writer's schema to ours. Throws when the two are not compatible. */
  readonly readerFor: (writerSchemaText: string) => AvroReader<T>;
  /** The default is 30 s. */
  readonly doubtsForMs?: number;
  readonly clock?: Pick<Clock, 'now' | 'sleep'>;
}

/**
 * Creates a decoder. It rejects records that a known schema cannot read, and those with an id that was denied
 * for 30 s; until then, `learn` throws `SCHEMA_DENIED` (retriable).
 */
export const createAvroDecoder = <T>({
  registry,
  readerFor,
  doubtsForMs,
  clock = systemClock,
}: AvroDecoderOptions<T>): Decoder<T> => {
  const readersOf = readersByTopic<T>();
  const deniedIn = deniedIdsByTopic(clock, doubtsForMs);

  const decodeWith = (read: AvroReader<T>, value: Buffer): Decoded<T> => {
    try {
      return { outcome: 'decoded', value: read(value) };
    } catch (failure) {
      return rejected('UNDECODABLE', textOf(failure));
    }
  };

  return {
    decode: ({ topic, value }: InboundRecord) => {
      const schemaId = value === null ? null : schemaIdOf(value);
      if (value === null || schemaId === null) return rejected('NOT_WIRE_FORMAT', 'no schema id in front');
      const read = readersOf(topic).find(schemaId);
      if (read !== undefined) return decodeWith(read, value);
      if (deniedIn(topic).isBelieved(schemaId)) return rejected('UNKNOWN_SCHEMA', unknown(schemaId));
      return { outcome: 'unknown-schema', schemaId };
    },
    learn: async (schemaId, topic) => {
      const restMs = readersOf(topic).restMs(clock.now());
      if (restMs > 0) await clock.sleep(restMs);
      const text = await registry.findSchema(schemaId);
      if (text === null) {
        if (deniedIn(topic).isDoubted(schemaId))
          throw new Fault('SCHEMA_DENIED', unknown(schemaId), { retry: true });
        return;
      }
      deniedIn(topic).forget(schemaId);
      const read = readerOrRefusal(readerFor, schemaId, text);
      readersOf(topic).add({ schemaId, read, textLength: text.length, nowMs: clock.now() });
    },
  };
};

const rejected = (reason: RejectionReason, detail: string): Decoded<never> => ({
  outcome: 'rejected',
  rejection: { reason, detail },
});

const unknown = (schemaId: number): string => `the registry knows no schema ${schemaId.toString()}`;

/** A schema of another kind of message, by its writer's mistake, refuses every message. */
const readerOrRefusal = <T>(
  readerFor: AvroDecoderOptions<T>['readerFor'],
  schemaId: number,
  schemaText: string,
): AvroReader<T> => {
  try {
    return readerFor(schemaText);
  } catch (failure) {
    return () => {
      throw new Error(`schema ${schemaId.toString()} does not fit this topic: ${textOf(failure)}`);
    };
  }
};

/** Each topic learns by itself, so a tenant that writes many schemas makes nobody else wait. */
const readersByTopic = <T>(): ((topic: string) => TopicReaders<T>) => {
  const byTopic = new Map<string, TopicReaders<T>>();
  return (topic) => {
    const known = byTopic.get(topic);
    if (known !== undefined) return known;
    const readers = new TopicReaders<T>();
    byTopic.set(topic, readers);
    return readers;
  };
};

/** A topic of ours has few schemas of 3,000 characters. Readers of this much text take some 8 MB. */
const textMax = 1_048_576;
/** It is counted for each reader, however short its schema is. So a topic has at most 256. */
const textOfReader = 4_096;
/** 131,072 characters take up to 65 ms of the process, and are followed by a second in which the topic learns nothing. */
const charactersPerMs = 131;
const restMaxMs = 5_000;

interface Learned<T> {
  readonly schemaId: number;
  readonly read: AvroReader<T>;
  readonly textLength: number;
  readonly nowMs: number;
}

/** Readers that were learned first are forgotten first, and are learned again when a record needs them. */
export class TopicReaders<T> {
  readonly #readers = new Map<number, { readonly read: AvroReader<T>; readonly text: number }>();
  #text = 0;
  #restsUntilMs = 0;

  find(schemaId: number): AvroReader<T> | undefined {
    return this.#readers.get(schemaId)?.read;
  }

  add({ schemaId, read, textLength, nowMs }: Learned<T>): void {
    this.#restsUntilMs = Math.max(this.#restsUntilMs, nowMs) + textLength / charactersPerMs;
    this.#forget(schemaId);
    const text = textLength + textOfReader;
    this.#text += text;
    for (const earlier of this.#readers.keys()) {
      if (this.#text <= textMax) break;
      this.#forget(earlier);
    }
    this.#readers.set(schemaId, { read, text });
  }

  /** How long the topic waits before it learns the next schema. */
  restMs(nowMs: number): number {
    return Math.min(Math.max(0, this.#restsUntilMs - nowMs), restMaxMs);
  }

  get size(): number {
    return this.#readers.size;
  }

  #forget(schemaId: number): void {
    this.#text -= this.#readers.get(schemaId)?.text ?? 0;
    this.#readers.delete(schemaId);
  }
}

/** The replica of a registry may not know an id yet that a writer has just registered. */
const doubtedForMs = 30_000;
/** After this time the id may be registered, so the registry is asked again. */
const believedForMs = 60_000;
/** If a topic has more denied ids than this, no id is in doubt: bytes of other formats have random ids. */
const doubtedMax = 10;
const keptMax = 200;

/** Keeps denied ids by topic, so that a tenant's topic does not use up the doubts of others. */
export const deniedIdsByTopic = (
  clock: Pick<Clock, 'now'>,
  doubtsForMs?: number,
): ((topic: string) => DeniedIds) => {
  const byTopic = new Map<string, DeniedIds>();
  return (topic) => {
    const known = byTopic.get(topic);
    if (known !== undefined) return known;
    const denied = new DeniedIds(clock, doubtsForMs);
    byTopic.set(topic, denied);
    return denied;
  };
};

export class DeniedIds {
  readonly #clock: Pick<Clock, 'now'>;
  readonly #doubtedForMs: number;
  readonly #deniedMs = new Map<number, number>();

  constructor(clock: Pick<Clock, 'now'>, doubtsForMs = doubtedForMs) {
    this.#clock = clock;
    this.#doubtedForMs = doubtsForMs;
  }

  /** Returns true while the registry must be asked again and the message waits. */
  isDoubted(schemaId: number): boolean {
    const now = this.#clock.now();
    const forMs = this.#deniedForMs(schemaId);
    if (forMs !== null) return forMs < this.#doubtedForMs;
    const isDoubted = this.#doubtedForMs > 0 && this.#deniedMs.size < doubtedMax;
    this.#deniedMs.set(schemaId, isDoubted ? now : now - this.#doubtedForMs);
    const [oldest] = this.#deniedMs.keys();
    if (this.#deniedMs.size > keptMax && oldest !== undefined) this.#deniedMs.delete(oldest);
    return isDoubted;
  }

  get size(): number {
    return this.#deniedMs.size;
  }

  isBelieved(schemaId: number): boolean {
    const forMs = this.#deniedForMs(schemaId);
    if (forMs === null) return false;
    const isOver = forMs >= this.#doubtedForMs + believedForMs;
    if (isOver) this.#deniedMs.delete(schemaId);
    return forMs >= this.#doubtedForMs && !isOver;
  }

  /** Returns how long an id has been denied. If the clock was set back, its time begins again. */
  #deniedForMs(schemaId: number): number | null {
    const firstMs = this.#deniedMs.get(schemaId);
    if (firstMs === undefined) return null;
    const forMs = this.#clock.now() - firstMs;
    if (forMs < 0) this.#deniedMs.set(schemaId, this.#clock.now());
    return Math.max(0, forMs);
  }

  forget(schemaId: number): void {
    this.#deniedMs.delete(schemaId);
  }
}
