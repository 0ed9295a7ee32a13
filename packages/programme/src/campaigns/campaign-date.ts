/** Which end of a UTC day a date without a time stands for. */
export type DayEdge = 'start' | 'end';

const pattern =
  /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(?:Z|([+-])(\d{2}):?(\d{2})?)?)?$/;

/** The span of years that both ISO 8601's four digits and Postgres can write. */
const earliestMs = Date.parse('0001-01-01T00:00:00.000Z');
const latestMs = Date.parse('9999-12-31T23:59:59.999Z');

/**
 * Reads an ISO 8601 date, or date with time, as milliseconds since the epoch; null for anything else, impossible
 * dates included. No offset means UTC; a date without a time is the start of that UTC day, or its last millisecond
 * (D13). Digits beyond milliseconds are cut off.
 */
export const parseCampaignDate = (text: string, edge: DayEdge): number | null => {
  const match = pattern.exec(text);
  if (match === null) return null;
  const localMs = millisOf(timestampOf(match, edge));
  const offset = offsetMsOf(match);
  if (localMs === null || offset === null) return null;
  const atMs = localMs - offset;
  return atMs >= earliestMs && atMs <= latestMs ? atMs : null;
};

/** The instant as written, in full, as if it were in UTC. */
const timestampOf = (
  [, date, time, seconds = '00', fraction = '']: RegExpExecArray,
  edge: DayEdge,
): string => {
  if (time === undefined) return `${date ?? ''}T${edge === 'start' ? '00:00:00.000' : '23:59:59.999'}Z`;
  return `${date ?? ''}T${time}:${seconds}.${fraction.slice(0, 3).padEnd(3, '0')}Z`;
};

/** Date rolls the 30th of February over into March; only a date that comes back as it went in exists. */
const millisOf = (timestamp: string): number | null => {
  const ms = Date.parse(timestamp);
  return !Number.isNaN(ms) && new Date(ms).toISOString() === timestamp ? ms : null;
};

const offsetMsOf = ([, , , , , sign, hoursText = '0', minutesText = '0']: RegExpExecArray): number | null => {
  const [hours, minutes] = [Number(hoursText), Number(minutesText)];
  if (hours > 23 || minutes > 59) return null;
  return (sign === '-' ? -1 : 1) * (hours * 60 + minutes) * 60_000;
};
