import type { Metrics } from '@loyalty/telemetry';

/**
 * The partition count that a process uses for each topic that it reads or writes. While partitions are added, the keys of its
 * messages move when it has learned of them, and not before.
 */
export class PartitionCounts {
  readonly #metrics: Pick<Metrics, 'gauge'>;
  readonly #use: 'reads' | 'writes';
  readonly #onFirst: (topic: string) => void;
  readonly #counts = new Map<string, number>();

  /** `onFirst` is called once for each topic. */
  constructor(
    metrics: Pick<Metrics, 'gauge'>,
    use: 'reads' | 'writes',
    onFirst: (topic: string) => void = () => undefined,
  ) {
    this.#metrics = metrics;
    this.#use = use;
    this.#onFirst = onFirst;
  }

  note(topic: string, count: number): void {
    const isFirst = !this.#counts.has(topic);
    this.#counts.set(topic, count);
    if (!isFirst) return;
    this.#show(topic);
    this.#onFirst(topic);
  }

  #show(topic: string): void {
    const read = (): number => this.#counts.get(topic) ?? 0;
    this.#metrics.gauge('loyalty_topic_partitions', { topic, use: this.#use }, read);
  }
}
