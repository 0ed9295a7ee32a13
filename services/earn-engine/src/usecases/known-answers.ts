import { readStoredAnswers, type RequestName } from '@loyalty/accounts';
import type { Clock } from '@loyalty/kernel';
import { answerKey, type Cache, type Transaction } from '@loyalty/storage';
import type { KnownAnswer, Task } from './earn-plan.ts';

/** After a repeat that Redis did not know, stored answers are read up front for this long: more will come. */
const lookUpForMs = 10_000;

/**
 * The answers that references were given before. Redis is asked first: a hit is a repeat with its answer, a miss proves
 * nothing. Postgres is asked only for a while after it has turned out to know more (after a flush, say).
 */
export class KnownAnswers {
  readonly #cache: Cache;
  readonly #clock: Clock;
  #lookUpUntilMs = 0;

  constructor(cache: Cache, clock: Clock) {
    this.#cache = cache;
    this.#clock = clock;
  }

  async of(tx: Transaction, tasks: readonly Task[]): Promise<Map<string, KnownAnswer>> {
    const answers = await this.#cached(tasks);
    if (this.#clock.now() >= this.#lookUpUntilMs) return answers;
    const open = tasks.filter((task) => !answers.has(task.answerKey)).map(nameOf);
    for (const stored of await readStoredAnswers(tx, open)) {
      answers.set(answerKey(stored.environmentId, stored.operation, stored.ref), stored);
    }
    return answers;
  }

  /** Postgres knew a reference that Redis did not: it is asked up front from now on, for a while. */
  lookUpForAWhile(): void {
    this.#lookUpUntilMs = this.#clock.now() + lookUpForMs;
  }

  async #cached(tasks: readonly Task[]): Promise<Map<string, KnownAnswer>> {
    const cached = await this.#cache.getAnswers(tasks.map((task) => task.answerKey));
    const answers = new Map<string, KnownAnswer>();
    tasks.forEach((task, at) => {
      const hit = cached[at];
      if (hit !== null && hit !== undefined) answers.set(task.answerKey, hit);
    });
    return answers;
  }
}

const nameOf = ({ environmentId, operation, ref }: Task): RequestName => ({ environmentId, operation, ref });
