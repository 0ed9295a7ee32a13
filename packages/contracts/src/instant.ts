import { dayMs } from '@loyalty/kernel';

/** The meaning of a plain date: of a `startDate` the start of its UTC day, of an `endDate` the end (D13). */
export type DateBound = 'start' | 'end';

const pattern =
  /^(?<date>\d{4}-\d\d-\d\d)(?:[T ](?<time>\d\d:\d\d)(?::(?<second>\d\d)(?:[.,](?<fraction>\d{1,9}))?)?(?<offset>Z|[+-]\d\d(?::?\d\d)?)?)?$/i;

const yearOneMs = Date.parse('0001-01-01T00:00:00Z');
const yearTenThousandMs = Date.parse('9999-12-31T23:59:59.999Z') + 1;

/**
 * Reads an instant as milliseconds since the epoch, cut off; a time without an offset is in UTC (D13). A
 * blank may stand for the T, as RFC 3339 allows. Returns null for instants that the calendar lacks: 30
 * February, 24:00, a leap second, a year outside 1 to 9999.
 */
export const instantOf = (text: string, dateMeans: DateBound): number | null => {
  const parts = pattern.exec(text)?.groups;
  if (parts === undefined) return null;
  return parts['time'] === undefined ? dayOf(parts['date'] ?? '', dateMeans) : dateTimeOf(parts);
};

const dateTimeOf = ({
  date,
  time,
  second = '00',
  fraction = '',
  offset = 'Z',
}: Readonly<Record<string, string | undefined>>): number | null => {
  const asUtcMs = exactly(`${date ?? ''}T${time ?? ''}:${second}.${fraction.padEnd(3, '0').slice(0, 3)}Z`);
  const offsetMs = offsetOf(offset);
  return asUtcMs === null || offsetMs === null ? null : withinCalendar(asUtcMs - offsetMs);
};

const dayOf = (date: string, dateMeans: DateBound): number | null => {
  const startMs = exactly(`${date}T00:00:00.000Z`);
  if (startMs === null) return null;
  return withinCalendar(dateMeans === 'start' ? startMs : startMs + dayMs - 1);
};

/** Parses a canonical text. Null when the instant has another canonical text, as with 30 February. */
const exactly = (canonical: string): number | null => {
  const instantMs = Date.parse(canonical);
  return Number.isNaN(instantMs) || new Date(instantMs).toISOString() !== canonical ? null : instantMs;
};

const offsetOf = (offset: string): number | null => {
  if (offset.toUpperCase() === 'Z') return 0;
  const digits = offset.slice(1).replace(':', '').padEnd(4, '0');
  const hours = Number(digits.slice(0, 2));
  const minutes = Number(digits.slice(2));
  if (hours > 23 || minutes > 59) return null;
  return (offset.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000;
};

/** The years that both a database and a text of four digits have. */
const withinCalendar = (instantMs: number): number | null =>
  instantMs >= yearOneMs && instantMs < yearTenThousandMs ? instantMs : null;
