import { positionKeyOf } from '@loyalty/kernel';
import type { DatabaseFailure } from '@loyalty/storage';
import type { CountedLetters } from '@loyalty/storage/dead-letter-counts';
import type {
  GroupKey,
  GroupPartition,
  PositionMove,
  StreamPosition,
  TopicPartition,
} from '@loyalty/storage/positions';
import type { Store } from '@loyalty/streams';
import { blocked, blockedMs, directLine, type ServerLine } from './line.ts';
import {
  MemoryDatabase,
  type MemoryTransaction,
  type StoredPosition,
  StoreFailure,
  StoreLockTimeout,
  type ToyEffect,
} from './memory-database.ts';

export interface MemoryStoreOptions {
  /** The database, which all processes of a simulation share. Without it the store creates its own. */
  readonly database?: MemoryDatabase;
  readonly line?: ServerLine;
  /** Identifies the process: the owner of its outbox rows and of its transactions. */
  readonly owner?: number;
  /**
   * Registers work to run when the database continues from an earlier commit. By default the database calls
   * it immediately.
   */
  readonly onHistoryChange?: (work: () => void) => void;
  /** Returns true if the database refuses all writes without a fault of the data. Default: never. */
  readonly isRefusing?: () => boolean;
  /** How long a statement waits for a lock, in milliseconds. Default: as long as the line allows. */
  readonly lockMs?: number;
}

/** The runtime's {@link Store} in memory: one process's connection to a {@link MemoryDatabase}. */
export class MemoryStore implements Store<MemoryTransaction> {
  readonly clusterId = 'memory';
  readonly database: MemoryDatabase;
  readonly owner: number;
  readonly #line: ServerLine;
  readonly #isRefusing: () => boolean;
  readonly #lockMs: number | null;
  readonly #onHistoryChange: (work: () => void) => void;
  /** The statements of a transaction that were sent one after the other; the first is at the server. */
  readonly #sent = new WeakMap<MemoryTransaction, (() => void)[]>();
  /** Errors that the next transactions throw at their commit, in order; null lets one commit. */
  readonly failures: (StoreFailure | null)[] = [];
  commits = 0;

  constructor({
    database = new MemoryDatabase(),
    line = directLine,
    owner = 1,
    isRefusing = () => false,
    lockMs,
    onHistoryChange = (work) => database.historyListeners.push(work),
  }: MemoryStoreOptions = {}) {
    this.#isRefusing = isRefusing;
    this.#lockMs = lockMs ?? null;
    this.#onHistoryChange = onHistoryChange;
    this.database = database;
    this.owner = owner;
    this.#line = line;
  }

  /** The committed rows of the toy ledger. */
  get effects(): ReadonlyMap<string, ToyEffect> {
    return this.database.effects.rows;
  }

  /** The packed messages of the outbox, by the id of their row. */
  get outbox(): ReadonlyMap<number, Buffer> {
    return new Map([...this.database.outbox.rows].map(([id, { messages }]) => [Number(id), messages]));
  }

  positionOf(at: GroupPartition): StoredPosition | undefined {
    return this.database.positions.read(null, positionKeyOf(at));
  }

  setPosition(at: GroupPartition, position: StoredPosition): void {
    const tx = this.database.begin(this.owner);
    this.database.positions.write(tx, positionKeyOf(at), position);
    this.database.commit(tx);
  }

