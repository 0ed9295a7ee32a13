import { randomInt } from 'node:crypto';
import { Fault, systemClock, textOf, type Part } from '@loyalty/kernel';
import { outboxLockClass, tryAdvisoryLock, type AdvisoryLock } from '@loyalty/storage';
import type { Logger } from '@loyalty/telemetry';

/** The name under which this process owes to Kafka; it lives as long as its advisory lock does. */
export interface OutboxOwner extends Part {
  readonly owner: number;
}

const watchEveryMs = 2_000;

/**
 * Holds a session advisory lock as the sign that the owner of outbox rows is alive; rows of owners without one are
 * swept by others. Takes the lock anew when its session was lost (the database restarted).
 */
export const holdOutboxOwner = (url: string, logger: Logger): OutboxOwner => {
  const owner = randomInt(1, 2 ** 31);
  const stopping = new AbortController();
  let lock: AdvisoryLock | null = null;

  const take = async (): Promise<void> => {
    lock = await tryAdvisoryLock(url, outboxLockClass, owner);
  };

  const watch = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await systemClock.sleep(watchEveryMs, stopping.signal);
      if (stopping.signal.aborted || lock?.isHeld() === true) continue;
      await take().catch((failure: unknown) => {
        logger.warn({ error: textOf(failure) }, 'the outbox lock is lost; taking it anew');
      });
    }
  };

  return {
    name: 'outbox-owner',
    owner,
    start: async () => {
      await take();
      if (lock === null) throw new Fault('OUTBOX_OWNER_TAKEN', 'another process has drawn the same owner number');
      void watch();
    },
    stop: async () => {
      stopping.abort();
      await lock?.release();
    },
  };
};
