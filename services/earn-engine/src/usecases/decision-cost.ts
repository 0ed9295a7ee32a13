import { eventChecksOf, type Snapshot } from '@loyalty/rules';
import type { EarnBody } from './earn-request.ts';

type EventBody = Extract<EarnBody, { readonly kind: 'event' }>;

/**
 * Returns the cost of a decision in tokens, each about a microsecond, before it is made: the bound of a batch (`costMax`). `snapshot`
 * is the cached configuration of the environment, of any version; null where there is none. `writtenExcess` rows and facts are
 * expected beyond the usual (`WrittenCounts`).
 */
export const decisionCostOf = (body: EarnBody, snapshot: Snapshot | null, writtenExcess = 0): number => {
  const written = Math.ceil(writtenExcess * tokensPerWritten);
  if (body.kind === 'evaluate') return written + tokensOf(body.body);
  return written + (body.kind === 'event' ? eventCostOf(body, snapshot) : 0);
};

/** A row or a fact takes about 0.1 ms, from the engine to the last reader. */
const tokensPerWritten = 100;

/** One for each line and category of a receipt, the number of look-ups that find its campaigns (`CampaignIndex`). */
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

/** One for each campaign that an event may fire, and one or more for each comparison, by the length of the payload. */
const eventCostOf = ({ body: { payload, eventKey } }: EventBody, snapshot: Snapshot | null): number => {
  const written = Math.ceil(payload.length / payloadBytesPerToken);
  if (snapshot === null) return written + unknownCampaigns;
  const { campaigns, comparisons } = eventChecksOf(snapshot, eventKey);
  return written + campaigns + comparisons * Math.ceil(payload.length / comparedBytesPerToken);
};
