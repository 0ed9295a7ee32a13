import {
  type CountedFigure,
  type EqualityOperator,
  fieldsOf,
  foldTree,
  type LogicalOperator,
  type NumberComparison,
  type NumberSource,
  type SegmentComparison,
  type SegmentField,
  segmentFields,
  type SegmentOperator,
  type SegmentRule,
} from '@loyalty/rules/segments';
import { windowDays, type WindowDays } from '@loyalty/rules/statistics';

/**
 * Returns SQL for whether a row `p` of `memberInputsSql` matches; it is never null. `compileSegmentRule`
 * gives the same result for every member. The text comes only from the tables below, and the rule's contents
 * only from the values.
 */
export const ruleSql = (rule: SegmentRule, values: SqlValues): string => {
  const matches = foldTree<SegmentComparison, string>(rule, {
    leaf: (comparison) => comparisonSql(comparison, values),
    join: (operator, parts) => `(${parts.join(joints[operator])})`,
  });
  return `(p.state <> 'anonymized' AND ${matches})`;
};

const joints: Readonly<Record<LogicalOperator, string>> = { AND: ' AND ', OR: ' OR ' };

/** A missing value is unequal to every value and matches nothing else, so the result is never null. */
const comparisonSql = (comparison: SegmentComparison, values: SqlValues): string => {
  if (comparison.field === 'tier_id') {
    return `p.tier_id ${distinctions[comparison.op]} ${values.place(comparison.value, 'uuid')}`;
  }
  if (comparison.field === 'state') {
    return `p.state ${distinctions[comparison.op]} ${values.place(comparison.value, 'text')}`;
  }
  return numberSql(comparison, values);
};

const distinctions: Readonly<Record<EqualityOperator, string>> = {
  eq: 'IS NOT DISTINCT FROM',
  neq: 'IS DISTINCT FROM',
};

const numberSql = ({ field, op, value }: NumberComparison, values: SqlValues): string => {
  const found = sourceSql(segmentFields[field].source);
  const wanted = values.place(value, 'bigint');
  return op === 'neq' ? `${found} IS DISTINCT FROM ${wanted}` : `(${found} ${signs[op]} ${wanted}) IS TRUE`;
};

const signs: Readonly<Record<Exclude<SegmentOperator, 'neq'>, string>> = {
  eq: '=',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
};

/** A quotient of bigints is truncated towards zero. */
const sourceSql = (source: NumberSource): string => {
  switch (source.from) {
    case 'points':
      return `p.${memberColumns[source.column]}`;
    case 'total':
      return `p.${memberColumns[source.of]}`;
    case 'window':
      return `p.${windowColumns[source.of]}_${source.days.toString()}`;
    case 'average':
      return `(p.spend_${source.days.toString()} / NULLIF(p.txns_${source.days.toString()}, 0))`;
    case 'daysSince':
      return daysSinceSql(`p.${memberColumns[source.day]}`);
  }
};

/** The result is never null, because `greatest` ignores nulls. */
const daysSinceSql = (day: string): string =>
  `CASE WHEN ${day} IS NOT NULL THEN greatest(0, p.today - ${day}) END`;

/** The columns of a row `p`, in addition to its `state` and `today`. */
export type InputColumn =
  | (typeof memberColumns)[keyof typeof memberColumns]
  | 'tier_id'
  | `${(typeof windowColumns)[keyof typeof windowColumns]}_${WindowDays}`;

export const memberColumns = {
  pointsBalance: 'points_balance',
  lifetimePoints: 'lifetime_points',
  spendCents: 'spend_cents',
  txnCount: 'txn_count',
  lastTxn: 'last_txn_on',
  enrolled: 'enrolled_on',
} as const;

/** The window's days follow these names. */
const windowColumns = { spendCents: 'spend', txnCount: 'txns' } as const;

/**
 * Returns the columns that rules need. No others are read, because each costs time for every member of an
 * environment.
 */
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

export interface WindowSum {
  readonly column: InputColumn;
  readonly total: 'spend_cents' | 'txn_count';
  readonly before: 'spend_before' | 'txns_before';
}

export const windowSumsIn = (columns: ReadonlySet<InputColumn>, days: WindowDays): WindowSum[] =>
  [
    { column: columnOf('spendCents', days), total: 'spend_cents', before: 'spend_before' } as const,
    { column: columnOf('txnCount', days), total: 'txn_count', before: 'txns_before' } as const,
  ].filter(({ column }) => columns.has(column));

/** Returns the windows, shortest first. */
export const windowsIn = (columns: ReadonlySet<InputColumn>): WindowDays[] =>
  windowDays.filter((days) => windowSumsIn(columns, days).length > 0);

const columnOf = (of: CountedFigure, days: WindowDays): InputColumn =>
  // eslint-disable-next-line @typescript-eslint/restrict-template-expressions -- The type needs the number itself.
  `${windowColumns[of]}_${days}`;

type ValueType = 'bigint' | 'bigint[]' | 'int' | 'text' | 'uuid' | 'uuid[]';

/** The values of a statement. Each becomes a typed parameter and never a part of the text. */
export class SqlValues {
  readonly #values: unknown[] = [];

  /** Adds a value. Returns its parameter, such as `$3::bigint`. */
  place(value: unknown, type: ValueType): string {
    this.#values.push(value);
    return `$${this.#values.length.toString()}::${type}`;
  }

  get all(): readonly unknown[] {
    return this.#values;
  }
}
