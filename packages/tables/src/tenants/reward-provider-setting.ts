import { hasCodePoints } from '@loyalty/kernel';
import type { RewardType } from '@loyalty/rules';

/** The names of the providers of reward codes (D6). */
export interface RewardProviderSetting {
  readonly default: string;
  /** For reward types with a provider of their own. */
  readonly byType: Readonly<Partial<Record<RewardType, string>>>;
}

/** The provider that every environment has: generated random codes. */
export const generatorName = 'generator';

/** Without a setting, every code is generated. */
export const defaultRewardProviders: RewardProviderSetting = { default: generatorName, byType: {} };

/** Returns whether this can be the name of a provider or pool: 1 to 64 characters that a terminal can show, without blanks around. */
export const isProviderName = (value: unknown): value is string =>
  typeof value === 'string' &&
  hasCodePoints(value, 1, 64) &&
  value.isWellFormed() &&
  !/\p{Cc}/u.test(value) &&
  value.trim() === value;

const types: Readonly<Record<RewardType, true>> = {
  COUPON_VOUCHER: true,
  GIFT_CARD: true,
  DISCOUNT_VOUCHER: true,
  FREE_ITEM: true,
};

/** Returns the setting if the value is one. The default is the generator unless given. It does not check whether the names exist. */
export const parseRewardProviders = (value: unknown): RewardProviderSetting | undefined => {
  if (!isObject(value)) return undefined;
  const { default: first = generatorName, byType = {} } = value;
  if (!isProviderName(first) || !isObject(byType)) return undefined;
  const entries = Object.entries(byType);
  const areFit = entries.every(([type, name]) => Object.hasOwn(types, type) && isProviderName(name));
  // The check above has found every entry to be a type with a name.
  return areFit ? { default: first, byType: Object.fromEntries(entries) } : undefined;
};

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the providers that a setting names, each once, without the generator, which always exists. */
export const namedProvidersOf = ({ default: first, byType }: RewardProviderSetting): readonly string[] =>
  [...new Set([first, ...Object.values(byType)])].filter((name) => name !== generatorName);
