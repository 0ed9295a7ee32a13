import type { ProducerPort } from '@loyalty/kafka';
import type { Clock } from '@loyalty/kernel';
import { OrphanedRows, unpackMessages } from '@loyalty/streams/outbox';
import type { ServerLine } from '../line.ts';
import type { MemoryDatabase, StoredOutboxRow } from '../memory-database.ts';

export interface SimulatedSweeperOptions {
  readonly owner: number;
  readonly database: MemoryDatabase;
  readonly line: ServerLine;
  readonly producer: ProducerPort;
  readonly clock: Clock;
  readonly remembers: (outboxId: number) => boolean;
}

const watchEveryMs = 2_000;
const sweepEveryMs = 3_000;
const rowsPerRound = 20;

/**
 * Does, step by step, what `registerOutboxOwner` and `createOutboxSweeper` of messaging do; those use SQL directly,
 * without a port. The session of an advisory lock is the process's own.
 */
export class SimulatedSweeper {
  readonly #options: SimulatedSweeperOptions;
  readonly #forgotten: OrphanedRows;
  #isStopped = false;

  constructor(options: SimulatedSweeperOptions) {
    this.#options = options;
    this.#forgotten = new OrphanedRows(options.remembers);
  }

  async start(): Promise<void> {
    await this.#tryLock(this.#options.owner);
    void this.#every(watchEveryMs, () => this.#tryLock(this.#options.owner));
    void this.#every(sweepEveryMs, async () => {
      await this.#sweepForgotten();
      await this.#sweepDead();
    });
  }

  stop(): void {
    this.#isStopped = true;
  }

  async #every(ms: number, work: () => Promise<unknown>): Promise<void> {
    while (!this.#isStopped) {
      await work().catch(() => undefined);
      await this.#options.clock.sleep(ms);
    }
  }

  /** Takes an advisory lock unless another session holds it. */
  #tryLock(owner: number): Promise<boolean> {
    const { database, line, owner: session } = this.#options;
    return line.call(`lock owner ${owner.toString()}`, () => {
      const holder = database.ownerLocks.get(owner) ?? session;
      database.ownerLocks.set(owner, holder);
      return holder === session;
    });
  }

  async #sweepForgotten(): Promise<void> {
    const { database, line, owner: self } = this.#options;
    const isOwn = ([, { owner }]: readonly [string, StoredOutboxRow]): boolean => owner === self;
    const own = await line.call('read own ids', () =>
      [...database.outbox.rows].filter(isOwn).map(([id]) => Number(id)),
    );
    const forgotten = this.#forgotten.among(own).slice(0, rowsPerRound).map(String);
    if (forgotten.length === 0) return;
    const rows = await line.call('read forgotten rows', () =>
      [...database.outbox.rows].filter(([id]) => forgotten.includes(id)),
    );
    await this.#publish(rows);
  }

  async #sweepDead(): Promise<void> {
    const { database, line, owner: self } = this.#options;
    const owners = await line.call('read owners', () => {
      const all = [...database.outbox.rows.values()].map(({ owner }) => owner);
      return [...new Set(all)].filter((owner) => owner !== self);
    });
    for (const owner of owners) {
      if (this.#isStopped) return;
      if (!(await this.#tryLock(owner))) continue;
      try {
        await this.#publishAll(owner);
      } finally {
        await line.call(`unlock owner ${owner.toString()}`, () => database.ownerLocks.delete(owner));
      }
    }
  }

  async #publishAll(owner: number): Promise<void> {
    const { database, line } = this.#options;
    while (!this.#isStopped) {
      const rows = await line.call('read rows', () =>
        [...database.outbox.rows].filter(([, row]) => row.owner === owner).slice(0, rowsPerRound),
      );
      if (rows.length === 0) return;
      await this.#publish(rows);
    }
  }

  async #publish(rows: readonly (readonly [string, StoredOutboxRow])[]): Promise<void> {
    const { database, line, producer, owner } = this.#options;
    await producer.send(rows.flatMap(([, { messages }]) => unpackMessages(messages)));
    await line.call('delete swept rows', () => {
      const tx = database.begin(owner);
      for (const [id] of rows) database.outbox.write(tx, id, undefined);
      database.commit(tx);
    });
  }
}
