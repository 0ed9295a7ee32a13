import type { Schemas } from '@loyalty/client';
import { isSameJson, type Json, type JsonObject } from '../../model/drafts/draft.ts';
import { centsText, pointsText } from '../../model/numbers/figures.ts';
import { shownText } from '../../model/shown-text.ts';
import { clockText, dayText } from '../../model/times/times.ts';
import { wordOf, words } from '../../words/index.ts';
import { settingsWords as texts } from './words.ts';

type Settings = Schemas['Settings'];
export type SettingName = keyof Settings;

/** The settings by group, as they are shown. A newer API may have more, which its operator explains. */
export const settingGroups: Readonly<Record<keyof typeof texts.groups, readonly SettingName[]>> = {
  money: ['currency', 'pointValueCents'],
  points: ['pointsExpiry', 'memberPointsCaps', 'adjustedPointsPerDay', 'totalAdjustedPointsPerDay'],
  returns: ['refundPoints', 'refundGraceDays', 'unrecoveredPoints', 'voidWithinMinutes'],
  rewards: ['rewardProviders', 'rewardRedeemNeedsRef'],
  places: ['timeZone', 'phoneCountry'],
  people: ['liveChangesByTwo'],
  api: ['rejectMismatch', 'corsOrigins'],
};

const others: readonly SettingName[] = [
  'requestsPerMinute',
  'evaluateRateLimitPerMinute',
  'bulkItemsPerMinute',
  'configurationWritesPerMinute',
  'importLinesPerMinute',
  'importsUntil',
  'webhooksOverPlainHttp',
];

export const settingNames: readonly SettingName[] = [...Object.values(settingGroups).flat(), ...others];

/** Returns the names of the settings that have this owner. */
export const namesOf = (
  { owners }: Schemas['SettingsRecord'],
  owner: Schemas['SettingOwner'],
): readonly SettingName[] => settingNames.filter((name) => owners[name] === owner);

/** Returns what a form begins with: the settings that may be changed, with their present values. */
export const draftOfSettings = (settings: Settings, names: readonly SettingName[]): JsonObject =>
  Object.fromEntries(
    names.map((name) => [name, settings[name] as Json]).filter(([, value]) => value !== null),
  ) as JsonObject;

/** Returns the settings that differ. An empty field becomes null, which restores the default. */
export const changedSettings = (
  settings: Settings,
  draft: JsonObject,
  names: readonly SettingName[],
): Schemas['SettingsUpdateBody'] =>
  Object.fromEntries(
    names
      .filter((name) => !isSameJson(draft[name] ?? null, settings[name] as Json))
      .map((name) => [name, isGiven(draft[name]) ? draft[name] : null]),
  );

/** A group of fields that are all empty is none. */
const isGiven = (value: Json | undefined): boolean =>
  value !== undefined && !(typeof value === 'object' && value !== null && Object.keys(value).length === 0);

const perMinute = (count: number | null): string =>
  count === null ? texts.default : texts.perMinute(pointsText(count));

const expiryText = (expiry: Settings['pointsExpiry']): string => {
  switch (expiry.type) {
    case 'NONE':
      return texts.never;
    case 'ROLLING':
      return texts.expiryAfter(pointsText(expiry.days));
    case 'SLIDING':
      return texts.expirySliding(pointsText(expiry.days));
    case 'CALENDAR':
      return texts.expiryCalendar[expiry.unit];
  }
};

const sourcesText = ({ default: first = '', byType = {} }: Settings['rewardProviders']): string =>
  [
    shownText(first),
    ...Object.entries(byType).map(([type, name]) =>
      texts.sourceFor(wordOf(words.member.rewardTypes, type), shownText(name)),
    ),
  ].join(', ');

const capsText = (caps: NonNullable<Settings['memberPointsCaps']>): string =>
  (['day', 'week', 'month'] as const)
    .flatMap((period) => {
      const max = caps[period];
      return max === undefined ? [] : [texts.capOf(pointsText(max), period)];
    })
    .join(', ');

