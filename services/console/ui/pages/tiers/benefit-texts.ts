import type { Schemas } from '@loyalty/client';
import { numberField } from '../../model/numbers/typed-number.ts';
import { rewardNameOf } from '../../model/reward-name.ts';
import { shownText } from '../../model/shown-text.ts';
import { wordOf, words } from '../../words/index.ts';
import { tierWords } from './words.ts';

const rewardWords = {
  typeOf: (type: string): string => wordOf(words.member.rewardTypes, type),
  off: words.member.off,
};

/** The names of campaigns by their ids. */
export type CampaignNames = ReadonlyMap<string, string>;

/** Returns a benefit of a tier in a few words. */
export const benefitText = (benefit: Schemas['TierBenefit'], names: CampaignNames): string => {
  const texts = tierWords.benefits;
  switch (benefit.type) {
    case 'EARN_MULTIPLIER':
      return texts.EARN_MULTIPLIER(numberField(benefit.multiplier));
    case 'LABEL':
      return shownText(benefit.description);
    case 'EXCLUSIVE_CAMPAIGN':
      return texts.EXCLUSIVE_CAMPAIGN(shownText(names.get(benefit.campaignId) ?? texts.unknownCampaign));
    case 'FREE_REWARD': {
      const { validDays } = benefit;
      const valid = validDays === undefined ? '' : tierWords.validDays(numberField(validDays));
      return shownText(rewardNameOf(benefit, rewardWords)) + valid;
    }
    default:
      // A newer API may have more kinds.
      return texts.unknown((benefit as { readonly type: string }).type);
  }
};
