import { textOf } from '@loyalty/kernel';
import { History } from '@loyalty/storage/history';
import { silentLogger } from '@loyalty/telemetry/logger';
import type { blocked, ServerLine } from '../../line.ts';
import { type MemoryDatabase, StoreFailure } from '../../memory-database.ts';
import { raiseEpoch, readEpoch } from './epochs.ts';
import type { Losses } from './losses.ts';

export interface DatabaseConnectionsOptions {
  readonly line: ServerLine;
  readonly database: MemoryDatabase;
  readonly losses: Losses;
}

/**
 * Doubled with each epoch, so that even when raises are lost no sum of the remaining ones leads to the same numbers.
 * Postgres draws its jumps at random.
 */
const skippedNumbers = 1_000_000;

/**
 * One process's connections to a database that may restart from an earlier commit. The real {@link History} admits each
 * connection before anything else is sent on it. Connections to an earlier life of the server break at their next use.
 */
export class DatabaseConnections implements ServerLine {
  readonly history = new History(silentLogger);
  readonly #options: DatabaseConnectionsOptions;
  #idle: SimulatedConnection[] = [];

  constructor(options: DatabaseConnectionsOptions) {
    this.#options = options;
  }

  async call<T>(what: string, work: () => T | typeof blocked): Promise<T> {
    this.#idle = this.#idle.filter(({ isBroken }) => !isBroken);
    const connection = this.#idle.pop() ?? (await this.#open());
    try {
      return await connection.call(what, work);
    } finally {
      this.#idle.push(connection);
    }
  }

  async #open(): Promise<SimulatedConnection> {
    const connection = new SimulatedConnection(this.#options);
    try {
      await connection.open();
      await this.history.admit(connection as unknown as Parameters<History['admit']>[0]);
    } catch (failure) {
      throw failure instanceof StoreFailure ? failure : new StoreFailure('unavailable', textOf(failure));
    }
    return connection;
  }
}

/** The part of a Postgres client that {@link History} uses. */
class SimulatedConnection {
  readonly #options: DatabaseConnectionsOptions;
  #incarnation = 0;
  isBroken = false;
  readonly connection = {
    stream: {
      destroy: (): void => {
        this.isBroken = true;
      },
    },
  };

  constructor(options: DatabaseConnectionsOptions) {
    this.#options = options;
  }

  open(): Promise<void> {
    const { line, database } = this.#options;
    return line.call('connect', () => {
      this.#incarnation = database.incarnation;
    });
  }

  async query(text: string): Promise<{ readonly rows: readonly unknown[] }> {
    const { database, losses } = this.#options;
    if (text.startsWith('SELECT raise_database_epoch')) {
      await this.call('raise an epoch', () => {
        losses.epochs += 1;
        const skipped = losses.without === 'sequences' ? 0 : skippedNumbers * 2 ** losses.epochs;
        raiseEpoch(database, { epoch: `epoch ${losses.epochs.toString()}`, skipped });
      });
      return { rows: [] };
    }
    return { rows: [await this.call('look at the epoch', () => readEpoch(database))] };
  }

  /** Does nothing: no event of an ended connection is needed. */
  once(): void {
    // Nothing hears of its end.
  }

  /** Runs a call. The result is lost when the connection breaks meanwhile. */
  async call<T>(what: string, work: () => T | typeof blocked): Promise<T> {
    const { line, database } = this.#options;
    const result = await line.call(what, () => {
      if (this.#incarnation !== database.incarnation) this.isBroken = true;
      this.#check();
      return work();
    });
    this.#check();
    return result;
  }

  #check(): void {
    if (this.isBroken) throw new StoreFailure('unavailable', 'the connection is broken');
  }
}
