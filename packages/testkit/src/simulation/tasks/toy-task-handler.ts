import type { Clock } from '@loyalty/kernel';
import type {
  AttemptResult,
  Task,
  LoadSignal,
  AttemptOutcome,
  TaskSpec,
  Settlement,
  TaskHandler,
} from '@loyalty/task-queue';
import { blocked } from '../../line.ts';
import { StoreFailure, type MemoryTransaction } from '../../memory-database.ts';
import type { MemoryStore } from '../../memory-store.ts';
import type { Random } from '../random.ts';
import type { Manner } from './task-fault-profile.ts';
import { mannerOf, type TaskWorld } from './task-world.ts';

export type ToyResult = 'yes' | 'no';

/** The process that makes the attempts. */
export interface ToyTaskProcess {
  readonly name: string;
  readonly clock: Pick<Clock, 'sleep'>;
  /** True once it has had more than one owner number. */
  readonly wasDisowned: boolean;
  crash(): void;
}

/** After this many failed attempts a task is given up. */
const triesMax = 4;
/** An attempt takes no longer, as in production. */
const attemptMsMax = 10_000;
const retryMs = 2_000;

type Drawn = AttemptResult<ToyResult> & { readonly tookMs: number };

const said = (result: ToyResult, load: LoadSignal, tookMs: number): Drawn => ({ result, load, tookMs });

const draws: Readonly<Record<Manner, (random: Random) => Drawn>> = {
  quick: (random) => said('yes', 'ok', random.below(50)),
  leisurely: () => said('yes', 'ok', 400),
  slow: (random) => said('yes', 'ok', 1_000 + random.below(2_000)),
  busy: (random) => (random.chance(0.5) ? said('yes', 'ok', 20) : said('no', 'overloaded', 20)),
  away: (random) => said('no', 'unreachable', random.below(2_000)),
  hangs: () => said('no', 'overloaded', attemptMsMax),
  moody: (random) => said(random.chance(0.5) ? 'yes' : 'no', 'ok', 20),
  deadly: () => said('yes', 'ok', 20),
};

/** Makes attempts at destinations that behave as drawn, and counts each attempt once. */
export class ToyTaskHandler implements TaskHandler<MemoryTransaction, ToyResult, null> {
  readonly #world: TaskWorld;
  readonly #process: ToyTaskProcess;
  readonly #store: MemoryStore;
  /** The running attempts of this process, by destination. */
  readonly #underWay = new Map<string, number>();
  readonly boundsOf: TaskHandler<MemoryTransaction, ToyResult, null>['boundsOf'];

  constructor(world: TaskWorld, process: ToyTaskProcess, store: MemoryStore) {
    this.#world = world;
    this.#process = process;
    this.#store = store;
    this.boundsOf = () => world.profile.limits;
  }

  async attempt(job: Pick<Task, 'id' | 'destinationId'>): Promise<AttemptResult<ToyResult>> {
    const { askedAtMs, turns } = this.#world;
    if (!askedAtMs.has(job.id)) askedAtMs.set(job.id, turns.nowMs);
    this.#goUnderWay(job, 1);
    const { tookMs, ...attempted } = this.#draw(job);
    await this.#process.clock.sleep(tookMs);
    this.#goUnderWay(job, -1);
    return attempted;
  }

  lock(): Promise<null> {
    return Promise.resolve(null);
  }

  async persist(tx: MemoryTransaction, works: readonly TaskSpec[]): Promise<ReadonlySet<string>> {
    const { stored } = this.#world;
    const ids = await this.#store.within(tx, 'keep', () => {
      if (!works.every(({ id }) => stored.lock(tx, id))) return blocked;
      const fresh = works.filter(({ id }) => stored.read(tx, id) === undefined);
      for (const { id } of fresh) stored.write(tx, id, true);
      return fresh.map(({ id }) => id);
    });
    return new Set(ids);
  }

  async record(
    tx: MemoryTransaction,
    outcomes: readonly AttemptOutcome<ToyResult>[],
  ): Promise<readonly Settlement[]> {
    const { counted, ends, stored } = this.#world;
    const settlements = await this.#store.within(tx, 'record', () => {
      for (const { task } of outcomes) {
        const mine = counted.lock(tx, keyOf(task)) && ends.lock(tx, task.id) && stored.lock(tx, task.id);
        if (!mine) return blocked;
      }
      return outcomes.map((outcome) => this.#count(tx, outcome));
    });
    this.#mayFail(outcomes);
    return settlements;
  }

  /** Counts an attempt. A leased task is counted once, together with the row that is stored for it. */
  #count(tx: MemoryTransaction, { task, result }: AttemptOutcome<ToyResult>): Settlement {
    const { counted, ends, stored, turns } = this.#world;
    if (task.lease !== null && stored.read(tx, task.id) !== undefined) return { kind: 'complete' };
    stored.write(tx, task.id, true);
    counted.write(tx, keyOf(task), true);
    const isOver = result === 'yes' || task.attempt + 1 >= triesMax;
    if (isOver) ends.write(tx, task.id, result ?? 'unknown');
    return isOver ? { kind: 'complete' } : { kind: 'retry', dueAtMs: turns.nowMs + retryMs };
  }

  /** Fails because of a defect: one that a single outcome causes, or one that passes. */
  #mayFail(outcomes: readonly AttemptOutcome<ToyResult>[]): void {
    const { mayFail, random, profile } = this.#world;
    if (
      outcomes.some(
        ({ task, result }) => mannerOf(this.#world, task.destinationId) === 'moody' && result === 'no',
      )
    )
      throw new StoreFailure('data', 'an answer that no row takes');
    if (mayFail && random.chance(profile.failChance)) throw new TypeError('a mistake of the work');
  }

  #draw({ destinationId }: Pick<Task, 'destinationId'>): Drawn {
    const manner = mannerOf(this.#world, destinationId);
    const drawn = draws[manner](this.#world.random);
    return manner === 'deadly' ? this.#die(drawn) : drawn;
  }

  /** Ends the process every other time, together with the result. */
  #die<T>(attempted: T): T {
    const { mayFail, random } = this.#world;
    if (mayFail && random.chance(0.5)) this.#process.crash();
    return attempted;
  }

  #goUnderWay({ destinationId }: Pick<Task, 'destinationId'>, by: 1 | -1): void {
    const underWay = (this.#underWay.get(destinationId) ?? 0) + by;
    this.#underWay.set(destinationId, underWay);
    const { accidents, profile } = this.#world;
    // Attempts begun under a lost owner number still run alongside those of the next.
    if (underWay > profile.limits.max && !this.#process.wasDisowned)
      accidents.push(
        `${underWay.toString()} attempts are under way at ${destinationId} in ${this.#process.name}`,
      );
  }
}

const keyOf = ({ id, attempt }: Task): string => `${id}/${attempt.toString()}`;
