import type { ZoneChanges } from './local-time.ts';

const fromMinute = Date.UTC(2000, 0, 1) / 60_000;
const toMinute = Date.UTC(2051, 0, 1) / 60_000;

/** Two changes that lie closer to each other are lost; there have always been six days between. */
const stepMinutes = 5 * 1_440;

/**
 * From 2000 to the end of 2050, by the zone data of this process: to be stored, and read wherever something is decided.
 * Null: no name of a time zone. Takes some 20 ms.
 */
export const zoneChangesOf = (timeZone: string): ZoneChanges | null => {
  const offsetAt = offsetsOf(timeZone);
  if (offsetAt === null) return null;
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

interface Span {
  readonly from: number;
  /** The offset is sought here already. */
  readonly to: number;
  readonly offsetAt: (minute: number) => number;
}

const firstMinuteOf = (offset: number, { from, to, offsetAt }: Span): number => {
  let [before, at] = [from, to];
  while (at - before > 1) {
    const middle = Math.floor((before + at) / 2);
    if (offsetAt(middle) === offset) at = middle;
    else before = middle;
  }
  return at;
};

/** Names of the IANA database, not offsets like `+02:00`, which some builds take too. */
const nameForm = /^[A-Za-z][\w+/-]{1,63}$/;
const offsetForm = /GMT(?:([+-])(\d\d):(\d\d))?$/;

/** Minutes east of UTC; since 2000 every zone has had whole ones. */
const offsetsOf = (timeZone: string): ((minute: number) => number) | null => {
  const format = formatOf(timeZone);
  if (format === null) return null;
  return (minute) => {
    const [, sign, hours = '0', minutes = '0'] = offsetForm.exec(format.format(minute * 60_000)) ?? [];
    const offset = Number(hours) * 60 + Number(minutes);
    return sign === '-' ? -offset : offset;
  };
};

const formatOf = (timeZone: string): Intl.DateTimeFormat | null => {
  if (!nameForm.test(timeZone)) return null;
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  } catch {
    return null;
  }
};
