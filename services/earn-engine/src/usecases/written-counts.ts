import type { EnvironmentId } from '@loyalty/kernel';
import type { ProcessedEarnRequest } from './earn-request.ts';

/** So many rows and facts are usual beside those that every receipt has: they have no cost of their own. */
const usual = 8;
/** The weight of one decision, by which the expected number rises soon and falls slowly. */
const rising = 1 / 8;
const falling = 1 / 256;

/**
 * How many rows and facts the decisions of each environment lead to, by those of before. A decision that is cheap to make is dear
 * when every campaign gives a reward: each is stored, announced, fulfilled and sent to partners. Holds nothing for an environment
 * whose numbers are usual.
 */
export class WrittenCounts {
  readonly #expected = new Map<EnvironmentId, number>();

  /** Returns the rows and facts that the next decision is expected to lead to, beyond the usual. */
  excessOf(environmentId: EnvironmentId): number {
    return (this.#expected.get(environmentId) ?? usual) - usual;
  }

  /** Notes one decision. */
  note(environmentId: EnvironmentId, { postings, rewards, cards }: Counted): void {
    // A reward is a row and a fact.
    const count = postings.length + 2 * rewards.length + cards.length;
    const before = this.#expected.get(environmentId) ?? usual;
    const expected = before + (count - before) * (count > before ? rising : falling);
    if (expected > usual) this.#expected.set(environmentId, expected);
    else this.#expected.delete(environmentId);
  }
}

type Counted = {
  readonly [Kind in 'postings' | 'rewards' | 'cards']: Pick<ProcessedEarnRequest[Kind], 'length'>;
};
