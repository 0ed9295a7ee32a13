import type { ZoneChanges } from './local-time.ts';

const fromMinute = Date.UTC(2000, 0, 1) / 60_000;
const toMinute = Date.UTC(2051, 0, 1) / 60_000;

/** Two changes that lie closer to each other are lost; there have always been six days between. */
const stepMinutes = 5 * 1_440;

/** A table takes some 20 ms, and a process knows some 430 zones, so a caller in a loop costs no processor. */
const made = new Map<string, ZoneChanges>();

/**
 * Returns the changes from 2000 to the end of 2050, using the zone data of this process. They are stored, and
 * used wherever something is decided. Null means that the text is not the name of a time zone.
 */
export const zoneChangesOf = (timeZone: string): ZoneChanges | null => {
  const format = formatOf(timeZone);
  if (format === null) return null;
  // Names that differ in case, and aliases, are one zone.
  const zone = format.resolvedOptions().timeZone;
  const changes = made.get(zone) ?? changesBy(offsetsBy(format));
  made.set(zone, changes);
  return changes;
};

/** Returns true if the zone data of this process has this time zone. */
export const isTimeZone = (name: string): boolean => formatOf(name) !== null;

const changesBy = (offsetAt: (minute: number) => number): ZoneChanges => {
  let offset = offsetAt(fromMinute);
  const changes: [number, number][] = [[fromMinute, offset]];
  for (let from = fromMinute; from < toMinute; from += stepMinutes) {
    const to = Math.min(from + stepMinutes, toMinute);
    const next = offsetAt(to);
    if (next === offset) continue;
    changes.push([firstMinuteOf(next, { from, to, offsetAt }), next]);
    offset = next;
  }
  return changes;
};

interface OffsetStep {
  readonly from: number;
  /** The offset is sought here already. */
  readonly to: number;
  readonly offsetAt: (minute: number) => number;
}

const firstMinuteOf = (offset: number, { from, to, offsetAt }: OffsetStep): number => {
  let [before, at] = [from, to];
  while (at - before > 1) {
    const middle = Math.floor((before + at) / 2);
    if (offsetAt(middle) === offset) at = middle;
    else before = middle;
  }
  return at;
};

/** Returns true if the text has the form of a zone's name. This process need not know the zone. */
export const isZoneName = (text: string): boolean => nameForm.test(text);

/** Names of the IANA database, not offsets like `+02:00`, which some builds take too. */
const nameForm = /^[A-Za-z][\w+/-]{1,63}$/;
const offsetForm = /GMT(?:([+-])(\d\d):(\d\d))?$/;

/** Minutes east of UTC; since 2000 every zone has had whole ones. */
const offsetsBy =
  (format: Intl.DateTimeFormat) =>
  (minute: number): number => {
    const [, sign, hours = '0', minutes = '0'] = offsetForm.exec(format.format(minute * 60_000)) ?? [];
    const offset = Number(hours) * 60 + Number(minutes);
    return sign === '-' ? -offset : offset;
  };

const formatOf = (timeZone: string): Intl.DateTimeFormat | null => {
  if (!isZoneName(timeZone)) return null;
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  } catch {
    return null;
  }
};
