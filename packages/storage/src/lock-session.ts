import { Socket } from 'node:net';
import { systemClock } from '@loyalty/kernel';
import pg from 'pg';
import { asDatabaseFailure } from './database-failure.ts';

/** How long connecting may take, and how long an answer. */
const connectMs = 5_000;
const answerMs = 2_000;
const pingEveryMs = 2_000;
/** The server ends a session, and frees its lock, that has not pinged for as long as five pings. */
const silenceMaxMs = 10_000;
/** A server that still speaks ends the session in a round trip. */
const goodbyeMs = 500;

/** A connection of its own that says whether its session still lives: nothing on it waits for ever. */
export class LockSession {
  readonly #socket = new Socket();
  readonly #client: pg.Client;
  readonly #ending = new AbortController();

  constructor(url: string) {
    this.#client = new pg.Client({
      connectionString: url,
      application_name: 'loyalty-lock',
      stream: () => this.#socket,
      connectionTimeoutMillis: connectMs,
      query_timeout: answerMs,
      keepAlive: true,
      options: `-c idle_session_timeout=${silenceMaxMs.toString()}`,
    });
    const lost = (): void => {
      this.#ending.abort();
    };
    this.#client.on('error', lost);
    this.#client.on('end', lost);
  }

  /** False once the session has ended, or its server has not answered. */
  isAlive(): boolean {
    return !this.#ending.signal.aborted;
  }

  async connect(): Promise<void> {
    await this.#client.connect();
  }

  /** True when the lock (lockClass, key) is taken. */
  async tryLock(lockClass: number, key: number): Promise<boolean> {
    const { rows } = await this.#client.query<{ taken: boolean }>(
      'SELECT pg_try_advisory_lock($1, $2) AS taken',
      [lockClass, key],
    );
    return rows[0]?.taken === true;
  }

  /** Asks for a sign of life again and again, until there is none. */
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

  /** Ends the session; without a word where the server says nothing either. */
  async close(): Promise<void> {
    const wasAlive = this.isAlive();
    this.#ending.abort();
    const heard = new AbortController();
    const goodbye = this.#client.end().finally(() => {
      heard.abort();
    });
    if (wasAlive) await Promise.race([goodbye, systemClock.sleep(goodbyeMs, heard.signal)]);
    heard.abort();
    this.#socket.destroy();
  }

  #abandon(): void {
    this.#ending.abort();
    this.#socket.destroy();
  }
}

/** Opens a session and does `work` on it; one that fails is closed, and its failure thrown as storage throws it. */
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