  readPositions(
    { consumerGroup }: GroupKey,
    partitions: readonly TopicPartition[],
  ): Promise<StreamPosition[]> {
    return this.#line.call('read positions', () =>
      partitions.flatMap(({ topic, partition }) => {
        const stored = this.positionOf({ consumerGroup, topic, partition });
        return stored === undefined ? [] : [{ topic, partition, ...stored }];
      }),
    );
  }

  readKnownTopics(consumerGroup: string, topics: readonly string[]): Promise<string[]> {
    return this.#line.call('read known topics', () => {
      const keys = [...this.database.positions.rows.keys()];
      return topics.filter((topic) => keys.some((key) => key.startsWith(`${consumerGroup}/${topic}/`)));
    });
  }

  insertPositions(
    { consumerGroup }: GroupKey,
    starts: readonly (TopicPartition & { readonly nextOffset: number })[],
  ): Promise<void> {
    return this.alone('insert positions', (tx) => {
      const { positions } = this.database;
      for (const { nextOffset, ...at } of starts) {
        const key = positionKeyOf({ ...at, consumerGroup });
        if (!positions.lock(tx, key)) return blocked;
        if (positions.read(tx, key) === undefined)
          positions.write(tx, key, { nextOffset, lastTimestamp: null, state: 'RUNNING' });
      }
      return undefined;
    });
  }

  async transact<T>(work: (tx: MemoryTransaction) => Promise<T>, lockMs: number | null = null): Promise<T> {
    const tx = await this.#line.call('begin', () => this.database.begin(this.owner, lockMs ?? this.#lockMs));
    try {
      const result = await work(tx);
      await this.within(tx, 'commit', () => {
        this.#commit(tx);
      });
      return result;
    } catch (failure) {
      // The server makes up for a rollback that does not arrive.
      await this.#inOrder(tx, 'rollback', () => {
        this.database.rollback(tx);
      }).catch(() => undefined);
      throw failure;
    }
  }

  /** Runs one statement of an open transaction. Several may be sent without waiting, and are executed in order. */
  within<T>(tx: MemoryTransaction, what: string, work: () => T | typeof blocked): Promise<T> {
    let tries = 0;
    return this.#inOrder(tx, what, () => {
      this.database.check(tx);
      const result = work();
      tries += 1;
      if (result === blocked && tries * blockedMs > (tx.lockMs ?? Infinity)) throw new StoreLockTimeout(what);
      return result;
    });
  }

  /** Runs one statement that is a transaction of its own. */
  async alone(what: string, work: (tx: MemoryTransaction) => typeof blocked | undefined): Promise<void> {
    await this.#line.call(what, () => {
      const tx = this.database.begin(this.owner);
      if (work(tx) === blocked) {
        this.database.rollback(tx);
        return blocked;
      }
      this.database.commit(tx);
      return undefined;
    });
  }

  advance(tx: MemoryTransaction, moves: readonly PositionMove[]): Promise<GroupPartition[]> {
    const { positions } = this.database;
    const stands = (move: PositionMove): boolean => {
      const stored = positions.read(tx, positionKeyOf(move));
      return stored?.nextOffset === move.fromOffset && stored.state === 'RUNNING';
    };
    return this.within(tx, 'advance', () => {
      // As in Postgres, only matching rows are locked, and they are checked again once they are.
      const matching = moves.filter(stands);
      if (!matching.every((move) => positions.lock(tx, positionKeyOf(move)))) return blocked;
      const lost = moves.filter((move) => !stands(move));
      for (const move of matching) {
        if (!stands(move)) continue;
        const { toOffset: nextOffset, lastTimestamp } = move;
        positions.write(tx, positionKeyOf(move), { nextOffset, lastTimestamp, state: 'RUNNING' });
      }
      return lost;
    });
  }

  addToOutbox(tx: MemoryTransaction, messages: Buffer): Promise<number> {
    return this.within(tx, 'add to the outbox', () => {
      const id = this.database.nextOutboxId();
      this.database.outbox.write(tx, id.toString(), { owner: this.owner, messages });
      return id;
    });
  }

  deleteOutbox(tx: MemoryTransaction, ids: readonly number[]): Promise<void> {
    return this.within(tx, 'settle', () => {
      for (const id of ids) this.database.outbox.write(tx, id.toString(), undefined);
    });
  }

  park(tx: MemoryTransaction | null, parked: GroupPartition & { readonly reason: string }): Promise<void> {
    const { positions } = this.database;
    const key = positionKeyOf(parked);
    const park = (within: MemoryTransaction): typeof blocked | undefined => {
      if (!positions.lock(within, key)) return blocked;
      const stored = positions.read(within, key);
      if (stored !== undefined) positions.write(within, key, { ...stored, state: 'PARKED' });
      return undefined;
    };
    if (tx === null) return this.alone('park alone', park);
    return this.within(tx, 'park', () => park(tx));
  }

  countDeadLetters(tx: MemoryTransaction, { count, environmentId, ...at }: CountedLetters): Promise<number> {
    const { letterCounts, now } = this.database;
    return this.within(tx, 'count dead letters', () => {
      const minute = Math.floor(now() / 60_000).toString();
      const key = `${positionKeyOf(at)}/${environmentId.toString()}/${minute}`;
      if (!letterCounts.lock(tx, key)) return blocked;
      const total = (letterCounts.read(tx, key) ?? 0) + count;
      letterCounts.write(tx, key, total);
      return total;
    });
  }

  writeWitness(): Promise<void> {
    return this.alone('write a witness', () => {
      if (this.#isRefusing()) throw new StoreFailure('data', 'the database refuses for no reason');
      return undefined;
    });
  }

  onHistoryChange(work: () => void): void {
    this.#onHistoryChange(work);
  }

  classifyFailure(thrown: unknown): DatabaseFailure {
    return thrown instanceof StoreFailure ? thrown.asks : 'unknown';
  }

  isLockTimeout(thrown: unknown): boolean {
    return thrown instanceof StoreLockTimeout;
  }

  #commit(tx: MemoryTransaction): void {
    const failure = this.failures.shift() ?? null;
    if (failure !== null) throw failure;
    this.database.commit(tx);
    this.commits += 1;
  }

  #inOrder<T>(tx: MemoryTransaction, what: string, work: () => T | typeof blocked): Promise<T> {
    const sent = this.#sent.get(tx) ?? [];
    this.#sent.set(tx, sent);
    return new Promise((resolve) => {
      const statement = (): void => {
        const isNext = (): boolean => sent[0] === statement;
        const served = (): void => {
          sent.shift();
          sent[0]?.();
        };
        const serve = (): T | typeof blocked => {
          const result = work();
          if (result !== blocked && isNext()) served();
          return result;
        };
        // The statement was refused on its way, or failed: the statements behind it fail too, except for the rollback.
        const ended = (): void => {
          if (!isNext()) return;
          tx.isAborted = true;
          served();
        };
        resolve(this.#line.call(what, serve).finally(ended));
      };
      sent.push(statement);
      if (sent.length === 1) statement();
    });
  }
}
