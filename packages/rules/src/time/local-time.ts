const minuteMs = 60_000;
const minutesPerDay = 1_440;

/**
 * The offsets of a time zone from UTC, in order: `[minute since 1970, minutes east of UTC from then on]`. The
 * first one also applies before its minute, and the last one for ever.
 */
export type ZoneChanges = readonly (readonly [minute: number, offset: number])[];

/** Reads the changes of a zone from JSON. Returns null if they are not valid. Never throws. */
export const readZoneChanges = (json: unknown): ZoneChanges | null =>
  Array.isArray(json) && json.length > 0 && json.every(isChange) && json.every(isLater) ? json : null;

/** No zone is further from UTC than a day. */
const isChange = (json: unknown): json is ZoneChanges[number] =>
  Array.isArray(json) &&
  json.length === 2 &&
  json.every(Number.isSafeInteger) &&
  Math.abs(Number(json[1])) < minutesPerDay;

const isLater = ([minute]: ZoneChanges[number], at: number, all: ZoneChanges): boolean =>
  at === 0 || minute > (all[at - 1]?.[0] ?? 0);

export interface LocalTime {
  /** The number of days since 1970-01-01. */
  readonly day: number;
  /** The minute of the day, from 0 to 1,439. */
  readonly minute: number;
}

/**
 * Returns the local time; null for the zone means UTC. The zone data of this process are never used, because
 * a record that is decided again must have the same local time.
 */
export const localTimeOf = (atMs: number, zone: ZoneChanges | null): LocalTime => {
  const minuteOfUtc = Math.floor(atMs / minuteMs);
  const local = minuteOfUtc + (zone === null ? 0 : offsetAt(minuteOfUtc, zone));
  const day = Math.floor(local / minutesPerDay);
  return { day, minute: local - day * minutesPerDay };
};

/**
 * Returns when a local day begins, in milliseconds since 1970: the first instant after which no local time is before
 * that day. So a day without a midnight begins when clocks go forward, and a day after one that clocks go back to
 * begins when that one has ended for good.
 */
export const startMsOfLocalDay = (day: number, zone: ZoneChanges | null): number => {
  const midnight = day * minutesPerDay;
  const changes = zone ?? utc;
  // The last offset under which there is a time before that midnight.
  const at = changes.findLastIndex(([from, offset], n) => n === 0 || from + offset < midnight);
  const ends = changes[at + 1]?.[0] ?? Infinity;
  return Math.min(midnight - (changes[at]?.[1] ?? 0), ends) * minuteMs;
};

const utc: ZoneChanges = [[0, 0]];

/** Returns a local time to the minute, such as «2026-11-28T17:02», for a year from 0 to 9999. */
export const localTimeText = (atMs: number, zone: ZoneChanges | null): string => {
  const { day, minute } = localTimeOf(atMs, zone);
  return `${dateText(day)}T${timeText(minute)}`;
};

/** Returns a date in the form «2026-11-28». */
export const dateText = (day: number): string => {
  const { year, month, dayOfMonth } = dateOfDay(day);
  return `${padded(year, 4)}-${padded(month)}-${padded(dayOfMonth)}`;
};

/** Returns a time in the form «17:02». */
export const timeText = (minute: number): string =>
  `${padded(Math.floor(minute / 60))}:${padded(minute % 60)}`;

const padded = (value: number, digits = 2): string => value.toString().padStart(digits, '0');

const offsetAt = (minute: number, zone: ZoneChanges): number => {
  let [from, to] = [0, zone.length - 1];
  while (from < to) {
    const middle = (from + to + 1) >>> 1;
    if ((zone[middle]?.[0] ?? 0) <= minute) from = middle;
    else to = middle - 1;
  }
  return zone[from]?.[1] ?? 0;
};

/** Returns when the two first have different local times, in milliseconds since 1970; null means never. */
export const zoneDifferenceMs = (one: ZoneChanges, other: ZoneChanges): number | null => {
  const minutes = [...one, ...other].map(([minute]) => minute).sort((a, b) => a - b);
  const first = minutes.find((minute) => offsetAt(minute, one) !== offsetAt(minute, other));
  return first === undefined ? null : first * minuteMs;
};

/** Returns the weekday, where 0 is Monday. 1970-01-01 was a Thursday. */
export const weekdayOf = (day: number): number => (((day + 3) % 7) + 7) % 7;

export interface LocalDate {
  readonly year: number;
  readonly month: number;
  readonly dayOfMonth: number;
}

/** These are the days from 0000-03-01 to 1970-01-01. */
const epochFromMarch = 719_468;
const daysPerEra = 146_097;

/**
 * Returns the date by the proleptic Gregorian calendar, in integers: «chrono-Compatible Low-Level Date
 * Algorithms», `civil_from_days`.
 */
export const dateOfDay = (day: number): LocalDate => {
  const fromMarch = day + epochFromMarch;
  const era = Math.floor(fromMarch / daysPerEra);
  const ofEra = fromMarch - era * daysPerEra;
  const yearOfEra = Math.floor(
    (ofEra - Math.floor(ofEra / 1_460) + Math.floor(ofEra / 36_524) - Math.floor(ofEra / 146_096)) / 365,
  );
  const ofYear = ofEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const monthFromMarch = Math.floor((5 * ofYear + 2) / 153);
  const dayOfMonth = ofYear - Math.floor((153 * monthFromMarch + 2) / 5) + 1;
  const month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9;
  return { year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfMonth };
};

/** Returns the day of a date with a year from 0 to 9999. */
export const dayOfDate = ({ year, month, dayOfMonth }: LocalDate): number => {
  const yearFromMarch = month <= 2 ? year - 1 : year;
  const era = Math.floor(yearFromMarch / 400);
  const yearOfEra = yearFromMarch - era * 400;
  const monthFromMarch = month > 2 ? month - 3 : month + 9;
  const ofYear = Math.floor((153 * monthFromMarch + 2) / 5) + dayOfMonth - 1;
  const ofEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + ofYear;
  return era * daysPerEra + ofEra - epochFromMarch;
};
