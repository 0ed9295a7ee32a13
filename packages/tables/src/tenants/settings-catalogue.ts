import type { FieldError } from '@loyalty/contracts/http';
import { Fault, hasCodePoints } from '@loyalty/kernel';
import type { PointsExpiry, RewardType } from '@loyalty/rules/campaigns';

/** The settings of an environment (D6). */
export interface Settings {
  /** The cost of one point to a campaign's budget, in cents (D32). */
  readonly pointValueCents: number;
  /** The expiry of points whose campaign has none of its own (D49). */
  readonly pointsExpiry: PointsExpiry;
  /**
   * The limit of evaluate calls per credential, requests a minute. Null: the process' default, which is off
   * (D5).
   */
  readonly evaluateRateLimitPerMinute: number | null;
  /**
   * Requests a minute of all credentials of the environment. Null: ten times the limit of the credential that
   * asks (D5).
   */
  readonly requestsPerMinute: number | null;
  /** Items of bulk calls a minute in the environment. Null: 60,000 live, 6,000 test (D85). */
  readonly bulkItemsPerMinute: number | null;
  /** Writes of configuration a minute in the environment. Null: 3,000 (D5). */
  readonly configurationWritesPerMinute: number | null;
  /** The providers of reward codes. Writing the setting checks that the names exist. */
  readonly rewardProviders: RewardProviderSetting;
  /**
   * True when a live environment may register webhooks with http URLs; a test environment always may (D71).
   */
  readonly webhooksOverPlainHttp: boolean;
  /** The origins whose scripts may read responses to bearer tokens (D84). */
  readonly corsOrigins: readonly string[];
  /**
   * True when a repeated reference with another body is refused instead of getting the stored response
   * (D106).
   */
  readonly rejectMismatch: boolean;
}

/** Settings as JSON: as they are stored, or to be written. */
export type SettingsDocument = Readonly<Record<string, unknown>>;

interface EnvironmentSetting<T> {
  readonly fallback: T;
  /** Returns the value if it is valid, else undefined. */
  readonly parse: (value: unknown) => T | undefined;
  /** The condition for a valid value, as the end of a sentence. */
  readonly expected: string;
}

const isInteger = (value: unknown, min: number, max: number): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max;

const isIntegerFrom1To = (value: unknown, max: number): value is number => isInteger(value, 1, max);

/** With fewer the largest call could never be made. */
const bulkItemsMin = 1_000;

/** 100 years: a longer expiry has no use, and up to this bound every instant stays valid. */
const expiryDaysMax = 36_500;

const parsePointsExpiry = (value: unknown): PointsExpiry | undefined => {
  const { type, days, unit } = membersOf(value);
  if (type === 'NONE') return { type };
  if (type === 'CALENDAR' && (unit === 'MONTH' || unit === 'YEAR')) return { type, unit };
  if (type !== 'ROLLING' && type !== 'SLIDING') return undefined;
  return isIntegerFrom1To(days, expiryDaysMax) ? { type, days } : undefined;
};

/** Returns the properties that the expiry uses; none if the value is no object. */
const membersOf = (value: unknown): { type?: unknown; days?: unknown; unit?: unknown } =>
  typeof value === 'object' && value !== null ? value : {};

const parseSwitch = (value: unknown): boolean | undefined => (typeof value === 'boolean' ? value : undefined);

/** As many as a tenant has portals, and more. */
const originsMax = 20;

/** Returns a list of origins as browsers send them: scheme, host and port, nothing else. */
const parseOrigins = (value: unknown): readonly string[] | undefined =>
  Array.isArray(value) && value.length <= originsMax && value.every(isOrigin)
    ? [...new Set(value)]
    : undefined;

const isOrigin = (value: unknown): value is string =>
  typeof value === 'string' &&
  /^https?:/.test(value) &&
  URL.canParse(value) &&
  new URL(value).origin === value;

/** The provider that every environment has: generated random codes. */
export const generatorName = 'generator';

/** Without a setting, every code is generated. */
const defaultRewardProviders: RewardProviderSetting = { default: generatorName, byType: {} };

/**
 * Returns whether this can be the name of a provider or pool: 1 to 64 characters that a terminal can show,
 * without blanks around.
 */
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

/**
 * Returns the setting if the value is one. The default is the generator unless given. It does not check
 * whether the names exist.
 */
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

