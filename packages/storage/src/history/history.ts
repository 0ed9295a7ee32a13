import { Fault, systemClock } from '@loyalty/kernel';
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
  readonly isOpen: boolean;
  readonly isReadOnly: boolean;
}

const marginMs = 10_000;
/** A clean restart opens within some hundred milliseconds. */
const askEveryMs = 100;

const lookText = `
  SELECT h.database_id AS "databaseId", e.epoch, e.incarnation IS NOT DISTINCT FROM database_incarnation() AS "isPresent",
         (extract(epoch FROM e.raised_at) * 1000)::float8 AS "raisedAtMs", e.opened_at IS NOT NULL AS "isOpen",
         pg_is_in_recovery() OR current_setting('transaction_read_only')::boolean AS "isReadOnly"
    FROM database_history h JOIN database_epochs e USING (epoch)`;

const isOpenText = 'SELECT FROM database_epochs WHERE epoch = $1 AND opened_at IS NOT NULL';

/**
 * The history that a process stands on. A server keeps one history for as long as it runs, and so does a connection to it: so each
 * connection is asked once, before anything is sent on it, and every transaction is of the history that its connection was admitted to
 * (docs/mechanisms/clocks-and-history.md, «One history»).
 */
export class History {
  readonly #logger: Logger;
  readonly #admitted = new Map<pg.ClientBase, string>();
  readonly #left = new Set<string>();
  readonly #listeners: ((present: DatabaseEpoch) => void)[] = [];
  #present: DatabaseEpoch | null = null;
  #isOpen = true;

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

  /**
   * False while what the lost commits had taken away (erasures, revocations) is not taken away again, as far as this process knows: it asks
   * with each new connection, and whoever waits for it asks again.
   */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Notes that somebody has seen this epoch open; it stays so. */
  noteOpened(epoch: string): void {
    if (this.#present?.epoch === epoch) this.#isOpen = true;
  }

  /** Calls `work` whenever the database goes on from an earlier commit than those seen: what was remembered of it is forgotten. */
  onChange(work: (present: DatabaseEpoch) => void): void {
    this.#listeners.push(work);
  }

  /**
   * Lets a new connection in, or throws a retriable Fault: `DATABASE_READ_ONLY` for a server that takes no writes, `DATABASE_BEHIND` for one
   * that goes on with a history which this process has seen the end of. A server that has begun anew gets its epoch here. With
   * `opensWithinMs` it waits for so long until the epoch is open, and then throws `HISTORY_OPENING`, retriable too.
   */
  async admit(client: pg.ClientBase, opensWithinMs: number | null = null): Promise<void> {
    const look = await this.#lookOf(client);
    if (this.#left.has(look.epoch))
      throw refusal('DATABASE_BEHIND', 'the server keeps a history that was left');
    this.#admitted.set(client, look.epoch);
    client.once('end', () => this.#admitted.delete(client));
    if (this.#present?.epoch !== look.epoch) this.#goOn(look);
    if (look.isOpen) this.noteOpened(look.epoch);
    else await this.#untilOpen(client, look.epoch, opensWithinMs);
  }

  /**
   * What a connection says of its server. An answer that was on its way while another connection met an epoch may be of one before: it is
   * asked for again, and a connection to a server that has begun anew since is gone.
   */
  async #lookOf(client: pg.ClientBase): Promise<Look> {
    for (;;) {
      const before = this.#present;
      const look = await lookOrRaise(client);
      if (this.#present === before || this.#present?.epoch === look.epoch) return look;
    }
  }

  async #untilOpen(client: pg.ClientBase, epoch: string, withinMs: number | null): Promise<void> {
    if (withinMs === null) return;
    for (let waitedMs = 0; waitedMs < withinMs; waitedMs += askEveryMs) {
      await systemClock.sleep(askEveryMs);
      const { rowCount } = await client.query(isOpenText, [epoch]);
      if (rowCount === 1) {
        this.noteOpened(epoch);
        return;
      }
    }
    throw refusal(
      'HISTORY_OPENING',
      'what was erased or revoked before the database began anew is not so again yet',
    );
  }

  #goOn({ databaseId, epoch, raisedAtMs, isOpen }: Look): void {
    const before = this.#present;
    this.#present = { databaseId, epoch, raisedAtMs };
    this.#isOpen = isOpen;
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

const lookOrRaise = async (client: pg.ClientBase): Promise<Look> => {
  const look = await lookAt(client);
  if (look.isReadOnly) throw refusal('DATABASE_READ_ONLY', 'the server takes no writes');
  if (look.isPresent) return look;
  await client.query('SELECT raise_database_epoch()');
  return lookAt(client);
};

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
