import type { InboundRecord } from '@loyalty/kafka';
import type { Snapshot } from '@loyalty/rules';
import { eventChecksOf } from '@loyalty/rules/earning';
import { environmentNameOf } from '@loyalty/streams';
import { isStreamTopic } from '@loyalty/tables/tenants';
import type { EarnBody, ProcessedEarnRequest } from './earn-request.ts';

/**
 * Returns the cost of a decision in tokens, each about a microsecond, before it is made: the bound of a batch
 * (`costMax`). `snapshot` is the cached configuration of the environment, of any version; null where there is
 * none. `writtenExcess` rows and facts are expected beyond the usual (`WrittenCounts`).
 */
export const decisionCostOf = (body: EarnBody, snapshot: Snapshot | null, writtenExcess = 0): number => {
  const written = Math.ceil(writtenExcess * tokensPerWritten);
  if (body.kind === 'evaluate') return written + tokensOf(body.body);
  return written + (body.kind === 'event' ? eventCostOf(body, snapshot) : 0);
};

/** A row or a fact takes about 0.1 ms, from the engine to the last reader. */
const tokensPerWritten = 100;

/**
 * One for each line and category of a receipt, the number of look-ups that find its campaigns
 * (`CampaignIndex`).
 */
const tokensOf = ({ products }: Extract<EarnBody, { readonly kind: 'evaluate' }>['body']): number => {
  let tokens = 0;
  for (const { categories } of products) tokens += 1 + categories.length;
  return tokens;
};

/** A payload is read and written once, at about 4 ns a byte. */
const payloadBytesPerToken = 256;
/** A comparison may search a long text. */
const comparedBytesPerToken = 4_096;
/** Campaigns of an environment whose configuration is not cached yet. */
const unknownCampaigns = 100;

/**
 * One for each campaign that an event may fire, and one or more for each comparison, by the length of the
 * payload.
 */
const eventCostOf = (
  { body: { payload, eventKey } }: Extract<EarnBody, { readonly kind: 'event' }>,
  snapshot: Snapshot | null,
): number => {
  const written = Math.ceil(payload.length / payloadBytesPerToken);
  if (snapshot === null) return written + unknownCampaigns;
  const { campaigns, comparisons } = eventChecksOf(snapshot, eventKey);
  return written + campaigns + comparisons * Math.ceil(payload.length / comparedBytesPerToken);
};

/** So many rows and facts are usual beside those that every receipt has: they have no cost of their own. */
const usual = 8;
/** The weight of one decision, by which the expected number rises soon and falls slowly. */
const rising = 1 / 8;
const falling = 1 / 256;

/** Returns the rows and facts that a decision leads to beyond the usual. */
export const writtenExcessOf = (decision: CountedDecision): number =>
  Math.max(0, writtenOf(decision) - usual);

/** An award takes so much of a row's time: it is a part of the response and of the fact. */
const rowsOfAward = 0.1;

/** A reward is a row and a fact. */
const writtenOf = ({ postings, rewards, cards, counts, awards }: CountedDecision): number =>
  postings.length + 2 * rewards.length + cards.length + counts.length + rowsOfAward * awards.length;

/**
 * How many rows and facts the decisions of each environment lead to, by those of before. A decision that is
 * cheap to make is dear when every campaign gives a reward: each is stored, announced, fulfilled and sent to
 * partners. Holds nothing for an environment whose numbers are usual.
 */
export class WrittenCounts {
  /** By the name of an environment: a tenant's own topic counts apart from the topics of all. */
  readonly #expected = new Map<string, number>();

  /** Returns the rows and facts that the decision of a record is expected to lead to, beyond the usual. */
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
  readonly [Kind in 'postings' | 'rewards' | 'cards' | 'counts' | 'awards']: Pick<
    ProcessedEarnRequest[Kind],
    'length'
  >;
};
