import type { Kafka } from '@loyalty/kafka';
import { offsetsSince, readLogBounds } from '@loyalty/kafka/metadata';
import type { EnvironmentId } from '@loyalty/kernel';
import type { Queryable } from '@loyalty/storage';
import type { PublishedFact } from '@loyalty/storage/history';
import { type FactOrigin, originOf, type Verdict } from './facts/fact-effects.ts';
import { FactJudge, type JudgedFact } from './facts/judge-facts.ts';
import { type FactLog, factTopics, readFacts } from './facts/read-facts.ts';

interface SurveyOptions extends FactLog {
  readonly db: Queryable;
  /** Milliseconds since the epoch, by the clocks of brokers. */
  readonly sinceMs: number;
  readonly signal: AbortSignal;
  /** Most facts that are kept of one origin; all are counted. Default: 100,000. */
  readonly keptMax?: number;
}

export interface MissingFact {
  readonly fact: PublishedFact;
  /** True if nothing is stored; false if another result is stored. */
  readonly isGone: boolean;
}

export interface MissingFacts {
  readonly count: number;
  readonly kept: readonly MissingFact[];
}

export interface FactsSurvey {
  readonly facts: number;
  /** False if the log may no longer hold all facts since that time. */
  readonly reachesBack: boolean;
  readonly missing: Readonly<Record<FactOrigin, MissingFacts>>;
  readonly environmentIds: readonly EnvironmentId[];
}

const keptMaxByDefault = 100_000;

/**
 * Finds the facts whose effects are missing, and writes nothing. It may run while services work: an effect
 * that they have not stored yet is reported as missing.
 */
export const surveyFacts = async (options: SurveyOptions): Promise<FactsSurvey> => {
  const { db, kafka, registry, sinceMs, signal, keptMax = keptMaxByDefault } = options;
  const reachesBack = await logReachesBack(kafka, sinceMs);
  const survey = new Survey(db, keptMax);
  await readFacts(
    { kafka, registry },
    {
      sinceMs,
      signal,
      onPart: async (facts) => {
        await survey.take(facts);
        return true;
      },
    },
  );
  return survey.end(reachesBack);
};

/** No partition has dropped younger records, and some record is older. The bulk topic may be empty. */
const logReachesBack = async (kafka: Kafka, sinceMs: number): Promise<boolean> => {
  const reaches = await Promise.all(factTopics.map((topic) => topicReachesBack(kafka, topic, sinceMs)));
  return reaches.every(({ isWhole }) => isWhole) && reaches[0]?.hasOlder === true;
};

const topicReachesBack = async (kafka: Kafka, topic: string, sinceMs: number) => {
  const bounds = await readLogBounds(kafka, [topic]);
  const since = await offsetsSince(kafka, topic, sinceMs);
  const older = bounds.map(({ partition, start }) => (since.get(partition) ?? 0) > start);
  return {
    hasOlder: older.includes(true),
    isWhole: bounds.every(({ start }, at) => start === 0 || older[at] === true),
  };
};

class Survey {
  readonly #keptMax: number;
  readonly #judge: FactJudge;
  readonly #missing: Record<FactOrigin, { count: number; readonly kept: MissingFact[] }> = {
    stream: { count: 0, kept: [] },
    redeem: { count: 0, kept: [] },
    call: { count: 0, kept: [] },
  };
  readonly #environmentIds = new Set<EnvironmentId>();

  constructor(db: Queryable, keptMax: number) {
    this.#keptMax = keptMax;
    this.#judge = new FactJudge(db, (all) => {
      for (const judged of all) this.#note(judged);
      return Promise.resolve();
    });
  }

  take(facts: readonly PublishedFact[]): Promise<void> {
    for (const { environmentId } of facts) this.#environmentIds.add(environmentId);
    return this.#judge.take(facts);
  }

  async end(reachesBack: boolean): Promise<FactsSurvey> {
    await this.#judge.end();
    return {
      facts: this.#judge.facts,
      reachesBack,
      missing: this.#missing,
      environmentIds: [...this.#environmentIds],
    };
  }

  #note({ fact, verdict }: JudgedFact): void {
    if (isTrue(verdict)) return;
    const missing = this.#missing[originOf(fact.type)];
    missing.count += 1;
    if (missing.kept.length < this.#keptMax) missing.kept.push({ fact, isGone: verdict.kind === 'nothing' });
  }
}

/** Balances follow from the order of a member's requests, which is not the same again. */
const isTrue = (verdict: Verdict): boolean =>
  verdict.kind === 'happened' ||
  verdict.kind === 'published-again' ||
  (verdict.kind === 'differs' && verdict.difference.isBalanceOnly);
