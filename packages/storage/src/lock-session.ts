import { Socket } from 'node:net';
import { systemClock } from '@loyalty/kernel';
import pg from 'pg';
import { asDatabaseFailure } from './database-failure.ts';
import { postgresAddress } from './postgres-address.ts';

/** How long a connection may take, and how long a response. */
const connectMs = 5_000;
const responseMs = 2_000;
const pingEveryMs = 2_000;
/** The server ends a session after this time without a ping, five times the interval, and frees its lock. */
const silenceMaxMs = 10_000;
/** A responsive server ends the session within a round trip. */
const goodbyeMs = 500;

/** A dedicated connection that knows whether its session is alive. Nothing on it waits for ever. */
export class LockSession {
  readonly #socket = new Socket();
  readonly #client: pg.Client;
  readonly #ending = new AbortController();

  constructor(url: string) {
    this.#client = new pg.Client({
      ...postgresAddress(url),
      application_name: 'loyalty-lock',
      stream: () => this.#socket,
      connectionTimeoutMillis: connectMs,
      query_timeout: responseMs,
      keepAlive: true,
      options: `-c idle_session_timeout=${silenceMaxMs.toString()}`,
    });
    const lost = (): void => {
      this.#ending.abort();
    };
    this.#client.on('error', lost);
    this.#client.on('end', lost);
  }

  /** False once the session has ended, or the server has not responded to a ping. */
  isAlive(): boolean {
    return !this.#ending.signal.aborted;
  }

  async connect(): Promise<void> {
    await this.#client.connect();
  }

  /** Returns true when the lock (lockClass, key) was taken. */
  async tryLock(lockClass: number, key: number): Promise<boolean> {
    const { rows } = await this.#client.query<{ taken: boolean }>(
      'SELECT pg_try_advisory_lock($1, $2) AS taken',
      [lockClass, key],
    );
    return rows[0]?.taken === true;
  }

  /** Pings the server until a ping fails. */
  async watch(): Promise<void> {
    const { signal } = this.#ending;
    for (;;) {
      await systemClock.sleep(pingEveryMs, signal);
      if (signal.aborted) return;
      await this.#client.query('SELECT').catch(() => {
        this.#abandon();
      });
    }
  }

  /** Ends the session. Sends no goodbye when the server does not respond. */
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

  #abandon(): void {
    this.#ending.abort();
    this.#socket.destroy();
  }
}

/** Opens a session and runs `work` on it. On failure closes the session and throws what storage throws. */
export const openLockSession = async <T>(
  url: string,
  work: (session: LockSession) => Promise<T>,
): Promise<T> => {
  const session = new LockSession(url);
  try {
    await session.connect();
    return await work(session);
  } catch (failure) {
    await session.close();
    throw asDatabaseFailure(failure);
  }
};