const catalogue: { readonly [Key in keyof Settings]: EnvironmentSetting<Settings[Key]> } = {
  pointValueCents: {
    fallback: 1,
    parse: (value) => (isIntegerFrom1To(value, 1_000_000) ? value : undefined),
    expected: 'an integer from 1 to 1000000',
  },
  pointsExpiry: {
    fallback: { type: 'NONE' },
    parse: parsePointsExpiry,
    expected:
      '{"type": "NONE"}, {"type": "ROLLING" or "SLIDING", "days": 1 to 36500} or ' +
      '{"type": "CALENDAR", "unit": "MONTH" or "YEAR"}',
  },
  evaluateRateLimitPerMinute: {
    fallback: null,
    parse: (value) => (isIntegerFrom1To(value, 100_000_000) ? value : undefined),
    expected: 'an integer from 1 to 100000000',
  },
  requestsPerMinute: {
    fallback: null,
    parse: (value) => (isIntegerFrom1To(value, 1_000_000_000) ? value : undefined),
    expected: 'an integer from 1 to 1000000000',
  },
  bulkItemsPerMinute: {
    fallback: null,
    parse: (value) => (isInteger(value, bulkItemsMin, 100_000_000) ? value : undefined),
    expected: 'an integer from 1000, the items of the largest call, to 100000000',
  },
  configurationWritesPerMinute: {
    fallback: null,
    parse: (value) => (isIntegerFrom1To(value, 1_000_000) ? value : undefined),
    expected: 'an integer from 1 to 1000000',
  },
  rewardProviders: {
    fallback: defaultRewardProviders,
    parse: parseRewardProviders,
    expected:
      '{"default": "generator", "byType": {"GIFT_CARD": "acme"}}, with names of 1 to 64 characters for ' +
      'COUPON_VOUCHER, GIFT_CARD, DISCOUNT_VOUCHER and FREE_ITEM',
  },
  webhooksOverPlainHttp: {
    fallback: false,
    parse: parseSwitch,
    expected: 'true or false',
  },
  corsOrigins: {
    fallback: [],
    parse: parseOrigins,
    expected: 'a list of at most 20 origins as browsers send them, like "https://portal.example"',
  },
  rejectMismatch: {
    fallback: false,
    parse: parseSwitch,
    expected: 'true or false',
  },
};

export const settingNames = Object.keys(catalogue) as readonly (keyof Settings)[];

/**
 * Returns typed settings from the stored document; absent ones have their defaults. Throws a Fault
 * `SETTING_UNREADABLE`.
 */
export const readSettings = (stored: SettingsDocument): Settings => ({
  pointValueCents: readSetting(stored, 'pointValueCents'),
  pointsExpiry: readSetting(stored, 'pointsExpiry'),
  evaluateRateLimitPerMinute: readSetting(stored, 'evaluateRateLimitPerMinute'),
  requestsPerMinute: readSetting(stored, 'requestsPerMinute'),
  bulkItemsPerMinute: readSetting(stored, 'bulkItemsPerMinute'),
  configurationWritesPerMinute: readSetting(stored, 'configurationWritesPerMinute'),
  rewardProviders: readSetting(stored, 'rewardProviders'),
  webhooksOverPlainHttp: readSetting(stored, 'webhooksOverPlainHttp'),
  corsOrigins: readSetting(stored, 'corsOrigins'),
  rejectMismatch: readSetting(stored, 'rejectMismatch'),
});

/** Returns one stored setting. Throws a Fault `SETTING_UNREADABLE` when the stored value is invalid. */
export const readSetting = <Key extends keyof Settings>(
  stored: SettingsDocument,
  key: Key,
): Settings[Key] => {
  const { fallback, parse } = catalogue[key];
  const value = stored[key];
  if (value === undefined) return fallback;
  const parsed = parse(value);
  // Another version of this product wrote it. Guessing a value could change what members are awarded.
  if (parsed === undefined) throw new Fault('SETTING_UNREADABLE', `the stored setting ${key} is not valid`);
  return parsed;
};

/** Returns the faults of settings to be written. Null is valid: it restores the default. */
export const faultsOfSettings = (written: SettingsDocument): FieldError[] =>
  Object.entries(written).flatMap(([name, value]) => {
    const message = messageOf(name, value);
    return message === null ? [] : [{ pointer: `/${escapePointer(name)}`, message }];
  });

const messageOf = (name: string, value: unknown): string | null => {
  if (!isSettingName(name)) return `is no setting; there are ${settingNames.join(', ')}`;
  if (value === null || catalogue[name].parse(value) !== undefined) return null;
  return `must be ${catalogue[name].expected}`;
};

const isSettingName = (name: string): name is keyof Settings => Object.hasOwn(catalogue, name);

/** RFC 6901. */
const escapePointer = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

/**
 * Returns the document after a write without faults. Its members replace the stored ones, without unknown
 * properties (D9), and nulls remove them.
 */
export const mergeSettings = (stored: SettingsDocument, written: SettingsDocument): SettingsDocument => {
  const parsed = Object.entries(written).map(([name, value]): [string, unknown] => [
    name,
    isSettingName(name) && value !== null ? catalogue[name].parse(value) : null,
  ]);
  const merged = Object.entries({ ...stored, ...Object.fromEntries(parsed) });
  return Object.fromEntries(merged.filter(([, value]) => value !== null));
};

/** The names of the providers of reward codes (D6). */
export interface RewardProviderSetting {
  readonly default: string;
  /** For reward types with a provider of their own. */
  readonly byType: Readonly<Partial<Record<RewardType, string>>>;
}

/** Returns the providers that a setting names, each once, without the generator, which always exists. */
export const namedProvidersOf = ({ default: first, byType }: RewardProviderSetting): readonly string[] =>
  [...new Set([first, ...Object.values(byType)])].filter((name) => name !== generatorName);
