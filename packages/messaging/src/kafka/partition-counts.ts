import type { Metrics } from '@loyalty/telemetry';

/**
 * The partition count that a process uses for each topic that it reads or writes. While partitions are added, the keys of its
 * messages move when it has learned of them, and not before.
 */
export class PartitionCounts {
  readonly #metrics: Pick<Metrics, 'gauge'>;
  readonly #use: 'reads' | 'writes';
  readonly #counts = new Map<string, number>();

  constructor(metrics: Pick<Metrics, 'gauge'>, use: 'reads' | 'writes') {
    this.#metrics = metrics;
    this.#use = use;
  }

  note(topic: string, count: number): void {
    if (!this.#counts.has(topic)) this.#show(topic);
    this.#counts.set(topic, count);
  }

  #show(topic: string): void {
    const read = (): number => this.#counts.get(topic) ?? 0;
    this.#metrics.gauge('loyalty_topic_partitions', { topic, use: this.#use }, read);
  }
}
