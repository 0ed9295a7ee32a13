import { randomInt } from 'node:crypto';
import { Fault, type Part, pauseToTick, systemClock, textOf } from '@loyalty/kernel';
import { type AdvisoryLock, tryAdvisoryLock } from '@loyalty/storage';
import { outboxLockClass } from '@loyalty/storage/outbox';
import type { Logger } from '@loyalty/telemetry/logger';

export interface OutboxOwner extends Part {
  readonly owner: number;
  isHeld(): boolean;
}

const watchEveryMs = 2_000;

/**
 * Registers an owner. A session advisory lock proves that the owner is alive; others sweep the rows of owners
 * without one. It takes the lock again if its session was lost. A start that failed may be repeated.
 */
export const registerOutboxOwner = (url: string, logger: Logger): OutboxOwner => {
  const owner = randomInt(1, 2 ** 31);
  const stopping = new AbortController();
  let watching: Promise<void> = Promise.resolve();
  const held: { lock: AdvisoryLock | null } = { lock: null };

  const take = async (): Promise<void> => {
    const lock = await tryAdvisoryLock(url, outboxLockClass, owner);
    if (stopping.signal.aborted) await lock?.release();
    else held.lock = lock;
  };

  const isHeld = (): boolean => held.lock?.isHeld() === true;

  const warn = (failure: unknown): void => {
    logger.warn({ error: textOf(failure) }, 'the outbox lock was lost; taking it again');
  };

  const watch = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      if (!isHeld()) await take().catch(warn);
      await pauseToTick(systemClock, watchEveryMs, stopping.signal);
    }
  };

  return {
    name: 'outbox-owner',
    owner,
    isHeld,
    start: async () => {
      await take();
      if (!isHeld()) throw taken();
      watching = watch();
    },
    stop: async () => {
      stopping.abort();
      // It may be taking the lock again; that lock is released too.
      await watching;
      await held.lock?.release();
    },
  };
};

const taken = (): Fault => new Fault('OUTBOX_OWNER_TAKEN', 'another process has drawn the same owner number');
