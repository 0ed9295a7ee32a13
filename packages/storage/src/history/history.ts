import { Fault } from '@loyalty/kernel';
import type { Logger } from '@loyalty/telemetry';
import pg from 'pg';

/** One line of commits of one database, as the server that keeps it says. */
export interface DatabaseEpoch {
  /** Stays when the database is set back or restored. */
  readonly databaseId: string;
  /** Random, so that none is given again. */
  readonly epoch: string;
  /** Milliseconds since the epoch: what was recorded before may have been decided in a history that is lost. */
  readonly raisedAtMs: number;
}

interface Look extends DatabaseEpoch {
  readonly isPresent: boolean;
  readonly isReadOnly: boolean;
}

const marginMs = 10_000;

const lookText = `
  SELECT h.database_id AS "databaseId", e.epoch, e.incarnation IS NOT DISTINCT FROM database_incarnation() AS "isPresent",
         (extract(epoch FROM e.raised_at) * 1000)::float8 AS "raisedAtMs",
         pg_is_in_recovery() OR current_setting('transaction_read_only')::boolean AS "isReadOnly"
    FROM database_history h JOIN database_epochs e USING (epoch)`;

/**
 * The history that a process stands on. A server keeps one history for as long as it runs, and so does a connection to it: so each
 * connection is asked once, before anything is sent on it, and every transaction is of the history that its connection was admitted to
 * (ARCHITECTURE.md, «One history»).
 */
export class History {
  readonly #logger: Logger;
  readonly #admitted = new Map<pg.ClientBase, string>();
  readonly #left = new Set<string>();
  readonly #listeners: ((present: DatabaseEpoch) => void)[] = [];
  #present: DatabaseEpoch | null = null;

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  /** Null before the first connection. */
  get present(): DatabaseEpoch | null {
    return this.#present;
  }

  /**
   * What was recorded until then may have been decided by commits that are lost, milliseconds since the epoch: ten seconds behind the raise,
   * for clocks that differ and transactions that took long.
   */
  get lostUntilMs(): number {
    return this.#present === null ? 0 : this.#present.raisedAtMs + marginMs;
  }

  /** Calls `work` whenever the database goes on from an earlier commit than those seen: what was remembered of it is forgotten. */
  onChange(work: (present: DatabaseEpoch) => void): void {
    this.#listeners.push(work);
  }

  /**
   * Lets a new connection in, or throws a retriable Fault: `DATABASE_READ_ONLY` for a server that takes no writes, `DATABASE_BEHIND` for one
   * that goes on with a history which this process has seen the end of. A server that has begun anew gets its epoch here.
   */
  async admit(client: pg.ClientBase): Promise<void> {
    let look = await lookAt(client);
    if (look.isReadOnly) throw refusal('DATABASE_READ_ONLY', 'the server takes no writes');
    if (!look.isPresent) {
      await client.query('SELECT raise_database_epoch()');
      look = await lookAt(client);
    }
    if (this.#left.has(look.epoch))
      throw refusal('DATABASE_BEHIND', 'the server keeps a history that was left');
    this.#admitted.set(client, look.epoch);
    client.once('end', () => this.#admitted.delete(client));
    if (this.#present?.epoch !== look.epoch) this.#goOn(look);
  }

  #goOn({ databaseId, epoch, raisedAtMs }: DatabaseEpoch): void {
    const before = this.#present;
    this.#present = { databaseId, epoch, raisedAtMs };
    if (before === null) return;
    this.#left.add(before.epoch);
    this.#logger.warn(
      { epoch, before: before.epoch },
      'the database has begun anew; what is remembered of it is forgotten',
    );
    for (const [client, admittedTo] of this.#admitted) if (admittedTo !== epoch) breakOff(client);
    for (const work of this.#listeners) work(this.#present);
  }
}

const lookAt = async (client: pg.ClientBase): Promise<Look> => {
  const { rows } = await client.query<Look>(lookText);
  const [look] = rows;
  if (look === undefined)
    throw refusal('DATABASE_READ_ONLY', 'the database has no history; it was not migrated');
  return look;
};

const refusal = (code: string, text: string): Fault => new Fault(code, text, { retry: true });

/** What is under way on it fails, and is rolled back. */
const breakOff = (client: pg.ClientBase): void => {
  (
    client as unknown as { readonly connection: { readonly stream: { destroy(): void } } }
  ).connection.stream.destroy();
};
