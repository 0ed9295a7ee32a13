import { ticker } from '@loyalty/kernel';

const blockedMs = 10_000;
/** This is longer than three probes are apart, so that they see a stall. */
const rememberedMs = 30_000;

const processorMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

/**
 * Finds out when the event loop was blocked. A process that was frozen, with or without its machine, has used
 * no processor time and does not count.
 */
export class EventLoopWatch {
  #lastMs = performance.now();
  #lastProcessorMs = processorMs();
  #blocked: { readonly forMs: number; readonly untilMs: number } | null = null;

  constructor() {
    ticker.watch(() => {
      this.#tick();
    });
  }

  /** Returns the longest pause of the last 30 s if it was longer than 10 s; otherwise null. */
  blockedForMs(): number | null {
    this.#tick();
    const blocked = this.#blocked;
    return blocked !== null && this.#lastMs - blocked.untilMs < rememberedMs ? blocked.forMs : null;
  }

  #tick(): void {
    const nowMs = performance.now();
    const nowProcessorMs = processorMs();
    const forMs = nowMs - this.#lastMs;
    const isBusy = nowProcessorMs - this.#lastProcessorMs > forMs / 2;
    if (forMs > blockedMs && isBusy) this.#blocked = { forMs, untilMs: nowMs };
    this.#lastMs = nowMs;
    this.#lastProcessorMs = nowProcessorMs;
  }
}
