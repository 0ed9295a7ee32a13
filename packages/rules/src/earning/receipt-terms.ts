import { utcDayOf } from '@loyalty/kernel';
import type { CampaignLookup } from '../campaign-index/campaign-index.ts';
import type { IndexedCampaign } from '../campaign-index/index-parts.ts';
import type { Campaign } from '../campaigns/campaign.ts';
import { localDayOf } from '../limits/campaign-uses.ts';
import type { LimitPeriod } from '../limits/limit-period.ts';
import type { UsePlace } from '../limits/member-use.ts';
import { type AwardTerm, type CardTerm, noStamps, shareOf, skuTermsMax } from '../returns/award-terms.ts';
import { encodeTerms } from '../returns/encode-terms.ts';
import { type SkuCost, skuHashOf } from '../returns/sku-units.ts';
import { memoizeBy } from '../snapshot.ts';
import { multiplierScale } from '../tiers/tier.ts';
import type { ReceiptActivity } from './activity.ts';
import { type AwardLines, awardLinesOf } from './award-lines.ts';
import { type LinePlaces, skuCostsOf } from './line-sums.ts';
import { receiptForms, scaledPercentage } from './rules/on-receipt.ts';
import { countsUnits } from './rules/purchase-reward.ts';
import type { CardStep } from './rules/rule-outcome.ts';

/** Notes what decides about a smaller basket with each award, while its campaign is at hand (D171). */
export class ReceiptTerms {
  readonly #index: Pick<CampaignLookup, 'skusOf' | 'findingOf'>;
  readonly #activity: ReceiptActivity;
  readonly #awards: AwardTerm[] = [];
  #cards: CardTerm[] | null = null;
  /** The periods of caps; null while nothing was counted. */
  #capPeriods: readonly LimitPeriod[] | null = null;
  /** The number of awards and cards that name skus. */
  readonly #naming = { awards: 0, cards: 0 };
  readonly #hashes: number[] = [];

  constructor(index: Pick<CampaignLookup, 'skusOf' | 'findingOf'>, activity: ReceiptActivity) {
    this.#index = index;
    this.#activity = activity;
  }

  /**
   * Notes an award. Awards are noted in order, while the index still has what it found for their receipt.
   * `multiplier` is that of the member's tier, if the campaign multiplies by it.
   */
  noteAward(indexed: IndexedCampaign, multiplier?: number): void {
    const term = this.#termOf(indexed, 'awards');
    this.#awards.push(multiplier === undefined ? term : multiplied(term, multiplier));
  }

