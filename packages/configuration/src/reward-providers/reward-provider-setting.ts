import { hasCodePoints } from '@loyalty/kernel';
import type { RewardType } from '@loyalty/rules';

/** Who gives the codes of rewards, by the names of providers (D6). */
export interface RewardProviderSetting {
  readonly default: string;
  /** Of the types that have another one. */
  readonly byType: Readonly<Partial<Record<RewardType, string>>>;
}

/** The provider that every environment has: random codes of our own. */
export const generatorName = 'generator';

/** Without a setting, every code is our own. */
export const defaultRewardProviders: RewardProviderSetting = { default: generatorName, byType: {} };

/** Whether this can be the name of a provider or pool: 1 to 64 characters that a terminal can show, none around it blank. */
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

/** The setting when it is one; a default that is not given is the generator. Whether the names are known is not looked at. */
export const parseRewardProviders = (value: unknown): RewardProviderSetting | undefined => {
  if (!isObject(value)) return undefined;
  const { default: first = generatorName, byType = {} } = value;
  if (!isProviderName(first) || !isObject(byType)) return undefined;
  const entries = Object.entries(byType);
  const areFit = entries.every(([type, name]) => Object.hasOwn(types, type) && isProviderName(name));
  // Every entry has just been seen to be a type with a name.
  return areFit ? { default: first, byType: Object.fromEntries(entries) } : undefined;
};

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The providers that a setting names, each once; the generator, which cannot be missing, is left out. */
export const namedProvidersOf = ({ default: first, byType }: RewardProviderSetting): readonly string[] =>
  [...new Set([first, ...Object.values(byType)])].filter((name) => name !== generatorName);
