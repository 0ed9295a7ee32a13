/** What Kafka says of a topic that was deleted, or that this process may not write. */
const isGoneBy = (reason: string): boolean =>
  reason.startsWith('UNKNOWN_TOPIC_OR_PARTITION') || reason.startsWith('TOPIC_AUTHORIZATION_FAILED');

interface MissingTopicsOptions {
  /** True for topics that others may delete, or take the access to: no message waits for them for ever. */
  readonly mayGo: (topic: string) => boolean;
  /** Called once a topic has been gone for a minute; its messages are to be refused then. */
  readonly onGone: (topic: string, reason: string) => void;
  /** Returns milliseconds of a monotonic clock. */
  readonly elapsedMs?: () => number;
}

/** Long enough for a topic that is made again, and for a broker that learns of one late (D354). */
const goneAfterMs = 60_000;

/**
 * Notices topics that stay missing, or may not be written, while Kafka responds. A topic that took a message, or
 * about which a broker said something else, begins anew.
 */
export class MissingTopics {
  readonly #options: MissingTopicsOptions;
  readonly #elapsedMs: () => number;
  readonly #sinceMs = new Map<string, number>();

  constructor(options: MissingTopicsOptions) {
    this.#options = options;
    this.#elapsedMs = options.elapsedMs ?? (() => performance.now());
  }

  /** Notes a failure of a topic's messages. */
  failed(topic: string, reason: string): void {
    if (!this.#options.mayGo(topic)) return;
    if (isGoneBy(reason)) this.#note(topic, reason);
    else this.#sinceMs.delete(topic);
  }

  /** Notes the topics that brokers did not name when they were asked for them. */
  missed(topics: readonly string[]): void {
    for (const topic of topics) if (this.#options.mayGo(topic)) this.#note(topic, 'the topic is missing');
  }

  took(topic: string): void {
    if (this.#sinceMs.size > 0) this.#sinceMs.delete(topic);
  }

  #note(topic: string, reason: string): void {
    const sinceMs = this.#sinceMs.get(topic);
    if (sinceMs === undefined) this.#sinceMs.set(topic, this.#elapsedMs());
    else if (this.#elapsedMs() - sinceMs >= goneAfterMs) {
      this.#sinceMs.delete(topic);
      this.#options.onGone(topic, reason);
    }
  }
}
