import type { FactType } from '@loyalty/contracts';
import type { Kafka } from '@loyalty/kafka';
import type { SchemaRegistry } from '@loyalty/kafka/registry';
import { createShareWeights, type ShareWeights } from '@loyalty/kernel/shares';
import type { Queryable } from '@loyalty/storage';
import { insertDifferences, insertGhosts, noteScan, type PublishedFact } from '@loyalty/storage/history';
import { differenceOfFact, FactJudge, type JudgedFact, outcomeOf } from '../facts/judge-facts.ts';
import { readFacts } from '../facts/read-facts.ts';
import { boundedResponse } from '../responses.ts';
import { type EpochStep, lostSinceMs } from './history-part.ts';

interface CompareFactsOptions {
  readonly kafka: Kafka;
  readonly registry: SchemaRegistry;
  readonly db: Queryable;
  /** Compares only facts of these types, as one part of the comparison. Default: all. */
  readonly types?: readonly FactType[];
  /** Most facts that are recorded. Default: 100,000, a quarter of them of one environment. */
  readonly ghostsMax?: number;
  /** If true, another step compares the rest and records the end. Default: false. */
  readonly isPart?: boolean;
}

/**
 * Creates a function that compares the facts published since the histories parted with stored rows, and
 * records facts whose effect is missing. It reads the facts a second time, so that the opening need not wait
 * for the comparison.
 */
export const createCompareFacts = ({
  db,
  types,
  ghostsMax,
  isPart,
  ...log
}: CompareFactsOptions): EpochStep => ({
  name: 'compare-facts',
  run: async (raised, signal) => {
    const sieve = new MissingFactsRecorder({
      db,
      epoch: raised.epoch,
      ...(ghostsMax === undefined ? {} : { ghostsMax }),
      ...(isPart === undefined ? {} : { isPart }),
    });
    const isWhole = await readFacts(log, {
      ...(types === undefined ? {} : { types }),
      sinceMs: lostSinceMs(raised),
      signal,
      onPart: async (facts) => {
        await sieve.take(facts);
        return !sieve.isFull;
      },
    });
    await sieve.end(isWhole);
  },
});

interface MissingFactsRecorderOptions {
  readonly db: Queryable;
  readonly epoch: string;
  /** The most ghosts of an epoch. The default is 100,000, a quarter of which may be of one environment. */
  readonly ghostsMax?: number;
  /** If true, another sieve takes the other types of facts, and records the end of the scan. */
  readonly isPart?: boolean;
}

const usualGhostsMax = 100_000;

/**
 * Records facts whose effect the database lacks or has differently: ghosts of lost commits. It may run twice;
 * recorded ghosts stay as they are.
 */
export class MissingFactsRecorder {
  readonly #options: Required<MissingFactsRecorderOptions>;
  readonly #shares: ShareWeights;
  readonly #judge: FactJudge;
  #isComplete = true;

  constructor({ ghostsMax = usualGhostsMax, isPart = false, ...options }: MissingFactsRecorderOptions) {
    this.#options = { ghostsMax, isPart, ...options };
    this.#shares = createShareWeights({ whole: ghostsMax });
    this.#judge = new FactJudge(options.db, (judged) => this.#sift(judged));
  }

  get isFull(): boolean {
    return this.#shares.used >= this.#options.ghostsMax;
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
    return { facts, ghosts: this.#shares.used };
  }

  async #sift(judged: readonly JudgedFact[]): Promise<void> {
    const { db, epoch } = this.#options;
    const ghosts = judged.filter(({ fact, verdict }) => verdict.kind !== 'happened' && this.#keeps(fact));
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

  #keeps({ environmentId }: PublishedFact): boolean {
    const isFull = this.#shares.isFull(environmentId);
    if (isFull) this.#isComplete = false;
    else this.#shares.add(environmentId, 1);
    return !isFull;
  }
}

const differencesOf = ({ fact, verdict }: JudgedFact) =>
  verdict.kind === 'differs' ? differenceOfFact(fact, verdict.difference) : [];
