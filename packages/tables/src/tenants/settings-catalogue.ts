import { isDeepStrictEqual } from 'node:util';
import { instantOf } from '@loyalty/contracts';
import { defaultCurrency, isEnvironmentCurrency } from '@loyalty/contracts/currencies';
import type { FieldError } from '@loyalty/contracts/http';
import { type EnvironmentId, Fault, hasCodePoints, isVisible, pointerTo } from '@loyalty/kernel';
import type { MemberPointsCaps, PointsExpiry, RewardType } from '@loyalty/rules/campaigns';
import type { RefundPoints, UnrecoveredPoints } from '@loyalty/rules/returns';
import {
  isTimeZone,
  isZoneName,
  readZoneChanges,
  nearestZones,
  type ZoneChanges,
  zoneChangesOf,
  zoneDifferenceMs,
} from '@loyalty/rules/time';
import { versionOf } from '../configuration/entity-version.ts';
import { isPhoneCountry } from './phone-countries.ts';

/** The settings of an environment (D6). */
export interface Settings {
  /** The currency of amounts that name none, in ISO 4217 (D321). */
  readonly currency: string;
  /** What a point costs a campaign's budget, in cents (D32). */
  readonly pointValueCents: number;
  /** The expiry of points whose campaign has none of its own (D49). */
  readonly pointsExpiry: PointsExpiry;
  /** The evaluate calls of one credential. Null means the process' default, which is off (D5). */
  readonly evaluateRateLimitPerMinute: number | null;
  /** The requests of all credentials together. Null means ten times the limit of the one that asks (D5). */
  readonly requestsPerMinute: number | null;
  /** How many items of bulk requests are accepted. Null means 60,000 in live and 6,000 in test (D85). */
  readonly bulkItemsPerMinute: number | null;
  /** How many writes of configuration are accepted. Null means 3,000 (D5). */
  readonly configurationWritesPerMinute: number | null;
  /** How many lines of imports are accepted. Null means 30,000 (D341). */
  readonly importLinesPerMinute: number | null;
  /** Until when imports bring in points beside a cap on given points; null means never (D341). */
  readonly importsUntil: string | null;
  /** The providers of rewards. Writing the setting checks that their names exist. */
  readonly rewardProviders: RewardProviderSetting;
  /** Whether webhooks may use plain HTTP in a live environment; a test environment always allows it (D71). */
  readonly webhooksOverPlainHttp: boolean;
  /** Scripts of these origins may read responses to bearer tokens (D84). */
  readonly corsOrigins: readonly string[];
  /** Whether a repeated reference with a different body is refused instead of getting the stored response (D106). */
  readonly rejectMismatch: boolean;
  /** The country of national telephone numbers (ISO 3166-1). Null means that these are not recognised (D53). */
  readonly phoneCountry: string | null;
  /** How redeemed points are refunded when their receipt is returned (D177). */
  readonly refundPoints: RefundPoints;
  /** The time that refunded points gain never moves their expiry beyond this many days after the refund (D178). */
  readonly refundGraceDays: number;
  /** What happens to reversed points that exceed the balance (D192). */
  readonly unrecoveredPoints: UnrecoveredPoints;
  /** The most points that one credential and the keys that it created give by adjustments on a UTC day. Null means any number (D221). */
  readonly adjustedPointsPerDay: number | null;
  /** How long a credential other than the redeem's own may void it. Null means for ever (D303). */
  readonly voidWithinMinutes: number | null;
  /** The most points that all credentials together give by adjustments on a UTC day. Null means any number (D307). */
  readonly totalAdjustedPointsPerDay: number | null;
  /** Whether a reward can be redeemed only with the receipt that it is used for (D60). */
  readonly rewardRedeemNeedsRef: boolean;
  /** The time zone of conditions and limits, as a name of the IANA database. Null means UTC (D225). */
  readonly timeZone: string | null;
  /** The most points that all campaigns together give a member. Null means any number (D241). */
  readonly memberPointsCaps: MemberPointsCaps | null;
  /** Whether a live change needs a person other than the one who made the latest change (D306). */
  readonly liveChangesByTwo: boolean;
}

/**
 * Who owns a setting. `settings:write` changes settings of the `TENANT`; only `loyaltyctl` changes those of
 * the `OPERATOR` (D219).
 */
export type SettingOwner = 'TENANT' | 'OPERATOR';

export type SettingsDocument = Readonly<Record<string, unknown>>;

