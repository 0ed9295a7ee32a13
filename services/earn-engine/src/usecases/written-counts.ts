import { isStreamTopic } from '@loyalty/configuration';
import { environmentNameOf, type InboundRecord } from '@loyalty/messaging';
import type { ProcessedEarnRequest } from './earn-request.ts';

/** So many rows and facts are usual beside those that every receipt has: they have no cost of their own. */
const usual = 8;
/** The weight of one decision, by which the expected number rises soon and falls slowly. */
const rising = 1 / 8;
const falling = 1 / 256;

/** Returns the rows and facts that a decision leads to beyond the usual. */
export const writtenExcessOf = (decision: Counted): number => Math.max(0, writtenOf(decision) - usual);

/** An award takes so much of a row's time: it is a part of the response and of the fact. */
const rowsOfAward = 0.1;

/** A reward is a row and a fact. */
const writtenOf = ({ postings, rewards, cards, counts, awards }: Counted): number =>
  postings.length + 2 * rewards.length + cards.length + counts.length + rowsOfAward * awards.length;

/**
 * How many rows and facts the decisions of each environment lead to, by those of before. A decision that is cheap to make is dear
 * when every campaign gives a reward: each is stored, announced, fulfilled and sent to partners. Holds nothing for an environment
 * whose numbers are usual.
 */
export class WrittenCounts {
  /** By the name of an environment: a tenant's own topic counts apart from the topics of all. */
  readonly #expected = new Map<string, number>();

  /** Returns the rows and facts that the decision of a record is expected to lead to, beyond the usual. */
  excessOf(record: Source): number {
    const environment = nameOf(record);
    return environment === null ? 0 : (this.#expected.get(environment) ?? usual) - usual;
  }

  /** Notes the decision of a record. */
  note(record: Source, decision: Counted): void {
    const environment = nameOf(record);
    if (environment === null) return;
    const count = writtenOf(decision);
    const before = this.#expected.get(environment) ?? usual;
    const expected = before + (count - before) * (count > before ? rising : falling);
    if (expected > usual) this.#expected.set(environment, expected);
    else this.#expected.delete(environment);
  }
}

type Source = Pick<InboundRecord, 'topic' | 'headers'>;

const nameOf = (record: Source): string | null => environmentNameOf(record, isStreamTopic(record.topic));

type Counted = {
  readonly [Kind in 'postings' | 'rewards' | 'cards' | 'counts' | 'awards']: Pick<
    ProcessedEarnRequest[Kind],
    'length'
  >;
};
