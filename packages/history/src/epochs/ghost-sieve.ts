import type { EnvironmentId } from '@loyalty/kernel';
import {
  insertDifferences,
  insertGhosts,
  noteScan,
  type Queryable,
  type PublishedFact,
} from '@loyalty/storage';
import { boundedResponse } from './compare-responses.ts';
import { FactJudge } from './fact-judge.ts';
import type { Judged } from './judge-facts.ts';
import { differenceOfFact, outcomeOf } from './published-difference.ts';

export interface GhostSieveOptions {
  readonly db: Queryable;
  readonly epoch: string;
  /** Most ghosts of an epoch. Default: 100,000, a quarter of them of one environment. */
  readonly ghostsMax?: number;
  /** True: another sieve takes the other types of facts, and records the end of the scan. */
  readonly isPart?: boolean;
}

const usualGhostsMax = 100_000;
/** Each environment may use one share of it (D118). */
const shares = 4;

/**
 * Records facts whose effect the database lacks or has differently: ghosts of lost commits. It may run twice; recorded ghosts stay as
 * they are.
 */
export class GhostSieve {
  readonly #options: Required<GhostSieveOptions>;
  readonly #keptOf = new Map<EnvironmentId, number>();
  readonly #judge: FactJudge;
  #kept = 0;
  #isComplete = true;

  constructor({ ghostsMax = usualGhostsMax, isPart = false, ...options }: GhostSieveOptions) {
    this.#options = { ghostsMax, isPart, ...options };
    this.#judge = new FactJudge(options.db, (judged) => this.#sift(judged));
  }

  get isFull(): boolean {
    return this.#kept >= this.#options.ghostsMax;
  }

  /** Takes facts; those of one subject come in the order of their publication. */
  take(facts: readonly PublishedFact[]): Promise<void> {
    return this.#judge.take(facts);
  }

  /** Records the end of the scan. `isWhole` is false if the log has more facts. */
  async end(isWhole: boolean): Promise<{ readonly facts: number; readonly ghosts: number }> {
    await this.#judge.end();
    const { facts } = this.#judge;
    const isComplete = isWhole && this.#isComplete;
    const { db, isPart } = this.#options;
    if (!isPart) await noteScan(db, { facts, isComplete });
    return { facts, ghosts: this.#kept };
  }

  async #sift(judged: readonly Judged[]): Promise<void> {
    const { db, epoch } = this.#options;
    const ghosts = judged.filter(
      ({ fact, verdict }) => verdict.kind !== 'happened' && this.#hasRoomFor(fact),
    );
    // Differences first: a ghost may be settled by one only if it is stored.
    await insertDifferences(
      db,
      ghosts.flatMap((ghost) => differencesOf(ghost).map((difference) => ({ ...difference, epoch }))),
    );
    await insertGhosts(
      db,
      epoch,
      ghosts.map(({ fact, verdict }) => ({
        fact: { ...fact, data: boundedResponse(fact.data) },
        outcome: outcomeOf(verdict),
      })),
    );
  }

  #hasRoomFor({ environmentId }: PublishedFact): boolean {
    const { ghostsMax } = this.#options;
    const kept = this.#keptOf.get(environmentId) ?? 0;
    if (this.isFull || kept >= ghostsMax / shares) {
      this.#isComplete = false;
      return false;
    }
    this.#keptOf.set(environmentId, kept + 1);
    this.#kept += 1;
    return true;
  }
}

const differencesOf = ({ fact, verdict }: Judged) =>
  verdict.kind === 'differs' ? differenceOfFact(fact, verdict.difference) : [];