interface EnvironmentSetting<T> {
  readonly owner: SettingOwner;
  readonly fallback: T;
  /** Returns undefined if the value is not valid. */
  readonly parse: (value: unknown) => T | undefined;
  /** What a valid value is, as the end of a sentence that begins with «must be». */
  readonly expected: string;
  /** Judges what is written more strictly than `parse`, which also judges what other builds have stored. */
  readonly mayWrite?: (value: unknown) => boolean;
  /** Valid values that are near to one that is not. */
  readonly near?: (value: unknown) => readonly string[];
}

const isInteger = (value: unknown, min: number, max: number): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max;

const isIntegerFrom1To = (value: unknown, max: number): value is number => isInteger(value, 1, max);

/** With a lower limit the largest call could never be made. */
const bulkItemsMin = 1_000;

/** With a lower limit the largest call could never be made. */
const importLinesMin = 1_000;

/** A date means its end, because it is the end of something. */
const parseInstant = (value: unknown): string | undefined => {
  const atMs = typeof value === 'string' ? instantOf(value, 'end') : null;
  return atMs === null ? undefined : new Date(atMs).toISOString();
};

/** 100 years: a longer expiry has no use, and up to this bound every instant stays valid. */
const expiryDaysMax = 36_500;

/** 400 days: as long as the audit log tells who did it. Longer is better said by null. */
const voidMinutesMax = 576_000;

const parsePointsExpiry = (value: unknown): PointsExpiry | undefined => {
  const { type, days, unit } = membersOf(value);
  if (type === 'NONE') return { type };
  if (type === 'CALENDAR' && (unit === 'MONTH' || unit === 'YEAR')) return { type, unit };
  if (type !== 'ROLLING' && type !== 'SLIDING') return undefined;
  return isIntegerFrom1To(days, expiryDaysMax) ? { type, days } : undefined;
};

/** Returns no members if the value is not an object. */
const membersOf = (value: unknown): { type?: unknown; days?: unknown; unit?: unknown } =>
  typeof value === 'object' && value !== null ? value : {};

const parseSwitch = (value: unknown): boolean | undefined => (typeof value === 'boolean' ? value : undefined);

const capPeriods = ['day', 'week', 'month'] as const;

/** At least one cap is needed. Other members are left out (D9). */
const parseCaps = (value: unknown): MemberPointsCaps | undefined => {
  if (!isObject(value)) return undefined;
  const given = capPeriods.filter((period) => value[period] !== undefined);
  const areSound = given.every((period) => isIntegerFrom1To(value[period], Number.MAX_SAFE_INTEGER));
  return areSound && given.length > 0
    ? Object.fromEntries(given.map((period) => [period, Number(value[period])]))
    : undefined;
};

/** A tenant has fewer portals than this. */
const originsMax = 20;

/** An origin is written as browsers send it: scheme, host and port, nothing else. */
const parseOrigins = (value: unknown): readonly string[] | undefined =>
  Array.isArray(value) && value.length <= originsMax && value.every(isOrigin)
    ? [...new Set(value)]
    : undefined;

const isOrigin = (value: unknown): value is string =>
  typeof value === 'string' &&
  /^https?:/.test(value) &&
  // URLs may have it in their host, and no origin of a browser has: as a pattern it would match nothing.
  !value.includes('*') &&
  URL.canParse(value) &&
  new URL(value).origin === value;

/** The source of random codes, which every environment has. */
export const generatorName = 'generator';

/** Every code is generated unless the setting says otherwise. */
const defaultRewardProviders: RewardProviderSetting = { default: generatorName, byType: {} };

/**
 * Returns true for 1 to 64 characters that a terminal can show, without blanks at the beginning and the end.
 */
export const isProviderName = (value: unknown): value is string =>
  typeof value === 'string' &&
  hasCodePoints(value, 1, 64) &&
  value.isWellFormed() &&
  !/\p{Cc}/u.test(value) &&
  value.trim() === value &&
  isVisible(value);

const types: Readonly<Record<RewardType, true>> = {
  COUPON_VOUCHER: true,
  GIFT_CARD: true,
  DISCOUNT_VOUCHER: true,
  FREE_ITEM: true,
};

