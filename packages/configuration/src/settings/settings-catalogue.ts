import { Fault } from '@loyalty/kernel';
import type { FieldFault, PointsExpiry } from '@loyalty/rules';
import {
  defaultRewardProviders,
  parseRewardProviders,
  type RewardProviderSetting,
} from '../reward-providers/reward-provider-setting.ts';

/** What an environment can be told about itself (D6). */
export interface Settings {
  /** What one point costs a campaign's budget, in cents (D32). */
  readonly pointValueCents: number;
  /** When points expire whose campaign does not say (D49). */
  readonly pointsExpiry: PointsExpiry;
  /** The sub-limit of evaluate per credential, requests a minute; null leaves it to the process, where it is off (D5). */
  readonly evaluateRateLimitPerMinute: number | null;
  /** Who gives the codes of rewards; that the names are known is checked where settings are written. */
  readonly rewardProviders: RewardProviderSetting;
  /** Whether a live environment may register webhooks with http URLs; a test environment always may (D71). */
  readonly webhooksOverPlainHttp: boolean;
  /** Whether a reference that comes again with another body is refused instead of answered again (D106). */
  readonly rejectMismatch: boolean;
}

/** Settings as JSON: as they are stored, or as they are to be written. */
export type SettingsDocument = Readonly<Record<string, unknown>>;

interface EnvironmentSetting<T> {
  readonly fallback: T;
  /** The value when it is one, else undefined. */
  readonly parse: (value: unknown) => T | undefined;
  /** What a value has to be, as the end of a sentence. */
  readonly expected: string;
}

const isIntegerFrom1To = (value: unknown, max: number): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= max;

/** 100 years: beyond that an expiry is none, and below it every instant stays a valid one. */
const expiryDaysMax = 36_500;

const parsePointsExpiry = (value: unknown): PointsExpiry | undefined => {
  const { type, days, unit } = membersOf(value);
  if (type === 'NONE') return { type };
  if (type === 'CALENDAR' && (unit === 'MONTH' || unit === 'YEAR')) return { type, unit };
  if (type !== 'ROLLING' && type !== 'SLIDING') return undefined;
  return isIntegerFrom1To(days, expiryDaysMax) ? { type, days } : undefined;
};

/** The members of an object that the expiry looks at; none of anything that is no object. */
const membersOf = (value: unknown): { type?: unknown; days?: unknown; unit?: unknown } =>
  typeof value === 'object' && value !== null ? value : {};

const parseSwitch = (value: unknown): boolean | undefined => (typeof value === 'boolean' ? value : undefined);

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
  rejectMismatch: {
    fallback: false,
    parse: parseSwitch,
    expected: 'true or false',
  },
};

/** The names of all settings. */
export const settingNames = Object.keys(catalogue) as readonly (keyof Settings)[];

/** Typed settings from what is stored; what is not stored has its default. Throws a Fault `SETTING_UNREADABLE`. */
export const readSettings = (stored: SettingsDocument): Settings => ({
  pointValueCents: readSetting(stored, 'pointValueCents'),
  pointsExpiry: readSetting(stored, 'pointsExpiry'),
  evaluateRateLimitPerMinute: readSetting(stored, 'evaluateRateLimitPerMinute'),
  rewardProviders: readSetting(stored, 'rewardProviders'),
  webhooksOverPlainHttp: readSetting(stored, 'webhooksOverPlainHttp'),
  rejectMismatch: readSetting(stored, 'rejectMismatch'),
});

/** One setting of those that are stored. Throws a Fault `SETTING_UNREADABLE` when what is stored is no value of it. */
export const readSetting = <Key extends keyof Settings>(
  stored: SettingsDocument,
  key: Key,
): Settings[Key] => {
  const { fallback, parse } = catalogue[key];
  const value = stored[key];
  if (value === undefined) return fallback;
  const parsed = parse(value);
  // Written by another version of this product: to guess here could change what members are awarded.
  if (parsed === undefined) throw new Fault('SETTING_UNREADABLE', `the stored setting ${key} is not valid`);
  return parsed;
};

/** What is wrong with settings to be written; a null is fine: it brings back the default. */
export const faultsOfSettings = (written: SettingsDocument): FieldFault[] =>
  Object.entries(written).flatMap(([name, value]) => {
    const message = messageOf(name, value);
    return message === null ? [] : [{ pointer: `/${escapePointer(name)}`, message }];
  });

/** Decided (D84, D85) and not built: to take a value that nothing reads would promise what does not happen (D87). */
const unbuilt: ReadonlySet<string> = new Set(['corsOrigins', 'bulkItemsPerMinute']);

const messageOf = (name: string, value: unknown): string | null => {
  if (unbuilt.has(name)) return 'cannot be set yet, because nothing would go by it';
  if (!isSettingName(name)) return `is no setting; there are ${settingNames.join(', ')}`;
  if (value === null || catalogue[name].parse(value) !== undefined) return null;
  return `must be ${catalogue[name].expected}`;
};

const isSettingName = (name: string): name is keyof Settings => Object.hasOwn(catalogue, name);

/** RFC 6901. */
const escapePointer = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

/**
 * The document after a write without faults: its members replace the stored ones, stripped of what no setting has
 * (D9), and nulls remove them.
 */
export const mergeSettings = (stored: SettingsDocument, written: SettingsDocument): SettingsDocument => {
  const parsed = Object.entries(written).map(([name, value]): [string, unknown] => [
    name,
    isSettingName(name) && value !== null ? catalogue[name].parse(value) : null,
  ]);
  const merged = Object.entries({ ...stored, ...Object.fromEntries(parsed) });
  return Object.fromEntries(merged.filter(([, value]) => value !== null));
};
