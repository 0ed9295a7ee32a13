import { setTimeout as pause } from 'node:timers/promises';
import type { ActiveAlert, Prometheus } from './prometheus.ts';

/** An alert that has begun to fire. Times are by the clock of `performance`. */
export interface Episode {
  readonly name: string;
  readonly severity: string;
  readonly labels: string;
  readonly firedMs: number;
  /** Null while it fires. */
  endedMs: number | null;
}

const everyMs = 1_000;

/** Notes when each alert begins to fire, and when it ends. */
export class AlertWatch {
  readonly #prometheus: Prometheus;
  readonly #halt = new AbortController();
  readonly #episodes: Episode[] = [];
  #active: readonly ActiveAlert[] = [];
  #watching: Promise<void> = Promise.resolve();

  static start(prometheus: Prometheus): AlertWatch {
    const watch = new AlertWatch(prometheus);
    watch.#watching = watch.#watch();
    return watch;
  }

  private constructor(prometheus: Prometheus) {
    this.#prometheus = prometheus;
  }

  isFiring(name: string): boolean {
    return this.firing().some((episode) => episode.name === name);
  }

  /** Returns what fires now. */
  firing(): readonly Episode[] {
    return this.#episodes.filter(({ endedMs }) => endedMs === null);
  }

  /** Returns what has begun to fire since. */
  begunSince(ms: number): readonly Episode[] {
    return this.#episodes.filter(({ firedMs }) => firedMs >= ms);
  }

  /** Returns the names of pages that will fire if their condition goes on. */
  pendingPages(): readonly string[] {
    return this.#active
      .filter(({ state, labels }) => state === 'pending' && labels['severity'] === 'page')
      .map(({ labels }) => labels['alertname'] ?? '');
  }

  async stop(): Promise<void> {
    this.#halt.abort();
    await this.#watching;
  }

  async #watch(): Promise<void> {
    while (!this.#halt.signal.aborted) {
      // On a busy machine a look may fail; the next one sees the same.
      this.#active = await this.#prometheus.activeAlerts().catch(() => this.#active);
      this.#note();
      await pause(everyMs);
    }
  }

  #note(): void {
    const nowMs = performance.now();
    const firing = new Map(
      this.#active
        // The watchdog always fires.
        .filter(({ state, labels }) => state === 'firing' && labels['severity'] !== 'none')
        .map(({ labels }) => [JSON.stringify(labels), labels]),
    );
    const known = new Set<string>();
    for (const episode of this.firing()) {
      known.add(episode.labels);
      if (!firing.has(episode.labels)) episode.endedMs = nowMs;
    }
    for (const [labels, { alertname: name = '', severity = '' }] of firing)
      if (!known.has(labels)) this.#episodes.push({ name, severity, labels, firedMs: nowMs, endedMs: null });
  }
}
