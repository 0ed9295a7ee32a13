import type { Kafka } from 'kafkajs';
import type { Bounds } from '@loyalty/kernel';
import type { BrokerClocks } from './broker-clocks.ts';
import { KafkajsBrokers } from './producer/brokers.ts';

/** A process' own clock may be off by at most two minutes. */
const differenceMaxMs = 120_000;
/** Two that contradict decide; the third is there in case one of two is as wrong as the database. */
const brokersMax = 3;
const askEveryMs = 60_000;
/** A broker that gave no reading this time still counts by the one before. */
const readingMaxMs = 2 * askEveryMs;

/** Has brokers read their clocks: each appends a message of this process. Never throws. */
export type AskBrokers = (brokersMax: number) => Promise<void>;

interface BrokerComparisonOptions {
  readonly brokers: Pick<BrokerClocks, 'times'>;
  readonly ask: AskBrokers;
  /** The time is monotonic. */
  readonly elapsedMs?: () => number;
}

/**
 * Compares the database's time with the brokers'. It asks them at most once a minute, and only when it is
 * asked itself.
 */
export class BrokerComparison {
  readonly #options: BrokerComparisonOptions;
  readonly #elapsedMs: () => number;
  #askedMs = -Infinity;
  #asking: Promise<void> | null = null;

  constructor(options: BrokerComparisonOptions) {
    this.#options = options;
    this.#elapsedMs = options.elapsedMs ?? (() => performance.now());
  }

  /**
   * Returns null if the clocks agree well enough that nothing is destroyed wrongly (D132); otherwise the
   * reason, for people. `nowMs` is the database's time, as just read.
   */
  async differenceOf(nowMs: number): Promise<string | null> {
    const { brokers } = this.#options;
    const beganMs = this.#elapsedMs();
    if (brokers.times(askEveryMs).size < brokersMax) await this.#ask();
    const tookMs = this.#elapsedMs() - beganMs;
    return clockDifferenceOf(nowMs + tookMs, brokers.times(readingMaxMs));
  }

  /** Asks the brokers. Callers that come meanwhile wait for the same reading. */
  async #ask(): Promise<void> {
    if (this.#asking === null && this.#elapsedMs() - this.#askedMs >= askEveryMs) {
      this.#askedMs = this.#elapsedMs();
      this.#asking = this.#options.ask(brokersMax).finally(() => {
        this.#asking = null;
      });
    }
    await this.#asking;
  }
}

/**
 * Returns why the clocks differ too much, or null. It is enough that two brokers surely differ by more than
 * two minutes, whatever others say and whichever way each differs, because waiting costs little and what is
 * destroyed is gone. It is also enough if only one broker is known and differs, or if none is known. If one
 * of several differs, that one is wrong.
 */
export const clockDifferenceOf = (nowMs: number, brokers: ReadonlyMap<number, Bounds>): string | null => {
  if (brokers.size === 0) return 'the clock of no broker could be read';
  const differing = [...brokers]
    .map(([nodeId, { least, most }]) => ({ nodeId, least: nowMs - most, most: nowMs - least }))
    .filter(({ least, most }) => least > differenceMaxMs || most < -differenceMaxMs);
  if (differing.length < Math.min(2, brokers.size)) return null;
  const named = differing.map(
    ({ nodeId, least, most }) => `${textOfLead(least, most)} that of broker-${nodeId.toString()}`,
  );
  return `the clock of the database is ${named.join(', ')}`;
};

const textOfLead = (least: number, most: number): string => {
  const seconds = Math.round((least + most) / 2_000);
  return `${Math.abs(seconds).toString()} s ${seconds < 0 ? 'behind' : 'ahead of'}`;
};

/** A broker responds within a round trip, or its reading says little. */
const requestTimeoutMs = 3_000;

/**
 * Creates a function that asks the brokers for their times. Its topic has append times, no reader, and enough
 * partitions for each broker to lead one.
 */
export const createAskBrokers =
  (kafka: Kafka, topic: string): AskBrokers =>
  async (brokersMax) => {
    const brokers = new KafkajsBrokers({ kafka, acks: 1, requestTimeoutMs });
    try {
      const [found] = await brokers.readLeaders([topic]);
      const led = leadersOf(found?.leaders ?? []).slice(0, brokersMax);
      await Promise.allSettled(
        led.map(async ([broker, partition]) => {
          await brokers.connect(broker);
          await brokers.produce(broker, [{ topic, partition, messages: [{ ...empty, topic }] }]);
        }),
      );
    } catch {
      // No broker responds: the comparison says so.
    } finally {
      await brokers.stop();
    }
  };

const empty = { key: null, value: null, headers: {} };

/** Each broker, with one partition that it leads. */
const leadersOf = (leaders: readonly (number | null)[]): [number, number][] => {
  const led = new Map<number, number>();
  for (const [partition, broker] of leaders.entries())
    if (broker !== null && !led.has(broker)) led.set(broker, partition);
  return [...led];
};
