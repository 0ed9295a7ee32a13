import { failedText, type FailedComparison } from '../../model/campaigns/failed-text.ts';
import { shownCurrency } from '../../model/numbers/currency.ts';
import { centsText, pointsText } from '../../model/numbers/figures.ts';
import { namedText } from '../../model/shown-text.ts';
import { clockText, dayText } from '../../model/times/times.ts';
import { whyWords } from './words.ts';

/** This is the basket that was judged. */
interface JudgedBasket {
  readonly amount: number;
  readonly currency?: string | undefined;
  readonly storeRef?: string | undefined;
  readonly products?: readonly { readonly sku: string }[] | undefined;
}

/** These are the values of a campaign that a reason mentions. */
interface CampaignValues {
  readonly startDate: string | null;
  readonly endDate: string | null;
  readonly storeIds: readonly string[];
  readonly currency: string | null;
  readonly minSpend: number | null;
  readonly targetSegmentIds: readonly string[];
  readonly maxBudgetCents: number | null;
  readonly earningRule: {
    readonly type: string;
    readonly percentage?: number;
    readonly probability?: number;
    readonly skus?: readonly string[];
    readonly categories?: readonly string[];
  };
}

export interface WhyFacts {
  readonly basket: JudgedBasket;
  readonly occurredAt: string;
  /** The campaign; undefined if it could not be read, in which case only the reason is stated. */
  readonly campaign: CampaignValues | undefined;
  /** The names of all segments, by id. */
  readonly segmentNames: ReadonlyMap<string, string>;
  /** The names of the member's own segments; null if they are not known. */
  readonly memberSegments: readonly string[] | null;
  readonly memberTier: string | null;
  /** The lowest tier for which the campaign is. */
  readonly campaignTier: string | null;
  /** The comparisons that failed; absent if an older API names none. */
  readonly failed?: readonly FailedComparison[] | undefined;
  /** The names of tiers, by id. */
  readonly tierNames: ReadonlyMap<string, string>;
}

type Sentence = (facts: WhyFacts & { readonly campaign: CampaignValues }, locale?: string) => string | null;

/**
 * Returns the reason with the two values that were compared. It judges nothing: the reason is the engine's,
 * and the values are shown as they are read. Without values it is only the reason.
 */
export const whySentence = (reason: string, facts: WhyFacts, locale?: string): string => {
  const { campaign } = facts;
  if (reason === 'CONDITION_NOT_MET') return conditionsSentence(facts, locale);
  const sentence = Object.hasOwn(sentences, reason) ? sentences[reason] : undefined;
  if (campaign === undefined || sentence === undefined) return reasonSentence(reason);
  return sentence({ ...facts, campaign }, locale) ?? reasonSentence(reason);
};

const conditionsSentence = ({ failed = [], segmentNames, tierNames }: WhyFacts, locale?: string): string => {
  const names = {
    segment: (id: string) => segmentNames.get(id) ?? null,
    tier: (id: string) => tierNames.get(id) ?? null,
    locale,
  };
  const texts = failed.map((one) => failedText(one, names));
  return texts.length === 0 ? reasonSentence('CONDITION_NOT_MET') : whyWords.values.conditions(texts);
};

/** Returns a sentence with only the reason. */
export const reasonSentence = (reason: string): string => {
  const known: Readonly<Record<string, string>> = whyWords.reasons;
  return (Object.hasOwn(known, reason) ? known[reason] : undefined) ?? whyWords.unknownReason(reason);
};

/** More names than these are a number. */
const namedMax = 3;

/** The text has the form «VIP, Staff», or «0417 and 11 others». */
const listText = (names: readonly string[], locale?: string): string => {
  const shown = names.map(namedText);
  const [first = ''] = shown;
  if (shown.length <= namedMax) return shown.join(', ');
  return whyWords.andOthers(first, pointsText(shown.length - 1, locale));
};

const timeText = (iso: string, locale?: string): string =>
  `${dayText(iso, locale)}, ${clockText(iso, locale)}`;

const dates: Sentence = ({ occurredAt, campaign: { startDate, endDate } }, locale) =>
  startDate === null && endDate === null
    ? null
    : whyWords.values.dates(
        timeText(occurredAt, locale),
        startDate === null ? null : timeText(startDate, locale),
        endDate === null ? null : timeText(endDate, locale),
      );

const store: Sentence = ({ basket: { storeRef }, campaign: { storeIds } }, locale) =>
  storeIds.length === 0
    ? null
    : whyWords.values.store(storeRef === undefined ? null : namedText(storeRef), listText(storeIds, locale));

const currencyOf = ({ currency }: JudgedBasket): string => currency ?? shownCurrency();

const currency: Sentence = ({ basket, campaign }) =>
  campaign.currency === null ? null : whyWords.values.currency(currencyOf(basket), campaign.currency);

const leastSpend: Sentence = ({ basket, campaign: { minSpend } }, locale) =>
  minSpend === null
    ? null
    : whyWords.values.basket(
        centsText(basket.amount, locale, currencyOf(basket)),
        centsText(minSpend, locale, currencyOf(basket)),
      );

const segment: Sentence = ({ campaign: { targetSegmentIds }, segmentNames, memberSegments }, locale) => {
  if (segmentNames.size === 0) return null;
  const its = targetSegmentIds.map((id) => segmentNames.get(id) ?? whyWords.deletedSegment);
  const own = memberSegments === null ? null : ownSegments(memberSegments, locale);
  return whyWords.values.segment(own, listText(its, locale));
};

const ownSegments = (names: readonly string[], locale?: string): string =>
  names.length === 0 ? whyWords.noSegments : listText(names, locale);

const tier: Sentence = ({ memberTier, campaignTier }) =>
  campaignTier === null
    ? null
    : whyWords.values.tier(memberTier === null ? null : namedText(memberTier), namedText(campaignTier));

const budget: Sentence = ({ campaign: { maxBudgetCents } }, locale) =>
  maxBudgetCents === null ? null : whyWords.values.budget(centsText(maxBudgetCents, locale));

const products: Sentence = ({ basket, campaign: { earningRule } }, locale) => {
  const { skus = [], categories = [] } = earningRule;
  const its = listText(skus.concat(categories), locale);
  if (its === '') return null;
  const own = (basket.products ?? []).map(({ sku }) => sku);
  return whyWords.values.products(own.length === 0 ? null : listText(own, locale), its);
};

const shareText = (share: number, locale?: string): string =>
  new Intl.NumberFormat(locale, { style: 'percent', maximumSignificantDigits: 6 }).format(share);

const probability: Sentence = ({ campaign: { earningRule } }, locale) =>
  earningRule.probability === undefined
    ? null
    : whyWords.values.probability(shareText(earningRule.probability, locale));

const nothing: Sentence = ({ basket, campaign: { earningRule } }, locale) =>
  earningRule.percentage === undefined
    ? null
    : whyWords.values.percentage(
        shareText(earningRule.percentage / 100, locale),
        centsText(basket.amount, locale, currencyOf(basket)),
      );

const sentences: Readonly<Record<string, Sentence>> = {
  DATE_RANGE: dates,
  STORE_MISMATCH: store,
  CURRENCY_MISMATCH: currency,
  BELOW_MIN_SPEND: leastSpend,
  SEGMENT_MISMATCH: segment,
  TIER_NOT_ELIGIBLE: tier,
  BUDGET_EXHAUSTED: budget,
  PRODUCT_MISMATCH: products,
  PROBABILITY_MISS: probability,
  NOTHING_TO_AWARD: nothing,
};
