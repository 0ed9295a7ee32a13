import type { Store } from '@loyalty/messaging';
import type {
  DatabaseFailure,
  PositionMove,
  Reader,
  ReaderPartition,
  StreamPosition,
  TopicPartition,
} from '@loyalty/storage';

interface StoredPosition {
  readonly nextOffset: number;
  readonly lastTimestamp: number | null;
  readonly state: 'RUNNING' | 'PARKED';
}

/** Everything that a transaction can change. */
interface World {
  positions: Map<string, StoredPosition>;
  outbox: Map<number, Buffer>;
  deadLetters: number;
  /** The toy ledger: effects by reference. */
  effects: Map<string, number>;
}

/** An open transaction: a copy that becomes the world at commit. */
export interface MemoryTransaction {
  readonly world: World;
}

const nameOf = ({ consumerGroup, topic, partition }: ReaderPartition): string =>
  `${consumerGroup}/${topic}/${partition.toString()}`;

/** Tells what the thrown value asks for, as a database would. */
export class StoreFailure extends Error {
  override readonly name = 'StoreFailure';
  readonly asks: DatabaseFailure;

  constructor(asks: DatabaseFailure) {
    super(`the store failed: ${asks}`);
    this.asks = asks;
  }
}

/** The runtime's {@link Store} in memory, with snapshot transactions and failures on request. */
export class MemoryStore implements Store<MemoryTransaction> {
  readonly clusterId = 'memory';
  #world: World = { positions: new Map(), outbox: new Map(), deadLetters: 0, effects: new Map() };
  #outboxId = 0;
  /** Thrown by the next transactions at their commit, in order; null lets one through. */
  readonly failures: (StoreFailure | null)[] = [];
  commits = 0;

  /** The toy ledger as committed. */
  get effects(): ReadonlyMap<string, number> {
    return this.#world.effects;
  }

  get outbox(): ReadonlyMap<number, Buffer> {
    return this.#world.outbox;
  }

  positionOf(at: ReaderPartition): StoredPosition | undefined {
    return this.#world.positions.get(nameOf(at));
  }

  setPosition(at: ReaderPartition, position: StoredPosition): void {
    this.#world.positions.set(nameOf(at), position);
  }

  readPositions({ consumerGroup }: Reader, partitions: readonly TopicPartition[]): Promise<StreamPosition[]> {
    const known = partitions.flatMap(({ topic, partition }) => {
      const stored = this.#world.positions.get(nameOf({ consumerGroup, topic, partition }));
      return stored === undefined ? [] : [{ topic, partition, ...stored }];
    });
    return Promise.resolve(known);
  }

  insertPositions(
    { consumerGroup }: Reader,
    starts: readonly (TopicPartition & { readonly nextOffset: number })[],
  ): Promise<void> {
    for (const { topic, partition, nextOffset } of starts) {
      const name = nameOf({ consumerGroup, topic, partition });
      if (!this.#world.positions.has(name)) {
        this.#world.positions.set(name, { nextOffset, lastTimestamp: null, state: 'RUNNING' });
      }
    }
    return Promise.resolve();
  }

  async transact<T>(work: (tx: MemoryTransaction) => Promise<T>): Promise<T> {
    const { positions, outbox, effects, deadLetters } = this.#world;
    const world = {
      positions: new Map(positions),
      outbox: new Map(outbox),
      effects: new Map(effects),
      deadLetters,
    };
    const result = await work({ world });
    const failure = this.failures.shift();
    if (failure !== undefined && failure !== null) throw failure;
    this.#world = world;
    this.commits += 1;
    return result;
  }

  advance({ world }: MemoryTransaction, moves: readonly PositionMove[]): Promise<ReaderPartition[]> {
    const lost: ReaderPartition[] = [];
    for (const move of moves) {
      const stored = world.positions.get(nameOf(move));
      if (stored?.nextOffset !== move.fromOffset || stored.state === 'PARKED') lost.push(move);
      else {
        const { toOffset: nextOffset, lastTimestamp } = move;
        world.positions.set(nameOf(move), { nextOffset, lastTimestamp, state: 'RUNNING' });
      }
    }
    return Promise.resolve(lost);
  }

  owe({ world }: MemoryTransaction, messages: Buffer): Promise<number> {
    this.#outboxId += 1;
    world.outbox.set(this.#outboxId, messages);
    return Promise.resolve(this.#outboxId);
  }

  settle(tx: MemoryTransaction | null, ids: readonly number[]): Promise<void> {
    for (const id of ids) (tx?.world ?? this.#world).outbox.delete(id);
    return Promise.resolve();
  }

  park(tx: MemoryTransaction | null, parked: ReaderPartition & { readonly reason: string }): Promise<void> {
    const world = tx?.world ?? this.#world;
    const stored = world.positions.get(nameOf(parked));
    if (stored !== undefined) world.positions.set(nameOf(parked), { ...stored, state: 'PARKED' });
    return Promise.resolve();
  }

  countDeadLetters({ world }: MemoryTransaction, { count }: { readonly count: number }): Promise<number> {
    world.deadLetters += count;
    return Promise.resolve(world.deadLetters);
  }

  failureOf(thrown: unknown): DatabaseFailure {
    return thrown instanceof StoreFailure ? thrown.asks : 'wait';
  }
}
