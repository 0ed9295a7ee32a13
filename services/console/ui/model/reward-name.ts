import { centsText } from './numbers/figures.ts';

/** These are the parts of a reward that name it. */
interface NamedReward {
  readonly rewardType: string;
  readonly value: {
    readonly description?: string;
    readonly amount?: number;
    readonly currency?: string;
    readonly discountType?: string;
    readonly value?: number;
  };
}

interface RewardWords {
  readonly typeOf: (rewardType: string) => string;
  readonly off: (amount: string) => string;
}

/** Returns the description of a reward, otherwise its amount, otherwise its type. */
export const rewardNameOf = (
  { rewardType, value }: NamedReward,
  { typeOf, off }: RewardWords,
  locale?: string,
): string => {
  if (value.description !== undefined) return value.description;
  if (value.amount !== undefined)
    return `${typeOf(rewardType)}, ${centsText(value.amount, locale, value.currency)}`;
  if (value.value === undefined) return typeOf(rewardType);
  return off(
    value.discountType === 'PERCENTAGE' ? `${value.value.toString()} %` : centsText(value.value, locale),
  );
};
