/** Times are those of the ledger, UTC, so that two people who speak of one see the same. */
const zone = { timeZone: 'UTC' } as const;
const dayMs = 86_400_000;

/** Returns a day in the form «31 Dec 2026». */
export const dayText = (iso: string, locale?: string): string =>
  new Intl.DateTimeFormat(locale, { ...zone, day: 'numeric', month: 'short', year: 'numeric' }).format(
    new Date(iso),
  );

/** Returns a day in the form «Thursday 26 November 2026». */
export const wholeDayText = (iso: string, locale?: string): string =>
  new Intl.DateTimeFormat(locale, {
    ...zone,
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  }).format(new Date(iso));

/** Returns the name of a day, such as «Thursday». */
export const dayNameOf = (iso: string, locale?: string): string =>
  new Intl.DateTimeFormat(locale, { ...zone, weekday: 'long' }).format(new Date(iso));

/** Returns a time in the form «11:42». */
export const clockText = (iso: string, locale?: string): string =>
  new Intl.DateTimeFormat(locale, { ...zone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(
    new Date(iso),
  );

/** Returns a time in the reader's own zone, with the zone, for a title. */
export const ownTimeText = (iso: string, locale?: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'long' }).format(new Date(iso));

export const utcDay = (iso: string): string => new Date(iso).toISOString().slice(0, 10);

/** Returns the number of whole UTC days from one instant to another. */
export const daysFrom = (fromIso: string, toIso: string): number =>
  Math.round((Date.parse(utcDay(toIso)) - Date.parse(utcDay(fromIso))) / dayMs);

/** Returns the time if the day is today, and otherwise the day, because a column has no room for more. */
export const shortTimeText = (iso: string, nowIso: string, locale?: string): string =>
  utcDay(iso) === utcDay(nowIso) ? clockText(iso, locale) : dayText(iso, locale);

/** Returns a time in the form «11:42:07», with milliseconds if `digits` is 3. */
export const wholeClockText = (iso: string, digits?: 3, locale?: string): string =>
  new Intl.DateTimeFormat(locale, {
    ...zone,
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    fractionalSecondDigits: digits,
    hourCycle: 'h23',
  }).format(new Date(iso));

/** Returns the time to the second, with the day unless it is today. */
export const wholeTimeText = (iso: string, nowIso: string, locale?: string): string =>
  utcDay(iso) === utcDay(nowIso)
    ? wholeClockText(iso, undefined, locale)
    : `${dayText(iso, locale)}, ${wholeClockText(iso, undefined, locale)}`;
