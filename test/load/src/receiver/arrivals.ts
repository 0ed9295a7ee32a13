import { transactionRefIn } from '../generator/transaction-ref-in.ts';
import type { Counted, Taken } from './asked.ts';

/** One request with its whole body. */
export interface Arrival {
  readonly path: string;
  readonly deliveryId: string;
  readonly bytes: number;
  /** The time of its head: by CLOCK_MONOTONIC, and by the wall clock. */
  readonly atMs: number;
  readonly wallMs: number;
  /** Empty unless {@link isRead} returns true. */
  readonly body: string;
}

/** Returns true when bodies of this path are read. Those of `/count/…` are not, to save CPU time. */
export const isRead = (path: string): boolean => !path.startsWith('/count/');

/** The requests of one path. */
class PathArrivals {
  readonly #ids = new Set<string>();
  readonly #lagsMs: number[] = [];
  readonly #arrivedMs: [string, number][] = [];
  #requests = 0;
  #bytes = 0;
  #firstMs = 0;
  #lastMs = 0;

  add({ path, deliveryId, bytes, atMs, wallMs, body }: Arrival): void {
    this.#requests += 1;
    this.#bytes += bytes;
    if (this.#ids.has(deliveryId)) return;
    if (this.#ids.size === 0) this.#firstMs = atMs;
    this.#ids.add(deliveryId);
    this.#lastMs = atMs;
    if (path.startsWith('/lag/')) this.#lagsMs.push(wallMs - eventMsIn(body));
    if (path.startsWith('/ref/')) this.#arrivedMs.push([transactionRefIn(body), atMs]);
  }

  get counted(): Counted {
    return {
      distinct: this.#ids.size,
      requests: this.#requests,
      bytes: this.#bytes,
      firstMs: this.#firstMs,
      lastMs: this.#lastMs,
    };
  }

  get taken(): Taken {
    return { ...this.counted, lagsMs: this.#lagsMs, arrivedMs: this.#arrivedMs };
  }
}

const eventMsIn = (body: string): number => Date.parse(/"timestamp":"([^"]+)"/.exec(body)?.[1] ?? '');

export class Arrivals {
  readonly #paths = new Map<string, PathArrivals>();

  add(arrival: Arrival): void {
    this.#of(arrival.path).add(arrival);
  }

  count(path: string): Counted {
    return this.#of(path).counted;
  }

  take(path: string): Taken {
    const { taken } = this.#of(path);
    this.#paths.delete(path);
    return taken;
  }

  #of(path: string): PathArrivals {
    const known = this.#paths.get(path) ?? new PathArrivals();
    this.#paths.set(path, known);
    return known;
  }
}
