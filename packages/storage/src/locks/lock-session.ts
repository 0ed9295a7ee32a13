import { Socket } from 'node:net';
import { systemClock } from '@loyalty/kernel';
import pg from 'pg';
import { confirmSettings } from './confirm-settings.ts';
import { isReadOnlyText, readOnlyServer } from './read-only-server.ts';
import { askedSettings, sessionConfig, type NewSession } from './session-config.ts';

/** How long a response may take. */
const responseMs = 2_000;
const pingEveryMs = 2_000;
/** The server ends a session after this time without a ping, five times the interval, and frees its lock. */
const silenceMaxMs = 10_000;
/** A responsive server ends the session within a round trip. */
const goodbyeMs = 500;

/** A dedicated connection that knows whether its session is alive. Nothing on it waits for ever. */
export class LockSession {
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

  /** False once the session has ended, or the server has not responded to a ping. */
  isAlive(): boolean {
    return !this.#ending.signal.aborted;
  }

  /** Connects, and pings the server from then on until a ping fails, or finds that the server takes no writes any more. */
  async open(): Promise<void> {
    await this.#client.connect();
    await confirmSettings(this.#client, askedSettings(this.#session));
    void this.#watch();
  }

  /**
   * Returns true when the lock (lockClass, key) was taken. Throws a retriable Fault `DATABASE_READ_ONLY` on a standby, because
   * its locks are not those of the primary.
   */
  async tryLock(lockClass: number, key: number): Promise<boolean> {
    const { rows } = await this.#client.query<{ taken: boolean; isReadOnly: boolean }>(
      `SELECT pg_try_advisory_lock($1, $2) AS taken, ${isReadOnlyText} AS "isReadOnly"`,
      [lockClass, key],
    );
    if (rows[0]?.isReadOnly === true) throw readOnlyServer();
    return rows[0]?.taken === true;
  }

  /** Frees the lock (lockClass, key). A server that does not respond frees all locks of the session soon. */
  async unlock(lockClass: number, key: number): Promise<void> {
    await this.#client.query('SELECT pg_advisory_unlock($1, $2)', [lockClass, key]).catch(() => {
      this.#abandon();
    });
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

  async #watch(): Promise<void> {
    const { signal } = this.#ending;
    for (;;) {
      await systemClock.sleep(pingEveryMs, signal);
      if (signal.aborted) return;
      if (!(await this.#isPrimary())) this.#abandon();
    }
  }

  /** A primary that was demoted without a restart keeps its sessions and their locks, which another server does not know. */
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