/**
 * Parses the setting; the default is the generator unless another one is given. It does not check whether the
 * names exist.
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

const anyCount = {
  parse: (value: unknown) => (isInteger(value, 0, Number.MAX_SAFE_INTEGER) ? value : undefined),
  expected: `an integer from 0 to ${Number.MAX_SAFE_INTEGER.toString()}`,
};

const refundModes: readonly RefundPoints[] = ['PRO_RATA', 'WHOLE_ONLY', 'NEVER'];

const unrecoveredModes: readonly UnrecoveredPoints[] = ['FORGIVE', 'DEDUCT_LATER'];

const catalogue: { readonly [Key in keyof Settings]: EnvironmentSetting<Settings[Key]> } = {
  currency: {
    owner: 'TENANT',
    fallback: defaultCurrency,
    parse: (value) => (typeof value === 'string' && isEnvironmentCurrency(value) ? value : undefined),
    expected: 'a currency of ISO 4217 in upper case, like "ZAR"',
  },
  pointValueCents: {
    owner: 'TENANT',
    fallback: 1,
    parse: (value) => (isIntegerFrom1To(value, 1_000_000) ? value : undefined),
    expected: 'an integer from 1 to 1000000',
  },
  pointsExpiry: {
    owner: 'TENANT',
    fallback: { type: 'NONE' },
    parse: parsePointsExpiry,
    expected:
      '{"type": "NONE"}, {"type": "ROLLING" or "SLIDING", "days": 1 to 36500} or ' +
      '{"type": "CALENDAR", "unit": "MONTH" or "YEAR"}',
  },
  evaluateRateLimitPerMinute: {
    owner: 'OPERATOR',
    fallback: null,
    parse: (value) => (isIntegerFrom1To(value, 100_000_000) ? value : undefined),
    expected: 'an integer from 1 to 100000000',
  },
  requestsPerMinute: {
    owner: 'OPERATOR',
    fallback: null,
    parse: (value) => (isIntegerFrom1To(value, 1_000_000_000) ? value : undefined),
    expected: 'an integer from 1 to 1000000000',
  },
  bulkItemsPerMinute: {
    owner: 'OPERATOR',
    fallback: null,
    parse: (value) => (isInteger(value, bulkItemsMin, 100_000_000) ? value : undefined),
    expected: 'an integer from 1000, the items of the largest call, to 100000000',
  },
  configurationWritesPerMinute: {
    owner: 'OPERATOR',
    fallback: null,
    parse: (value) => (isIntegerFrom1To(value, 1_000_000) ? value : undefined),
    expected: 'an integer from 1 to 1000000',
  },
  importLinesPerMinute: {
    owner: 'OPERATOR',
    fallback: null,
    parse: (value) => (isInteger(value, importLinesMin, 120_000) ? value : undefined),
    expected: 'an integer from 1000, the lines and parts of the largest call, to 120000',
  },
  importsUntil: {
    owner: 'OPERATOR',
    fallback: null,
    parse: parseInstant,
    expected: 'an instant such as 2027-01-31T22:00:00Z, or a date',
  },
  rewardProviders: {
    owner: 'TENANT',
    fallback: defaultRewardProviders,
    parse: parseRewardProviders,
    expected:
      '{"default": "generator", "byType": {"GIFT_CARD": "acme"}}, with names of 1 to 64 characters for ' +
      'COUPON_VOUCHER, GIFT_CARD, DISCOUNT_VOUCHER and FREE_ITEM',
  },
  webhooksOverPlainHttp: {
    owner: 'OPERATOR',
    fallback: false,
    parse: parseSwitch,
    expected: 'true or false',
  },
  corsOrigins: {
    owner: 'TENANT',
    fallback: [],
    parse: parseOrigins,
    expected:
      'a list of at most 20 origins as browsers send them, like "https://portal.example", each named whole',
  },
  rejectMismatch: {
    owner: 'TENANT',
    fallback: false,
    parse: parseSwitch,
    expected: 'true or false',
  },
  phoneCountry: {
    owner: 'TENANT',
    fallback: null,
    parse: (value) => (isPhoneCountry(value) ? value : undefined),
    expected: 'a country of two letters with telephone numbers of its own, like "ZA"',
  },
  refundPoints: {
    owner: 'TENANT',
    fallback: 'PRO_RATA',
    parse: (value) => refundModes.find((mode) => mode === value),
    expected: '"PRO_RATA", "WHOLE_ONLY" or "NEVER"',
  },
  refundGraceDays: {
    owner: 'TENANT',
    fallback: 30,
    parse: (value) => (isInteger(value, 0, 365) ? value : undefined),
    expected: 'an integer from 0 to 365',
  },
  unrecoveredPoints: {
    owner: 'TENANT',
    fallback: 'FORGIVE',
    parse: (value) => unrecoveredModes.find((mode) => mode === value),
    expected: '"FORGIVE" or "DEDUCT_LATER"',
  },
  adjustedPointsPerDay: {
    owner: 'TENANT',
    fallback: null,
    ...anyCount,
  },
  totalAdjustedPointsPerDay: {
    owner: 'TENANT',
    fallback: null,
    ...anyCount,
  },
  rewardRedeemNeedsRef: {
    owner: 'TENANT',
    fallback: false,
    parse: parseSwitch,
    expected: 'true or false',
  },
  voidWithinMinutes: {
    owner: 'TENANT',
    fallback: null,
    parse: (value) => (isInteger(value, 0, voidMinutesMax) ? value : undefined),
    expected: `an integer from 0 to ${voidMinutesMax.toString()}`,
  },
  timeZone: {
    owner: 'TENANT',
    fallback: null,
    // Zone data of another build may know it: the stored table alone decides.
    parse: (value) => (typeof value === 'string' && isZoneName(value) ? value : undefined),
    mayWrite: (value) => typeof value === 'string' && isTimeZone(value),
    near: (value) => (typeof value === 'string' ? nearestZones(value) : []),
    expected: 'the name of a time zone in the IANA database, like "Africa/Johannesburg"',
  },
  memberPointsCaps: {
    owner: 'TENANT',
    fallback: null,
    parse: parseCaps,
    expected: `{"day": 500, "week": 2000, "month": 5000}, at least one of them, integers from 1 to ${Number.MAX_SAFE_INTEGER.toString()}`,
  },
  liveChangesByTwo: {
    owner: 'TENANT',
    fallback: false,
    parse: parseSwitch,
    expected: 'true or false',
  },
};

/**
 * The settings of new environments, for those of which a default would be unsafe and existing environments
 * keep it (D302, D303). They are in the document as if somebody had set them.
 */