const shown: Readonly<Record<SettingName, (settings: Settings) => string>> = {
  currency: ({ currency }) => currency,
  pointValueCents: ({ pointValueCents: cents, currency }) => centsText(cents, undefined, currency),
  pointsExpiry: ({ pointsExpiry }) => expiryText(pointsExpiry),
  evaluateRateLimitPerMinute: (settings) => perMinute(settings.evaluateRateLimitPerMinute),
  requestsPerMinute: (settings) => perMinute(settings.requestsPerMinute),
  bulkItemsPerMinute: (settings) => perMinute(settings.bulkItemsPerMinute),
  configurationWritesPerMinute: (settings) => perMinute(settings.configurationWritesPerMinute),
  importLinesPerMinute: (settings) => perMinute(settings.importLinesPerMinute),
  importsUntil: ({ importsUntil }) =>
    importsUntil === null ? texts.never : `${dayText(importsUntil)}, ${clockText(importsUntil)} ${words.utc}`,
  rewardProviders: ({ rewardProviders }) => sourcesText(rewardProviders),
  webhooksOverPlainHttp: (settings) => (settings.webhooksOverPlainHttp ? texts.allowed : texts.notAllowed),
  corsOrigins: ({ corsOrigins }) =>
    corsOrigins.length === 0 ? texts.none : corsOrigins.map(shownText).join(', '),
  rejectMismatch: ({ rejectMismatch }) => (rejectMismatch ? texts.refused : texts.storedResponse),
  phoneCountry: ({ phoneCountry }) => phoneCountry ?? texts.none,
  refundPoints: ({ refundPoints }) => wordOf(texts.refunds, refundPoints),
  refundGraceDays: ({ refundGraceDays: days }) => texts.inDays(pointsText(days)),
  unrecoveredPoints: ({ unrecoveredPoints }) => wordOf(texts.unrecovered, unrecoveredPoints),
  voidWithinMinutes: ({ voidWithinMinutes: minutes }) =>
    minutes === null ? texts.noLimit : texts.inMinutes(pointsText(minutes)),
  adjustedPointsPerDay: ({ adjustedPointsPerDay: points }) =>
    points === null ? texts.noLimit : pointsText(points),
  totalAdjustedPointsPerDay: ({ totalAdjustedPointsPerDay: points }) =>
    points === null ? texts.noLimit : pointsText(points),
  rewardRedeemNeedsRef: (settings) => (settings.rewardRedeemNeedsRef ? texts.required : texts.notRequired),
  memberPointsCaps: ({ memberPointsCaps: caps }) => (caps === null ? texts.noLimit : capsText(caps)),
  liveChangesByTwo: ({ liveChangesByTwo }) => (liveChangesByTwo ? texts.required : texts.notRequired),
  timeZone: ({ timeZone }) => (timeZone === null ? texts.utc : shownText(timeZone)),
};

export const settingText = (name: SettingName, settings: Settings): string => shown[name](settings);

/**
 * Returns a text such as «10,000 from 2 Mar 2026, 08:00 UTC»: a limit that was loosened takes effect a day
 * later.
 */
export const upcomingText = ({ value, from }: Schemas['UpcomingSetting'], locale?: string): string =>
  texts.upcoming(
    value === null ? texts.noLimit : pointsText(value),
    `${dayText(from, locale)}, ${clockText(from, locale)} ${words.utc}`,
  );

/** Returns the used share, from 0 to 1, or more if a limit is exceeded; null for what is not counted. */
export const usedShare = ({ used, limit }: Schemas['EnvironmentLimit']): number | null =>
  used === null || limit === null || limit === 0 ? null : used / limit;

/** Somebody should look from this share on. */
const nearShare = 0.8;

/** Limits of which more is used stand first. */
const shownShare = 0.7;

type Limit = Schemas['EnvironmentLimit'];

/** Divides limits into those of which much is used, the fullest first, and the others. */
export const limitsByUse = (
  limits: readonly Limit[],
): { readonly near: readonly Limit[]; readonly others: readonly Limit[] } => {
  const shareOf = (limit: Limit): number => usedShare(limit) ?? 0;
  return {
    near: limits
      .filter((limit) => shareOf(limit) > shownShare)
      .sort((one, other) => shareOf(other) - shareOf(one)),
    others: limits.filter((limit) => shareOf(limit) <= shownShare),
  };
};

export const limitTone = (share: number): 'bad' | 'warn' | undefined =>
  share >= 1 ? 'bad' : share >= nearShare ? 'warn' : undefined;
