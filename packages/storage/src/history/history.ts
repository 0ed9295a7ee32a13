import pg from 'pg';
import { Fault, systemClock } from '@loyalty/kernel';
import type { Logger } from '@loyalty/telemetry/logger';
import { isReadOnlyText, readOnlyServer } from '../sql/session-config.ts';

export interface DatabaseEpoch {
  /** The id of the database, which stays the same if the database is set back or restored. */
  readonly databaseId: string;
  /** A random id, so that none is used twice. */
  readonly epoch: string;
  /** The time at which the epoch was raised. Anything recorded earlier may come from a lost history. */
  readonly raisedAtMs: number;
}

interface ServerState extends DatabaseEpoch {
  readonly isPresent: boolean;
  readonly isOpen: boolean;
  readonly isReadOnly: boolean;
}

const marginMs = 10_000;
const askEveryMs = 100;

const stateText = `
  SELECT h.database_id AS "databaseId", e.epoch, e.incarnation IS NOT DISTINCT FROM database_incarnation() AS "isPresent",
         (extract(epoch FROM e.raised_at) * 1000)::float8 AS "raisedAtMs", e.opened_at IS NOT NULL AS "isOpen",
         ${isReadOnlyText} AS "isReadOnly"
    FROM database_history h JOIN database_epochs e USING (epoch)`;

const isOpenText = 'SELECT FROM database_epochs WHERE epoch = $1 AND opened_at IS NOT NULL';

/**
 * The history of the database. A server, and a connection to it, keeps one history. So each connection is
 * checked once, before its first use, and every transaction belongs to its history
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

  get present(): DatabaseEpoch | null {
    return this.#present;
  }

  /** Returns ten seconds after the raise, because clocks differ and transactions take time. */
  get lostUntilMs(): number {
    return this.#present === null ? 0 : this.#present.raisedAtMs + marginMs;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  noteOpened(epoch: string): void {
    if (this.#present?.epoch === epoch) this.#isOpen = true;
  }

  /**
   * Calls `work` when the database continues from an earlier commit than the last one seen. Drop your caches
   * then.
   */
  onChange(work: (present: DatabaseEpoch) => void): void {
    this.#listeners.push(work);
  }

  /**
   * Checks a connection. Throws a retriable Fault: `DATABASE_READ_ONLY` if the server takes no writes,
   * `DATABASE_BEHIND` if it continues a history whose end this process has seen, `OTHER_DATABASE` if the
   * address now leads to another database. Gives a server that was restarted or set back its epoch. With
   * `opensWithinMs`, it waits for the epoch to open, and then throws `HISTORY_OPENING`.
   */
  async admit(client: pg.ClientBase, opensWithinMs: number | null = null): Promise<void> {
    const state = await this.#stateOf(client);
    const known = this.#present?.databaseId ?? state.databaseId;
    if (state.databaseId !== known)
      throw refusal(
        'OTHER_DATABASE',
        `DATABASE_URL led to database ${known}, and leads to database ${state.databaseId} now`,
      );
    if (this.#left.has(state.epoch))
      throw refusal('DATABASE_BEHIND', 'the server keeps a history that was left');
    this.#admitted.set(client, state.epoch);
    client.once('end', () => this.#admitted.delete(client));
    if (this.#present?.epoch !== state.epoch) this.#goOn(state);
    if (state.isOpen) this.noteOpened(state.epoch);
    else await this.#untilOpen(client, state.epoch, opensWithinMs);
  }

  /**
   * Reads the state again if another connection met a new epoch meanwhile, because the result may be from
   * before it.
   */
  async #stateOf(client: pg.ClientBase): Promise<ServerState> {
    for (;;) {
      const before = this.#present;
      const state = await readOrRaise(client);
      if (this.#present === before || this.#present?.epoch === state.epoch) return state;
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
      'what was erased or revoked before the database started over has not been erased or revoked again yet',
    );
  }

  #goOn({ databaseId, epoch, raisedAtMs, isOpen }: ServerState): void {
    const before = this.#present;
    this.#present = { databaseId, epoch, raisedAtMs };
    this.#isOpen = isOpen;
    if (before === null) return;
    this.#left.add(before.epoch);
    this.#logger.warn(
      { epoch, before: before.epoch },
      'the database has started over; what is remembered of it is forgotten',
    );
    for (const [client, admittedTo] of this.#admitted) if (admittedTo !== epoch) breakOff(client);
    for (const work of this.#listeners) work(this.#present);
  }
}

const readOrRaise = async (client: pg.ClientBase): Promise<ServerState> => {
  const state = await readState(client);
  if (state.isReadOnly) throw readOnlyServer();
  if (state.isPresent) return state;
  await client.query('SELECT raise_database_epoch()');
  return readState(client);
};

const readState = async (client: pg.ClientBase): Promise<ServerState> => {
  const { rows } = await client.query<ServerState>(stateText);
  const [state] = rows;
  if (state === undefined)
    throw refusal('DATABASE_READ_ONLY', 'the database has no history; it was not migrated');
  return state;
};

const refusal = (code: string, text: string): Fault => new Fault(code, text, { retry: true });

const breakOff = (client: pg.ClientBase): void => {
  (
    client as unknown as { readonly connection: { readonly stream: { destroy(): void } } }
  ).connection.stream.destroy();
};
