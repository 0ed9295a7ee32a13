import {
  fieldsOf,
  segmentFields,
  windowDays,
  type CountedFigure,
  type SegmentField,
  type SegmentRule,
  type WindowDays,
} from '@loyalty/rules';

/** The columns of a row `p` that rules compare, beside its `state` and `today`. */
export type InputColumn =
  | (typeof memberColumns)[keyof typeof memberColumns]
  | 'tier_id'
  | `${(typeof windowColumns)[keyof typeof windowColumns]}_${WindowDays}`;

/** The columns of single figures of a member. */
export const memberColumns = {
  pointsBalance: 'points_balance',
  lifetimePoints: 'lifetime_points',
  spendCents: 'spend_cents',
  txnCount: 'txn_count',
  lastTxn: 'last_txn_on',
  enrolled: 'enrolled_on',
} as const;

/** The columns of a window begin so; its days follow. */
export const windowColumns = { spendCents: 'spend', txnCount: 'txns' } as const;

/** Returns the columns that these rules compare. No others are read: each costs time for every member of an environment. */
export const columnsOf = (rules: readonly SegmentRule[]): ReadonlySet<InputColumn> =>
  new Set(rules.flatMap(fieldsOf).flatMap(columnsOfField));

const columnsOfField = (field: SegmentField): readonly InputColumn[] => {
  const description = segmentFields[field];
  if (description.kind === 'tier') return ['tier_id'];
  if (description.kind === 'state') return [];
  const { source } = description;
  switch (source.from) {
    case 'points':
      return [memberColumns[source.column]];
    case 'total':
      return [memberColumns[source.of]];
    case 'window':
      return [columnOf(source.of, source.days)];
    case 'average':
      return [columnOf('spendCents', source.days), columnOf('txnCount', source.days)];
    case 'daysSince':
      return [memberColumns[source.day]];
  }
};

/** A sum of a window: its column, and the columns of its present total and of the total before a day. */
export interface WindowSum {
  readonly column: InputColumn;
  readonly total: 'spend_cents' | 'txn_count';
  readonly before: 'spend_before' | 'txns_before';
}

/** Returns the sums of a window among these columns. */
export const windowSumsIn = (columns: ReadonlySet<InputColumn>, days: WindowDays): WindowSum[] =>
  [
    { column: columnOf('spendCents', days), total: 'spend_cents', before: 'spend_before' } as const,
    { column: columnOf('txnCount', days), total: 'txn_count', before: 'txns_before' } as const,
  ].filter(({ column }) => columns.has(column));

/** Returns the windows among these columns, the shortest first. */
export const windowsIn = (columns: ReadonlySet<InputColumn>): WindowDays[] =>
  windowDays.filter((days) => windowSumsIn(columns, days).length > 0);

const columnOf = (of: CountedFigure, days: WindowDays): InputColumn =>
  // eslint-disable-next-line @typescript-eslint/restrict-template-expressions -- The type needs the number itself.
  `${windowColumns[of]}_${days}`;
