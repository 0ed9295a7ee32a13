import { openLockSession } from './lock-session.ts';

/** A session advisory lock, held on a connection of its own for as long as that connection lives. */
export interface AdvisoryLock {
  /**
   * True while the session that holds it is known to be alive: it is asked every 2 s, and the server frees the lock of a
   * session that it has not heard of for 10 s.
   */
  isHeld(): boolean;
  /** Frees the lock; never waits for a server that says nothing. */
  release(): Promise<void>;
}

/**
 * Tries to take the lock (lockClass, key) without waiting; null when somebody else holds it. Throws a retriable Fault
 * `DATABASE_UNAVAILABLE` when the server does not answer within a few seconds.
 */
export const tryAdvisoryLock = (url: string, lockClass: number, key: number): Promise<AdvisoryLock | null> =>
  openLockSession(url, async (session) => {
    if (!(await session.tryLock(lockClass, key))) {
      await session.close();
      return null;
    }
    void session.watch();
    return { isHeld: () => session.isAlive(), release: () => session.close() };
  });
