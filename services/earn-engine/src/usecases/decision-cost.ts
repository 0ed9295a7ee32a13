import type { InboundRecord } from '@loyalty/kafka';
import type { Snapshot } from '@loyalty/rules';
import { receiptChecksOf } from '@loyalty/rules/campaigns';
import { countedUses, eventChecksOf } from '@loyalty/rules/earning';
import { environmentNameOf } from '@loyalty/streams';
import { isStreamTopic } from '@loyalty/tables/tenants';
import type { EarnBody, ProcessedEarnRequest } from './earn-request.ts';

/**
 * Returns the cost in tokens of about a microsecond. `writtenExcess` is the number of rows and facts expected
 * beyond the usual.
 */
export const decisionCostOf = (body: EarnBody, snapshot: Snapshot | null, writtenExcess = 0): number => {
  const written = Math.ceil(writtenExcess * tokensPerWritten);
  if (body.kind === 'evaluate') return written + receiptCostOf(body, snapshot);
  return written + (body.kind === 'event' ? eventCostOf(body, snapshot) : 0);
};

/** A row or a fact takes about 0.1 ms, from the engine to the last reader. */
const tokensPerWritten = 100;

/** Comparisons of bits, for each line. */
const lineComparisonsPerToken = 50;
const otherComparisonsPerToken = 20;

/**
 * One for each look-up that finds a receipt's campaigns (`CampaignIndex`): lines times categories. Besides
 * the counts of limits that are read, and what all campaigns may compare of it; while the configuration is not cached yet, one more for each line.
 */
const receiptCostOf = (
  { body: { products } }: Extract<EarnBody, { readonly kind: 'evaluate' }>,
  snapshot: Snapshot | null,
): number => {
  let tokens = 0;
  for (const { categories } of products) tokens += 1 + categories.length;
  if (snapshot === null) return tokens + products.length;
  const { lineComparisons, otherComparisons } = receiptChecksOf(snapshot);
  return (
    tokens +
    countedUses(snapshot).count +
    Math.ceil((products.length * lineComparisons) / lineComparisonsPerToken) +
    Math.ceil(otherComparisons / otherComparisonsPerToken)
  );
};

/** A payload is read and written once, at about 4 ns a byte. */
const payloadBytesPerToken = 256;
const comparedBytesPerToken = 4_096;
/** Assumed while the configuration is not cached yet. */
const unknownCampaigns = 100;

/** One for each campaign that may fire, and one or more for each comparison, by the length of the payload. */
const eventCostOf = (
  { body: { payload, eventKey } }: Extract<EarnBody, { readonly kind: 'event' }>,
  snapshot: Snapshot | null,
): number => {
  const written = Math.ceil(payload.length / payloadBytesPerToken);
  if (snapshot === null) return written + unknownCampaigns;
  const { campaigns, comparisons } = eventChecksOf(snapshot, eventKey);
  return (
    written +
    countedUses(snapshot).count +
    campaigns +
    comparisons * Math.ceil(payload.length / comparedBytesPerToken)
  );
};

/** Usual on top of what every receipt has: without a cost of their own. */
const usual = 8;
/** The weight of one decision: the expected number rises soon and falls slowly. */
const rising = 1 / 8;
const falling = 1 / 256;

export const writtenExcessOf = (decision: CountedDecision): number =>
  Math.max(0, writtenOf(decision) - usual);

/** An award takes so much of a row's time: it is a part of the response and of the fact. */
const rowsOfAward = 0.1;

/** A reward is a row and a fact. */
const writtenOf = ({ postings, rewards, cards, counts, uses, awards }: CountedDecision): number =>
  postings.length +
  2 * rewards.length +
  cards.length +
  counts.length +
  uses.length +
  rowsOfAward * awards.length;

/**
 * Estimates how many rows and facts an environment's decisions cause, from earlier ones: a decision that is
 * cheap to make is expensive if every campaign gives a reward. It remembers nothing about usual environments.
 */
export class WrittenCounts {
  /**
   * The counts by the name of an environment. A tenant's own topic is counted separately from the shared
   * topics.
   */
  readonly #expected = new Map<string, number>();

  excessOf(record: Source): number {
    const environment = nameOf(record);
    return environment === null ? 0 : (this.#expected.get(environment) ?? usual) - usual;
  }

  note(record: Source, decision: CountedDecision): void {
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

type CountedDecision = {
  readonly [Kind in 'postings' | 'rewards' | 'cards' | 'counts' | 'uses' | 'awards']: Pick<
    ProcessedEarnRequest[Kind],
    'length'
  >;
};
