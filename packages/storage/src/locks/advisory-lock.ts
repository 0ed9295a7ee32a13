import { Socket } from 'node:net';
import pg from 'pg';
import { pauseToTick, systemClock } from '@loyalty/kernel';
import { toDatabaseFailure } from '../sql/database-failure.ts';
import {
  askedSettings,
  confirmSettings,
  isReadOnlyText,
  type NewSession,
  readOnlyServer,
  sessionConfig,
} from '../sql/session-config.ts';

/** A lock that is held for as long as the connection of its session lives. */
export interface AdvisoryLock {
  /**
   * Returns true if the lock is held. A ping every 2 s decides; after 10 s without one the server ends the
   * session and so frees the lock.
   */
  isHeld(): boolean;
  /** Releases the lock, without waiting long for a server that does not respond. */
  release(): Promise<void>;
}

/**
 * Takes locks over one connection, which exists for as long as any lock is held: locks that are held together
 * are also lost together.
 */
export class AdvisoryLocks {
  readonly #url: string;
  #shared: SharedSession | null = null;

  constructor(url: string) {
    this.#url = url;
  }

  get connections(): number {
    return Number(this.#shared?.isUsable() === true);
  }

  /**
   * Tries to take a lock without waiting; returns null if this process or another one holds it. Throws a
   * retriable Fault: `DATABASE_UNAVAILABLE` if the server does not respond within seconds,
   * `DATABASE_READ_ONLY` on a standby.
   */
  tryLock(lockClass: number, key: number): Promise<AdvisoryLock | null> {
    if (this.#shared?.isUsable() !== true) this.#shared = new SharedSession(new LockSession(this.#url));
    return this.#shared.tryLock(lockClass, key);
  }
}

/** Tries to take a lock over a separate connection. */
export const tryAdvisoryLock = (url: string, lockClass: number, key: number): Promise<AdvisoryLock | null> =>
  new AdvisoryLocks(url).tryLock(lockClass, key);

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
      throw toDatabaseFailure(failure);
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

const responseMs = 2_000;
const pingEveryMs = 2_000;
/** The server then ends the session and frees its lock; five times the interval. */
const silenceMaxMs = 10_000;
const goodbyeMs = 500;

/** Nothing on it waits for ever. */
class LockSession {
  readonly #session: NewSession;
  readonly #socket = new Socket();
  readonly #client: pg.Client;
  readonly #ending = new AbortController();

  constructor(url: string) {
    this.#session = {
      url,
      applicationName: 'loyalty-lock',
      settings: { idle_session_timeout: silenceMaxMs },
    };
    this.#client = new pg.Client({
      ...sessionConfig(this.#session),
      stream: () => this.#socket,
      query_timeout: responseMs,
    });
    const lost = (): void => {
      this.#ending.abort();
    };
    this.#client.on('error', lost);
    this.#client.on('end', lost);
  }

  isAlive(): boolean {
    return !this.#ending.signal.aborted;
  }

  async open(): Promise<void> {
    await this.#client.connect();
    await confirmSettings(this.#client, askedSettings(this.#session));
    void this.#watch();
  }

  /** Throws a retriable Fault `DATABASE_READ_ONLY` on a standby: its locks are not those of the primary. */
  async tryLock(lockClass: number, key: number): Promise<boolean> {
    const { rows } = await this.#client.query<{ taken: boolean; isReadOnly: boolean }>(
      `SELECT pg_try_advisory_lock($1, $2) AS taken, ${isReadOnlyText} AS "isReadOnly"`,
      [lockClass, key],
    );
    if (rows[0]?.isReadOnly === true) throw readOnlyServer();
    return rows[0]?.taken === true;
  }

  /** A server that does not respond frees all locks of the session soon. */
  async unlock(lockClass: number, key: number): Promise<void> {
    await this.#client.query('SELECT pg_advisory_unlock($1, $2)', [lockClass, key]).catch(() => {
      this.#abandon();
    });
  }

  /** Sends no goodbye when the server does not respond. */
  async close(): Promise<void> {
    const wasAlive = this.isAlive();
    this.#ending.abort();
    const ended = new AbortController();
    const goodbye = this.#client.end().finally(() => {
      ended.abort();
    });
    if (wasAlive) await Promise.race([goodbye, systemClock.sleep(goodbyeMs, ended.signal)]);
    ended.abort();
    this.#socket.destroy();
  }

  async #watch(): Promise<void> {
    const { signal } = this.#ending;
    for (;;) {
      await pauseToTick(systemClock, pingEveryMs, signal);
      if (signal.aborted) return;
      if (!(await this.#isPrimary())) this.#abandon();
    }
  }

  /** A primary that is demoted without a restart keeps sessions and locks, which the next does not know. */
  async #isPrimary(): Promise<boolean> {
    try {
      const { rowCount } = await this.#client.query(`SELECT WHERE NOT ${isReadOnlyText}`);
      return rowCount === 1;
    } catch {
      return false;
    }
  }

  #abandon(): void {
    this.#ending.abort();
    this.#socket.destroy();
  }
}
