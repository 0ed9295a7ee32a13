import { type Part, textOf, waitFor } from '@loyalty/kernel';
import type { Logger } from '@loyalty/telemetry/logger';
import { EventLoopWatch } from './event-loop-watch.ts';

interface StartWait {
  readonly what: string;
  readonly sinceMs: number;
  reason: string | null;
}

/** Anything that is there responds within this time. */
const loggedAfterMs = 1_000;

export class ProcessPhase {
  readonly #logger: Logger;
  readonly #waits = new Set<StartWait>();
  readonly #eventLoop = new EventLoopWatch();
  #phase: 'starting' | 'started' | 'stopping' = 'starting';

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  noteStarted(): void {
    if (this.#phase === 'starting') this.#phase = 'started';
  }

  noteStopping(): void {
    this.#phase = 'stopping';
  }

  check(): { readonly name: 'start'; readonly ok: boolean; readonly detail?: string } {
    const ok = this.#phase === 'started';
    return ok ? { name: 'start', ok } : { name: 'start', ok, detail: this.#detail() };
  }

  live(): { readonly name: 'event-loop'; readonly ok: boolean; readonly detail?: string } {
    const forMs = this.#eventLoop.blockedForMs();
    if (forMs === null) return { name: 'event-loop', ok: true };
    return { name: 'event-loop', ok: false, detail: `it was blocked for ${(forMs / 1_000).toFixed(1)} s` };
  }

  /**
   * Waits until `ask` succeeds. A wait of more than a second is logged once, with its first reason, and so is
   * its end.
   */
  async waitFor<T>(what: string, ask: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const wait: StartWait = { what, sinceMs: performance.now(), reason: null };
    const line = this.#logLater(wait);
    const onFailed = (failure: unknown): void => {
      const isFirst = wait.reason === null;
      wait.reason = textOf(failure);
      if (isFirst) line.failed();
    };
    this.#waits.add(wait);
    try {
      const found = await waitFor({ ask, signal, onFailed });
      line.found();
      return found;
    } finally {
      line.cancel();
      this.#waits.delete(wait);
    }
  }

  /**
   * Repeats the start until `what` is available. `inner` must allow that, and also a stop after a failed
   * start.
   */
  retryingStart(what: string, name: string, inner: Omit<Part, 'name'>): Part {
    return {
      name,
      start: (signal) => this.waitFor(what, async () => inner.start?.(signal), signal),
      stop: async () => inner.stop?.(),
    };
  }

  /**
   * Starts the part in the background: the process meanwhile serves what does not need it. A stop ends the
   * start first.
   */
  startingInBackground(part: Part): Part {
    const stopping = new AbortController();
    let starting = Promise.resolve();
    const start = async (signal: AbortSignal): Promise<void> => {
      try {
        await part.start?.(signal);
      } catch (failure) {
        if (!signal.aborted) this.#logger.error({ error: textOf(failure) }, `${part.name} cannot be started`);
      }
    };
    return {
      name: part.name,
      start: (signal) => {
        starting = start(AbortSignal.any(signal ? [signal, stopping.signal] : [stopping.signal]));
        return Promise.resolve();
      },
      stop: async () => {
        stopping.abort('stopped');
        await starting;
        await part.stop?.();
      },
    };
  }

  #detail(): string {
    if (this.#phase === 'stopping') return 'the process stops';
    const texts = [...this.#waits].map(textOfWait);
    return texts.length === 0 ? 'the parts are being started' : `waiting for ${texts.join('; ')}`;
  }

  #logLater(wait: StartWait) {
    let isLogged = false;
    const log = (): void => {
      isLogged = true;
      this.#logger.warn({ error: wait.reason }, `waiting for ${wait.what}`);
    };
    const timer = setTimeout(log, loggedAfterMs);
    return {
      failed: (): void => {
        if (isLogged) log();
      },
      cancel: (): void => {
        clearTimeout(timer);
      },
      found: (): void => {
        const waitedMs = Math.round(performance.now() - wait.sinceMs);
        if (isLogged) this.#logger.info({ waitedMs }, `waited for ${wait.what}, which is there`);
      },
    };
  }
}

const textOfWait = ({ what, reason }: StartWait): string => (reason === null ? what : `${what} (${reason})`);
