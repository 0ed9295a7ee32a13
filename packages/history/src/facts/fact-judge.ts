import type { PublishedFact, Queryable } from '@loyalty/storage';
import { subjectOf } from './fact-effects.ts';
import { judgeFacts, type Judged } from './judge-facts.ts';

/** Facts of one question to the database. */
const judgedAtOnce = 500;
/** Subjects of which only the newest fact counts: changes of state that people make. */
const newestMax = 20_000;

/** Compares published facts with the stored rows, part by part. Of a subject that people change, the newest fact alone is judged. */
export class FactJudge {
  readonly #db: Queryable;
  readonly #onJudged: (judged: readonly Judged[]) => Promise<void>;
  readonly #newest = new Map<string, PublishedFact>();
  /** The number of facts that were taken. */
  facts = 0;

  constructor(db: Queryable, onJudged: (judged: readonly Judged[]) => Promise<void>) {
    this.#db = db;
    this.#onJudged = onJudged;
  }

  /** Takes facts; those of one subject come in the order of their publication. */
  async take(facts: readonly PublishedFact[]): Promise<void> {
    this.facts += facts.length;
    await this.#judge(facts.filter((fact) => !this.#isLeftForLater(fact)));
    if (this.#newest.size > newestMax) await this.end();
  }

  /** Judges what was left for later. */
  async end(): Promise<void> {
    const facts = [...this.#newest.values()];
    this.#newest.clear();
    await this.#judge(facts);
  }

  #isLeftForLater(fact: PublishedFact): boolean {
    const subject = subjectOf(fact);
    if (subject !== null) this.#newest.set(subject, fact);
    return subject !== null;
  }

  async #judge(facts: readonly PublishedFact[]): Promise<void> {
    for (let at = 0; at < facts.length; at += judgedAtOnce)
      await this.#onJudged(await judgeFacts(this.#db, facts.slice(at, at + judgedAtOnce)));
  }
}