export const settingsOfNewEnvironments: Partial<Settings> = {
  refundGraceDays: 7,
  unrecoveredPoints: 'DEDUCT_LATER',
  voidWithinMinutes: 1_440,
};

/** It is next to `timeZone` in the document. Builds that do not know it keep it. */
const zoneChanges = 'timeZoneChanges';

export const settingNames = Object.keys(catalogue) as readonly (keyof Settings)[];

// Each name has an owner, which the compiler cannot follow through entries.
export const settingOwners = Object.fromEntries(
  settingNames.map((name) => [name, catalogue[name].owner]),
) as Readonly<Record<keyof Settings, SettingOwner>>;

/** Returns the first of the named settings that only the operator may set. */
export const findOperatorSetting = (written: SettingsDocument): keyof Settings | null =>
  settingNames.find((name) => Object.hasOwn(written, name) && settingOwners[name] === 'OPERATOR') ?? null;

/** Reads settings; absent ones have their defaults. Throws a Fault `SETTING_UNREADABLE`. */
export const readSettings = (stored: SettingsDocument): Settings => ({
  currency: readSetting(stored, 'currency'),
  pointValueCents: readSetting(stored, 'pointValueCents'),
  pointsExpiry: readSetting(stored, 'pointsExpiry'),
  evaluateRateLimitPerMinute: readSetting(stored, 'evaluateRateLimitPerMinute'),
  requestsPerMinute: readSetting(stored, 'requestsPerMinute'),
  bulkItemsPerMinute: readSetting(stored, 'bulkItemsPerMinute'),
  configurationWritesPerMinute: readSetting(stored, 'configurationWritesPerMinute'),
  importLinesPerMinute: readSetting(stored, 'importLinesPerMinute'),
  importsUntil: readSetting(stored, 'importsUntil'),
  rewardProviders: readSetting(stored, 'rewardProviders'),
  webhooksOverPlainHttp: readSetting(stored, 'webhooksOverPlainHttp'),
  corsOrigins: readSetting(stored, 'corsOrigins'),
  rejectMismatch: readSetting(stored, 'rejectMismatch'),
  phoneCountry: readSetting(stored, 'phoneCountry'),
  refundPoints: readSetting(stored, 'refundPoints'),
  refundGraceDays: readSetting(stored, 'refundGraceDays'),
  unrecoveredPoints: readSetting(stored, 'unrecoveredPoints'),
  adjustedPointsPerDay: readSetting(stored, 'adjustedPointsPerDay'),
  totalAdjustedPointsPerDay: readSetting(stored, 'totalAdjustedPointsPerDay'),
  rewardRedeemNeedsRef: readSetting(stored, 'rewardRedeemNeedsRef'),
  voidWithinMinutes: readSetting(stored, 'voidWithinMinutes'),
  timeZone: readSetting(stored, 'timeZone'),
  memberPointsCaps: readSetting(stored, 'memberPointsCaps'),
  liveChangesByTwo: readSetting(stored, 'liveChangesByTwo'),
});

/**
 * Returns a version that follows from what was set: a setting that a release adds changes no version until
 * somebody sets it.
 */
