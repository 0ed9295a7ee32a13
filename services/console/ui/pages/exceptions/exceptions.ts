import type { Schemas } from '@loyalty/client';
import { utcDay } from '../../model/times/times.ts';

type Item = Schemas['ExceptionItem'];

/** The ranges, which are whole UTC days up to today. */
export const exceptionRanges = ['7d', '30d', '90d'] as const;
export type ExceptionRange = (typeof exceptionRanges)[number];

export const exceptionSubjects = [
  'member',
  'credential',
  'store',
] as const satisfies readonly Schemas['ExceptionsBy'][];

/** The columns by which exceptions can be ordered. */
export const exceptionOrders = [
  'pointsForgiven',
  'pointsToDeduct',
  'pointsReversed',
  'pointsVoided',
  'pointsLapsed',
  'pointsGiven',
  'pointsTaken',
] as const satisfies readonly Schemas['ExceptionOrder'][];

/** The default range, subject and order, which the address need not name. */
export const defaultExceptions = { range: '30d', by: 'member', order: 'pointsForgiven' } as const;

const dayMs = 86_400_000;
const daysOf: Readonly<Record<ExceptionRange, number>> = { '7d': 7, '30d': 30, '90d': 90 };

/** Returns the first day of a range that ends today, in the form `2026-03-01`. */
export const firstDayOf = (range: ExceptionRange, nowIso: string): string =>
  utcDay(new Date(Date.parse(nowIso) - (daysOf[range] - 1) * dayMs).toISOString());

/** Returns true if there was too much to read, so that the figures begin later than requested. */
export const isCountedLater = (countedFrom: string, firstDay: string): boolean =>
  Date.parse(countedFrom) > Date.parse(firstDay);

type Adjusted = Pick<Item, 'pointsGiven' | 'pointsTaken'>;

const isAdjusted = ({ pointsGiven, pointsTaken }: Adjusted): boolean => pointsGiven + pointsTaken > 0;

/**
 * Returns the tab of the member's page that shows the acts: returns and voids are among the receipts, and
 * adjustments only in the ledger, which is the tab that the address need not name.
 */
export const tabOfMember = (item: Item, order: Schemas['ExceptionOrder']): 'receipts' | undefined => {
  const { pointsReversed, pointsVoided, pointsLapsed } = item;
  const isOrderedByHand = order === 'pointsGiven' || order === 'pointsTaken';
  const isByHandAlone = pointsReversed + pointsVoided + pointsLapsed === 0;
  return isAdjusted(item) && (isOrderedByHand || isByHandAlone) ? undefined : 'receipts';
};

const auditedKinds: readonly string[] = ['KEY', 'PERSON', 'OPERATOR'];

/**
 * Returns the query of the audit log that shows adjustments of this author, or of everybody if nobody is
 * known. Returns null if there is none, because the log keeps no returns and no voids.
 */
export const adjustmentsQuery = (
  author: Schemas['Author'] | null,
  adjusted: Adjusted,
  since: string,
): Readonly<Record<string, string>> | null => {
  if (!isAdjusted(adjusted)) return null;
  const query = { action: 'member.points_adjusted', since };
  if (author === null) return query;
  return auditedKinds.includes(author.kind) ? { actor: author.id, ...query } : null;
};
