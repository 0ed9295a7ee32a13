import { openLockSession } from './lock-session.ts';

/** A session advisory lock, held on a connection of its own for as long as that connection lives. */
export interface AdvisoryLock {
  /**
   * True while the session that holds the lock is known to be alive. The session is pinged every 2 s; the server ends it, and
   * so frees the lock, after 10 s without a ping.
   */
  isHeld(): boolean;
  /** Frees the lock. Never waits long for a server that does not respond. */
  release(): Promise<void>;
}

/**
 * Tries to take the lock (lockClass, key) without waiting. Returns null when another session holds it. Throws a retriable Fault
 * `DATABASE_UNAVAILABLE` when the server does not respond within a few seconds.
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