export const settingsVersionOf = (
  environmentId: EnvironmentId,
  { upcoming, ...settings }: Settings & { readonly upcoming?: object },
): string => {
  const set = settingNames.filter((name) => !isDeepStrictEqual(settings[name], catalogue[name].fallback));
  const isUpcoming = upcoming !== undefined && Object.keys(upcoming).length > 0;
  return versionOf({
    environmentId,
    ...Object.fromEntries(set.map((name) => [name, settings[name]])),
    upcoming: isUpcoming ? upcoming : null,
  });
};

/** Reads one setting. Throws a Fault `SETTING_UNREADABLE` for a stored value that is not valid. */
export const readSetting = <Key extends keyof Settings>(
  stored: SettingsDocument,
  key: Key,
): Settings[Key] => {
  const { fallback, parse } = catalogue[key];
  const value = stored[key];
  if (value === undefined) return fallback;
  const parsed = parse(value);
  if (parsed === undefined) throw unreadable(key);
  return parsed;
};

/** Another version of this product wrote it. Guessing a value could change what members are awarded. */
const unreadable = (key: keyof Settings): Fault =>
  new Fault('SETTING_UNREADABLE', `the stored setting ${key} is not valid`);

/**
 * Returns the zone of `timeZone` as it was when it was written (D225); null if there is none. Throws a Fault
 * `SETTING_UNREADABLE`.
 */
export const readStoredZone = (stored: SettingsDocument): ZoneChanges | null => {
  if (readSetting(stored, 'timeZone') === null) return null;
  const changes = readZoneChanges(stored[zoneChanges]);
  if (changes === null) throw unreadable('timeZone');
  return changes;
};

/** How the table that is stored with `timeZone` compares with the zone data of this process. */
export type ZoneComparison =
  | { readonly state: 'SAME' | 'UNKNOWN' | 'UNREADABLE' }
  | { readonly state: 'DIFFERENT'; readonly fromMs: number };

export const compareStoredZone = (timeZone: string, stored: SettingsDocument): ZoneComparison => {
  const known = zoneChangesOf(timeZone);
  if (known === null) return { state: 'UNKNOWN' };
  const changes = readZoneChanges(stored[zoneChanges]);
  if (changes === null) return { state: 'UNREADABLE' };
  const fromMs = zoneDifferenceMs(changes, known);
  return fromMs === null ? { state: 'SAME' } : { state: 'DIFFERENT', fromMs };
};

/** Returns the faults of settings. Null is valid: it restores the default. */
export const faultsOfSettings = (written: SettingsDocument): FieldError[] =>
  Object.entries(written).flatMap(([name, value]) => {
    const message = messageOf(name, value);
    return message === null ? [] : [{ pointer: pointerTo('', name), message }];
  });

const messageOf = (name: string, value: unknown): string | null => {
  if (!isSettingName(name)) return `is not a setting; the settings are ${settingNames.join(', ')}`;
  const { parse, mayWrite, near, expected } = catalogue[name];
  if (value === null || (parse(value) !== undefined && mayWrite?.(value) !== false)) return null;
  const names = near?.(value) ?? [];
  return names.length === 0
    ? `must be ${expected}`
    : `must be ${expected}; the nearest are ${names.join(', ')}`;
};

const isSettingName = (name: string): name is keyof Settings => Object.hasOwn(catalogue, name);

/**
 * Merges settings without faults. Members replace stored ones, and nulls remove them; unknown properties are
 * left out (D9).
 */
export const mergeSettings = (stored: SettingsDocument, written: SettingsDocument): SettingsDocument => {
  const parsed = Object.entries(written).map(([name, value]): [string, unknown] => [
    name,
    isSettingName(name) && value !== null ? catalogue[name].parse(value) : null,
  ]);
  const merged = Object.entries({ ...stored, ...Object.fromEntries(parsed), ...writtenZone(written) });
  return Object.fromEntries(merged.filter(([, value]) => value !== null));
};

/** The table is written and removed with `timeZone`, by the zone data of this process. */
const writtenZone = ({ timeZone }: SettingsDocument): SettingsDocument => {
  if (timeZone === undefined) return {};
  return { [zoneChanges]: typeof timeZone === 'string' ? zoneChangesOf(timeZone) : null };
};

export interface RewardProviderSetting {
  readonly default: string;
  readonly byType: Readonly<Partial<Record<RewardType, string>>>;
}

/** Returns each provider once, without the generator, which always exists. */
export const namedProvidersOf = ({ default: first, byType }: RewardProviderSetting): readonly string[] =>
  [...new Set([first, ...Object.values(byType)])].filter((name) => name !== generatorName);
