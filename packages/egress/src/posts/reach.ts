import type { EnvironmentId } from '@loyalty/kernel';

interface Tried {
  /** The address, or the name for which name servers did not respond. */
  readonly address: string;
  readonly environmentId: EnvironmentId;
  readonly isReached: boolean;
}

interface LastTry extends Tried {
  readonly atMs: number;
}

const windowMs = 60_000;
/** Fewer addresses than this may well be dead together. */
const addressesMin = 5;
/** Keeps one environment with a hundred dead addresses from looking like a failure of our network. */
const shareMax = 8;
const addressesMax = 10_000;
/** It is read after each attempt. */
const countedEveryMs = 500;

/** Detects a failure of our own network (D115). Times are milliseconds of a monotonic clock. */
export class Reach {
  readonly #elapsedMs: () => number;
  /** The last try of each address; the newest is last. */
  readonly #tries = new Map<string, LastTry>();
  #share = 0;
  #countedAtMs = -Infinity;

  constructor(elapsedMs: () => number = () => performance.now()) {
    this.#elapsedMs = elapsedMs;
  }

  note(tried: Tried): void {
    this.#tries.delete(tried.address);
    this.#tries.set(tried.address, { ...tried, atMs: this.#elapsedMs() });
    if (this.#tries.size > addressesMax) this.#tries.delete(this.#tries.keys().next().value ?? '');
  }

  /** Returns a share from 0 to 1; it is 0 while too few addresses were tried. */
  get unreachedShare(): number {
    const nowMs = this.#elapsedMs();
    if (nowMs - this.#countedAtMs >= countedEveryMs) {
      this.#countedAtMs = nowMs;
      this.#forgetBefore(nowMs - windowMs);
      this.#share = shareOf(this.#tries.values());
    }
    return this.#share;
  }

  get isCutOff(): boolean {
    return this.unreachedShare > 1 / 2;
  }

  #forgetBefore(ms: number): void {
    for (const [address, { atMs }] of this.#tries) {
      if (atMs >= ms) return;
      this.#tries.delete(address);
    }
  }
}

const shareOf = (tries: Iterable<Tried>): number => {
  const counts = new Map<EnvironmentId, { all: number; unreached: number }>();
  for (const { environmentId, isReached } of tries) {
    const count = counts.get(environmentId) ?? { all: 0, unreached: 0 };
    count.all += 1;
    if (!isReached) count.unreached += 1;
    counts.set(environmentId, count);
  }
  let [weight, unreachedWeight] = [0, 0];
  for (const { all, unreached } of counts.values()) {
    const own = Math.min(all, shareMax);
    weight += own;
    unreachedWeight += (own * unreached) / all;
  }
  return weight < addressesMin ? 0 : unreachedWeight / weight;
};
