import type { Kafka } from 'kafkajs';
import { textOf } from '@loyalty/kernel';
import { readBrokerSettings } from '../metadata.ts';

/** The time for which the partitions of a frozen process are silent. Kafka's default is 45 s. */
export const defaultSessionTimeoutMs = 2_000;
/** The least that a broker allows when nobody has set it. */
const usualLeastMs = 6_000;
const longestMs = 60_000;

export const sessionSettings = {
  least: 'group.min.session.timeout.ms',
  most: 'group.max.session.timeout.ms',
} as const;

/**
 * The session time-out that was asked for, until a broker refuses it; then the nearest one that the brokers
 * allow.
 */
export class SessionTimeout {
  readonly #wantedMs: number;
  #ms: number;
  #asking: Promise<void> | null = null;

  constructor(wantedMs: number) {
    this.#wantedMs = wantedMs;
    this.#ms = wantedMs;
  }

  get ms(): number {
    return this.#ms;
  }

  /**
   * Called when a broker has refused a session of `refusedMs`. Resolves when another time-out may be tried.
   * Never throws.
   */
  async refused(kafka: Kafka, refusedMs: number): Promise<void> {
    if (refusedMs !== this.#ms) return;
    this.#asking ??= this.#ask(kafka, refusedMs).finally(() => {
      this.#asking = null;
    });
    await this.#asking;
  }

  async #ask(kafka: Kafka, refusedMs: number): Promise<void> {
    const { allowedMs, reason } = await this.#allowed(kafka);
    const isNews = allowedMs !== null && allowedMs !== refusedMs;
    this.#ms = isNews ? allowedMs : Math.min(longestMs, Math.max(usualLeastMs, refusedMs * 2));
    const { least, most } = sessionSettings;
    kafka
      .logger()
      .warn(
        `sessions are of ${this.#ms.toString()} ms and not of ${this.#wantedMs.toString()} ms (KAFKA_SESSION_TIMEOUT_MS): ${reason}; see ${least} and ${most} of the brokers`,
      );
  }

  async #allowed(kafka: Kafka): Promise<{ readonly allowedMs: number | null; readonly reason: string }> {
    try {
      const brokers = await readBrokerSettings(kafka, Object.values(sessionSettings));
      const valuesOf = (name: string): number[] =>
        brokers.flatMap(({ values }) => {
          const value = Number(values.get(name) ?? Number.NaN);
          return Number.isFinite(value) ? [value] : [];
        });
      const least = Math.max(...valuesOf(sessionSettings.least), 0);
      const most = Math.min(...valuesOf(sessionSettings.most), Infinity);
      return {
        allowedMs: Math.min(most, Math.max(least, this.#wantedMs)),
        reason: `the brokers allow ${least.toString()} to ${most.toString()} ms`,
      };
    } catch (failure) {
      return {
        allowedMs: null,
        reason: `the brokers refuse it and do not say what they allow (${textOf(failure)})`,
      };
    }
  }
}

const timeouts = new WeakMap<Kafka, SessionTimeout>();

export const setSessionTimeout = (kafka: Kafka, wantedMs: number): void => {
  timeouts.set(kafka, new SessionTimeout(wantedMs));
};

export const sessionTimeoutOf = (kafka: Kafka): SessionTimeout => {
  const known = timeouts.get(kafka);
  if (known !== undefined) return known;
  const usual = new SessionTimeout(defaultSessionTimeoutMs);
  timeouts.set(kafka, usual);
  return usual;
};
