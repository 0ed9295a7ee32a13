import {
  foldTree,
  segmentFields,
  type EqualityOperator,
  type LogicalOperator,
  type NumberComparison,
  type NumberSource,
  type SegmentComparison,
  type SegmentOperator,
  type SegmentRule,
} from '@loyalty/rules';
import { memberColumns, windowColumns } from './input-columns.ts';
import type { SqlValues } from './sql-values.ts';

/**
 * Returns a rule as an SQL expression over a row `p` of `memberInputsSql`. `compileSegmentRule` is the other implementation of
 * rules, and both give the same result for every member. The expression is never null. Its text comes only from the tables below;
 * the contents of the rule are in the values.
 */
export const ruleSql = (rule: SegmentRule, values: SqlValues): string => {
  const matches = foldTree<SegmentComparison, string>(rule, {
    leaf: (comparison) => comparisonSql(comparison, values),
    join: (operator, parts) => `(${parts.join(joints[operator])})`,
  });
  return `(p.state <> 'anonymized' AND ${matches})`;
};

const joints: Readonly<Record<LogicalOperator, string>> = { AND: ' AND ', OR: ' OR ' };

/** A field without a value is unequal to every value and matches no other comparison, so the result is never null. */
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

/** Returns the number of a row, or null. A quotient of bigints is truncated towards zero. */
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

/** `greatest` ignores nulls. */
const daysSinceSql = (day: string): string =>
  `CASE WHEN ${day} IS NOT NULL THEN greatest(0, p.today - ${day}) END`;
