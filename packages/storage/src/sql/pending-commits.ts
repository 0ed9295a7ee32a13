import pg from 'pg';
import { systemClock } from '@loyalty/kernel';
import { type NewSession, sessionConfig } from './session-config.ts';

/** The response to a statement that the server has ended by its limit arrives within this time. */
const serverGraceMs = 500;
/** The response to {@link readWaiting}, from a server that is there. */
const askMs = 1_500;
/** A standby is unavailable for seconds or for hours. */
const askAgainMs = 5_000;

/** The longest of Node's timers, because pg's own limit would close a connection whose backend stays. */
export const withoutQueryTimeout = { query_timeout: 2_147_483_647 } as const;

/** These fields of pg's connection are not in its types. */
interface PgInternals {
  readonly processID: number | null;
  readonly connection: { readonly stream: { destroy(): void } };
}

type BackendCheck = (client: pg.ClientBase) => boolean;

interface PendingCommitsOptions {
  readonly session: NewSession;
  /** After this time the server has ended every statement, but not a COMMIT. */
  readonly limitMs: number;
}

interface Asked<T> {
  readonly client: pg.ClientBase;
  readonly answer: Promise<T>;
  /** Called once, unless the answer came in time: with the failure that ends the connection, or without one. */
  readonly release: (failure?: Error) => void;
}

type Answer<T> = { readonly outcome: 'answered'; readonly value: T } | { readonly outcome: 'held' };

/**
 * Bounds the wait for statements that may commit (D138). No limit of Postgres ends a COMMIT that waits for a
 * synchronous standby. Closing its connection does not end it either: the backend stays, and others that are
 * opened in its place use up `max_connections`. So its connection stays taken until the response comes or its
 * backend no longer waits.
 */
export class PendingCommits {
  readonly #options: PendingCommitsOptions;
  readonly #held = new Set<pg.ClientBase>();
  readonly #closing = new AbortController();
  #asking: Promise<BackendCheck> | null = null;

  constructor(options: PendingCommitsOptions) {
    this.#options = options;
  }

  /** Returns the number of connections whose COMMIT waits for a standby although its caller has given up. */
  get count(): number {
    return this.#held.size;
  }

  /**
   * Waits for a statement within its time, and throws what the statement rejects with. `held` means that the
   * outcome is unknown and that the connection no longer belongs to the caller.
   */
  async until<T>(asked: Asked<T>): Promise<Answer<T>> {
    const answer = asked.answer.then((value) => ({ outcome: 'answered' as const, value }));
    const { limitMs } = this.#options;
    const inTime = await within(limitMs + serverGraceMs, answer);
    if (inTime !== null) return inTime;
    let isWaiting: BackendCheck = () => false;
    void this.#ask().then((check) => {
      isWaiting = check;
    });
    const late = await within(askMs, answer);
    if (late !== null) return late;
    if (isWaiting(asked.client) && !this.#closing.signal.aborted) {
      this.#hold(asked);
      return { outcome: 'held' };
    }
    destroy(asked.client);
    return answer;
  }

  /** Ends the connections that are held. The pool waits for none of them. */
  close(): void {
    this.#closing.abort('closed');
    for (const client of this.#held) destroy(client);
  }

  #hold({ client, answer, release }: Asked<unknown>): void {
    this.#held.add(client);
    const ended = (failure?: Error): void => {
      this.#held.delete(client);
      release(failure);
    };
    answer.then(
      () => {
        ended();
      },
      (failure: unknown) => {
        ended(failure instanceof Error ? failure : new Error(String(failure)));
      },
    );
    if (this.#held.size === 1) void this.#watch();
  }

  async #watch(): Promise<void> {
    while (this.#held.size > 0) {
      await systemClock.sleep(askAgainMs, this.#closing.signal);
      if (this.#closing.signal.aborted) return;
      const isWaiting = await this.#ask();
      for (const client of this.#held) if (!isWaiting(client)) destroy(client);
    }
  }

  /** Asks about the backends, once at a time, because the result covers all of them. */
  #ask(): Promise<BackendCheck> {
    this.#asking ??= readWaiting(this.#options.session).finally(() => {
      this.#asking = null;
    });
    return this.#asking;
  }
}

/** Returns null if there is none in time. */
const within = async <T>(ms: number, answer: Promise<T>): Promise<T | null> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, ms, null);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
};

const waitingText = `SELECT pid FROM pg_stat_activity WHERE wait_event = 'SyncRep'`;

/** SQLSTATE too_many_connections: the server is there, and every place that is kept counts. */
const tooManyConnections = '53300';

/**
 * Opens a connection besides the pool, which may have none left. If the server does not respond, no commit
 * counts as waiting.
 */
const readWaiting = async (session: NewSession): Promise<BackendCheck> => {
  const client = new pg.Client({
    ...sessionConfig(session),
    connectionTimeoutMillis: askMs,
    query_timeout: askMs,
  });
  // Without a listener the process would end.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ readonly pid: number }>(waitingText);
    const waiting = new Set(rows.map(({ pid }) => pid));
    return (of) => waiting.has(internalsOf(of).processID ?? 0);
  } catch (failure) {
    const isFull = failure instanceof pg.DatabaseError && failure.code === tooManyConnections;
    return () => isFull;
  } finally {
    client.end().catch(() => undefined);
  }
};

/** pg itself would wait for the response. */
const destroy = (client: pg.ClientBase): void => {
  internalsOf(client).connection.stream.destroy();
};

const internalsOf = (client: pg.ClientBase): PgInternals => client as unknown as PgInternals;
