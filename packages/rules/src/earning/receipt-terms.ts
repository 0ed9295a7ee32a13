import type { ReceiptLine } from '@loyalty/contracts';
import type { CampaignLookup } from '../campaign-index/campaign-index.ts';
import type { IndexedCampaign } from '../campaign-index/index-parts.ts';
import { aimOf } from '../campaigns/campaign-aim.ts';
import type { Campaign } from '../campaigns/campaign.ts';
import {
  type AwardTerm,
  type CardTerm,
  encodeTerms,
  productTermsMax,
  type SkuUnits,
} from '../returns/award-terms.ts';
import { memoizeBy } from '../snapshot.ts';
import { receiptForms, scaledPercentage } from './rules/on-receipt.ts';
import type { CardStep } from './rules/rule-outcome.ts';

/** Notes with each award, while its campaign is at hand, what decides over a smaller basket (D171). */
export class ReceiptTerms {
  readonly #index: Pick<CampaignLookup, 'skusOf'>;
  readonly #lines: readonly ReceiptLine[];
  readonly #awards: AwardTerm[] = [];
  #cards: CardTerm[] | null = null;
  #products = 0;

  constructor(index: Pick<CampaignLookup, 'skusOf'>, lines: readonly ReceiptLine[]) {
    this.#index = index;
    this.#lines = lines;
  }

  /** In the order of the awards; the index still has what it found for their receipt. */
  noteAward({ campaign, place, aim }: IndexedCampaign, multiplier?: number): void {
    const { earningRule } = campaign;
    if (multiplier !== undefined && receiptForms[earningRule.type] !== 'WHOLE') {
      // The terms of a rule know no multiplier.
      this.#awards.push({ form: 'SHARE', minSpendCents: minSpendOf(campaign) });
      return;
    }
    this.#awards.push(
      earningRule.type === 'PRODUCT_PURCHASE' && !aim.asksLines
        ? productTerm(campaign, earningRule.points, this.#skusOf(place))
        : termOf(campaign),
    );
  }

  noteCard(campaign: Campaign, { stampsRequired, completed, cardsCompleted }: CardStep): void {
    const minSpendCents = minSpendOf(campaign);
    const cards = (this.#cards ??= []);
    if (aimOf(campaign).asksLines) {
      cards.push({ form: 'SHARE', minSpendCents, stampsRequired: null, cardsCompleted: null });
      return;
    }
    cards.push({
      form: 'WHOLE',
      minSpendCents,
      stampsRequired,
      cardsCompleted: cardsCompleted ?? (completed ? 1 : 0),
    });
  }

  /** Null where nothing was awarded or stamped. */
  encoded(): Buffer | null {
    return encodeTerms({ awards: this.#awards, cards: this.#cards ?? noCards });
  }

  /** Null beyond the bounds: the lines are not walked for more awards than terms may name skus of. */
  #skusOf(place: number): readonly SkuUnits[] | null {
    this.#products += 1;
    return this.#products > productTermsMax ? null : this.#index.skusOf(place, this.#lines);
  }
}

const noCards: readonly CardTerm[] = [];

/** Without one, and with one of nothing, there is no bound. */
const minSpendOf = ({ minSpendCents }: Campaign): number | null =>
  minSpendCents === null || minSpendCents <= 0 ? null : minSpendCents;

const productTerm = (campaign: Campaign, points: number, skus: readonly SkuUnits[] | null): AwardTerm => {
  const minSpendCents = minSpendOf(campaign);
  return skus === null ? { form: 'SHARE', minSpendCents } : { form: 'PRODUCT', minSpendCents, points, skus };
};

const termOf = memoizeBy((campaign: Campaign): AwardTerm => {
  const { earningRule } = campaign;
  const minSpendCents = minSpendOf(campaign);
  // Of a smaller basket such a rule alone says too little: a share of what was given stays.
  if (aimOf(campaign).asksLines) return { form: 'SHARE', minSpendCents };
  if (earningRule.type === 'SPEND_PERCENTAGE')
    return { form: 'PERCENT', minSpendCents, percentageScaled: scaledPercentage(earningRule) };
  return { form: receiptForms[earningRule.type] === 'WHOLE' ? 'WHOLE' : 'SHARE', minSpendCents };
});
