import { asDatabaseFailure } from './database-failure.ts';
import { LockSession } from './lock-session.ts';

/** A session advisory lock, held for as long as the connection of its session lives. */
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
 * The advisory locks of one process, on one connection: it is opened for the first lock and closed with the last one. Locks
 * that are held at once are also lost at once.
 */
export class AdvisoryLocks {
  readonly #url: string;
  #shared: SharedSession | null = null;

  constructor(url: string) {
    this.#url = url;
  }

  /** The number of open connections: none without a lock, otherwise one. */
  get connections(): number {
    return Number(this.#shared?.isUsable() === true);
  }

  /**
   * Tries to take the lock (lockClass, key) without waiting. Returns null when it is held, by this process or another. Throws a
   * retriable Fault: `DATABASE_UNAVAILABLE` when the server does not respond within a few seconds, `DATABASE_READ_ONLY` on a
   * standby.
   */
  tryLock(lockClass: number, key: number): Promise<AdvisoryLock | null> {
    if (this.#shared?.isUsable() !== true) this.#shared = new SharedSession(new LockSession(this.#url));
    return this.#shared.tryLock(lockClass, key);
  }
}

/** Tries to take one lock on a connection of its own; see {@link AdvisoryLocks}. */
export const tryAdvisoryLock = (url: string, lockClass: number, key: number): Promise<AdvisoryLock | null> =>
  new AdvisoryLocks(url).tryLock(lockClass, key);

/** A session that closes with its last user: a lock, or a try to take one. */
class SharedSession {
  readonly #session: LockSession;
  readonly #opened: Promise<void>;
  readonly #users = new Set<string>();
  #isClosed = false;

  constructor(session: LockSession) {
    this.#session = session;
    this.#opened = session.open();
  }

  isUsable(): boolean {
    return !this.#isClosed && this.#session.isAlive();
  }

  async tryLock(lockClass: number, key: number): Promise<AdvisoryLock | null> {
    const user = `${lockClass.toString()}/${key.toString()}`;
    // Postgres would give the lock to its session once more.
    if (this.#users.has(user)) return null;
    this.#users.add(user);
    try {
      await this.#opened;
      if (await this.#session.tryLock(lockClass, key)) return this.#lock(user, lockClass, key);
      await this.#leave(user);
      return null;
    } catch (failure) {
      // A session that fails once may hold locks that its server does not know.
      await this.#close();
      throw asDatabaseFailure(failure);
    }
  }

  #lock(user: string, lockClass: number, key: number): AdvisoryLock {
    return {
      isHeld: () => this.#users.has(user) && this.isUsable(),
      release: async () => {
        if (!this.#users.has(user)) return;
        if (this.#users.size > 1 && this.isUsable()) await this.#session.unlock(lockClass, key);
        await this.#leave(user);
      },
    };
  }

  async #leave(user: string): Promise<void> {
    this.#users.delete(user);
    if (this.#users.size === 0) await this.#close();
  }

  async #close(): Promise<void> {
    this.#isClosed = true;
    await this.#session.close();
  }
}