  noteCard(indexed: IndexedCampaign, { stampsRequired, completed, cardsCompleted }: CardStep): void {
    const cards = (this.#cards ??= []);
    const term = this.#termOf(indexed, 'cards');
    cards.push(
      term.form === 'WHOLE' || term.form === 'LINES'
        ? { ...term, stampsRequired, cardsCompleted: cardsCompleted ?? (completed ? 1 : 0) }
        : { ...shareOf(term), ...noStamps },
    );
  }

  /** Notes uses of the award or stamp that was noted last: the member's limits counted it there (D247). */
  noteUses(of: Naming, uses: readonly UsePlace[]): void {
    if (uses.length === 0) return;
    this.#capPeriods ??= noPeriods;
    const countedIn = uses.map(({ period }) => period);
    if (of === 'awards') counted(this.#awards, countedIn);
    else counted(this.#cards ?? [], countedIn);
  }

  /** Notes uses that belong to all awards together. */
  noteCapUses(uses: readonly UsePlace[]): void {
    if (uses.length > 0) this.#capPeriods = uses.map(({ period }) => period);
  }

  /** Returns the terms; null if nothing was awarded or stamped. */
  encoded(): Buffer | null {
    const terms = { awards: this.#awards, cards: this.#cards ?? noCards };
    const capPeriods = this.#capPeriods;
    if (capPeriods === null) return encodeTerms(terms);
    const dayShift = localDayOf(this.#activity) - utcDayOf(this.#activity.occurredAtMs);
    return encodeTerms({ ...terms, counted: { dayShift, capPeriods } });
  }

  #termOf(indexed: IndexedCampaign, of: Naming): AwardTerm {
    const { campaign, aim, place } = indexed;
    const { earningRule: rule } = campaign;
    if (aim.asksLines || countsUnits(rule)) return this.#aimedTerm(indexed, of);
    if (rule.type !== 'PRODUCT_PURCHASE') return plainTermOf(campaign);
    const skus = this.#names(of) ? this.#index.skusOf(place, this.#activity.receipt.products) : null;
    const minSpendCents = minSpendOf(campaign);
    return skus === null
      ? shareOf({ minSpendCents })
      : { form: 'PRODUCT', minSpendCents, points: rule.points, skus };
  }

  /** Returns the term of an award that only some lines affect. */
  #aimedTerm({ campaign, place }: IndexedCampaign, of: Naming): AwardTerm {
    const share = shareOf({ minSpendCents: minSpendOf(campaign) });
    // Beyond the bounds lines are not looked at again, which would cost as much as judging did.
    if (this.#naming[of] >= skuTermsMax) return share;
    const lines = awardLinesOf(campaign, this.#activity, this.#index.findingOf(place));
    if (lines.decisive === null && lines.asked.length === 0) return plainTermOf(campaign);
    this.#naming[of] += 1;
    const named = lines.decisive === null ? noSkus : this.#skusAt(lines.decisive);
    const asked = this.#skusAt(lines.asked);
    if (named === null || asked === null) return share;
    const term = lines.decisive === null ? plainTermOf(campaign) : aimedTermOf(campaign, lines, named);
    return asked.some(({ cost }) => cost > 0) && term.form !== 'SHARE' ? { ...term, asked } : term;
  }

  #skusAt(places: LinePlaces): readonly SkuCost[] | null {
    return skuCostsOf(this.#activity.receipt, places, this.#hashOf);
  }

  /** Returns the hash of a line. It is computed once, however many awards need it. */
  readonly #hashOf = (at: number): number =>
    (this.#hashes[at] ??= skuHashOf(this.#activity.receipt.products[at]?.sku ?? ''));

  /**
   * Returns true if the award may name skus. Beyond the bounds it is false, because lines are not walked for
   * more awards than may name skus.
   */
  #names(of: Naming): boolean {
    this.#naming[of] += 1;
    return this.#naming[of] <= skuTermsMax;
  }
}

type Naming = 'awards' | 'cards';

const noPeriods: readonly LimitPeriod[] = [];

const counted = (terms: AwardTerm[], countedIn: readonly LimitPeriod[]): void => {
  const last = terms.pop();
  if (last !== undefined) terms.push({ ...last, countedIn });
};

const noCards: readonly CardTerm[] = [];
const noSkus: readonly SkuCost[] = [];

/** Rules that give a number whatever was bought gave what they gave. */
const multiplied = (term: AwardTerm, multiplier: number): AwardTerm => {
  const multiplierScaled = Math.round(multiplier * multiplierScale);
  switch (term.form) {
    case 'PERCENT':
    case 'PRODUCT':
    case 'LINES_PERCENT':
    case 'EXCEPT_PERCENT':
      return multiplierScaled === multiplierScale ? term : { ...term, multiplierScaled };
    case 'WHOLE':
    case 'LINES':
    case 'EVERY':
    case 'SHARE':
      return term;
  }
};

/** A missing minimum and a minimum of 0 both mean that there is no bound. */
const minSpendOf = ({ minSpendCents }: Campaign): number | null =>
  minSpendCents === null || minSpendCents <= 0 ? null : minSpendCents;

/** The term serves campaigns whose awards no line affects. */
const plainTermOf = memoizeBy((campaign: Campaign): AwardTerm => {
  const { earningRule } = campaign;
  const minSpendCents = minSpendOf(campaign);
  if (earningRule.type === 'SPEND_PERCENTAGE')
    return { form: 'PERCENT', minSpendCents, percentageScaled: scaledPercentage(earningRule) };
  const form = receiptForms[earningRule.type];
  return { form: form === 'WHOLE' || form === 'EVERY' ? 'WHOLE' : 'SHARE', minSpendCents };
});

const aimedTermOf = (campaign: Campaign, { isExcept }: AwardLines, skus: readonly SkuCost[]): AwardTerm => {
  const { earningRule: rule } = campaign;
  const minSpendCents = minSpendOf(campaign);
  if (rule.type === 'SPEND_PERCENTAGE') {
    const form = isExcept ? 'EXCEPT_PERCENT' : 'LINES_PERCENT';
    return { form, minSpendCents, percentageScaled: scaledPercentage(rule), skus };
  }
  if (rule.type === 'PRODUCT_PURCHASE') return { form: 'PRODUCT', minSpendCents, points: rule.points, skus };
  if (countsUnits(rule)) {
    const { everyQuantity, reward } = rule;
    return { form: 'EVERY', minSpendCents, everyQuantity, points: reward.points ?? 0, skus };
  }
  return { form: 'LINES', minSpendCents, skus };
};
