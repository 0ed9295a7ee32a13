import type { CsvColumn } from '../../model/csv.ts';
import { centsField } from '../../model/numbers/typed-number.ts';
import type { ExpiryRow, TierRow } from './liability.ts';
import { periodKey, moveColumns, type PointRow, type PointStep } from './periods.ts';
import { pointsWords as words } from './words.ts';

/** Programs read amounts with a point, whatever the locale. */
const money = ({ liabilityCents }: { readonly liabilityCents: number }): string =>
  centsField(liabilityCents, 'en');

/** Returns the columns of exported months or days. A tier has no opening and closing points. */
export const periodCsv = (step: PointStep, isOfTier: boolean): readonly CsvColumn<PointRow>[] => {
  const moves = moveColumns.map((column) => ({
    head: words.columns[column],
    value: (row: PointRow) => row[column],
  }));
  const outstanding = (head: string, name: 'openingPoints' | 'closingPoints') =>
    isOfTier ? [] : [{ head, value: (row: PointRow) => row[name] }];
  return [
    { head: words.periods[step], value: ({ at }) => periodKey(at, step) },
    ...outstanding(words.opening, 'openingPoints'),
    ...moves,
    ...outstanding(words.closingColumn, 'closingPoints'),
    { head: words.soFar, value: ({ isSoFar }) => isSoFar },
  ];
};

/** Returns the columns of the exported liability by tier. */
export const tierCsv = (nameOf: (tierId: string | null) => string): readonly CsvColumn<TierRow>[] => [
  { head: words.tier, value: ({ tierId }) => nameOf(tierId) },
  { head: words.members, value: ({ members }) => members },
  { head: words.pointsColumn, value: ({ points }) => points },
  { head: words.whole, value: money },
];

/** The columns of the exported liability by month of expiry. */
export const expiryCsv: readonly CsvColumn<ExpiryRow>[] = [
  {
    head: words.month,
    value: ({ kind, month }) => (kind === 'month' ? month : words[kind]),
  },
  { head: words.pointsColumn, value: ({ points }) => points },
  { head: words.whole, value: money },
];
