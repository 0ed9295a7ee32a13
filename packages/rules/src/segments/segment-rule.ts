import type { HttpSchemas } from '@loyalty/contracts/http';
import { isUuid } from '@loyalty/kernel';
import type { MemberState } from '../member.ts';
import { type ConditionNode, type ConditionTree, leavesOf, type LogicalOperator } from './condition-tree.ts';
import {
  type MemberChangeSet,
  type NumberField,
  type SegmentField,
  segmentFields,
} from './segment-fields.ts';

export type SegmentRule = ConditionNode<SegmentComparison>;

export type SegmentComparison = NumberComparison | TierComparison | StateComparison;

export interface NumberComparison {
  readonly field: NumberField;
  readonly op: SegmentOperator;
  readonly value: number;
}

/** The compared tier: an id in lower case, or null for no tier. */
export interface TierComparison {
  readonly field: 'tier_id';
  readonly op: EqualityOperator;
  readonly value: string | null;
}

export interface StateComparison {
  readonly field: 'state';
  readonly op: EqualityOperator;
  readonly value: MemberState;
}

const levelsMax = 5;
const comparisonsMax = 50;

/**
 * Reads a rule. Returns null if this build cannot read all of it: a newer build may have written it, and a
 * partial reading would be another rule. Never throws.
 */
export const readSegmentRule = (json: unknown): SegmentRule | null => {
  const places = { left: comparisonsMax };
  return readNode(json, levelsMax, places);
};

interface Places {
  left: number;
}

const readNode = (json: unknown, levels: number, places: Places): SegmentRule | null => {
  if (levels === 0 || !hasExactly(json, ['operator', 'conditions'])) return null;
  const { operator, conditions } = json;
  if (!isLogical(operator) || !Array.isArray(conditions)) return null;
  const read: ConditionTree<SegmentComparison>[] = [];
  for (const condition of conditions as readonly unknown[]) {
    const one = readCondition(condition, levels, places);
    if (one === null) return null;
    read.push(one);
  }
  return read.length === 0 ? null : { operator, conditions: read };
};

const readCondition = (
  json: unknown,
  levels: number,
  places: Places,
): ConditionTree<SegmentComparison> | null => {
  if (!hasExactly(json, ['field', 'op', 'value'])) return readNode(json, levels - 1, places);
  places.left -= 1;
  return places.left < 0 ? null : readComparison(json);
};

const readComparison = ({
  field,
  op,
  value,
}: Readonly<Record<string, unknown>>): SegmentComparison | null => {
  if (!isField(field) || !isOperator(op)) return null;
  if (field === 'tier_id') return readTier(op, value);
  if (field === 'state') return readState(op, value);
  return isInteger(value) ? { field, op, value } : null;
};

/** A UUID in either case; Postgres returns them in lower case. */
const readTier = (op: SegmentOperator, value: unknown): TierComparison | null => {
  if (!isEquality(op)) return null;
  if (value === null) return { field: 'tier_id', op, value };
  if (typeof value !== 'string' || !isUuid(value)) return null;
  return { field: 'tier_id', op, value: value.toLowerCase() };
};

const readState = (op: SegmentOperator, value: unknown): StateComparison | null =>
  isEquality(op) && isState(value) ? { field: 'state', op, value } : null;

/** Other members may be there as null, which is absent (D125). */
const hasExactly = (json: unknown, keys: readonly string[]): json is Readonly<Record<string, unknown>> =>
  typeof json === 'object' &&
  json !== null &&
  keys.every((key) => Object.hasOwn(json, key)) &&
  Object.entries(json).every(([key, value]) => keys.includes(key) || value === null);

const isLogical = (value: unknown): value is LogicalOperator => value === 'AND' || value === 'OR';

const isField = (value: unknown): value is SegmentField =>
  typeof value === 'string' && Object.hasOwn(segmentFields, value);

const isOperator = (value: unknown): value is SegmentOperator =>
  typeof value === 'string' && Object.hasOwn(numberComparisons, value);

const isEquality = (op: SegmentOperator): op is EqualityOperator => op === 'eq' || op === 'neq';

const isInteger = (value: unknown): value is number => Number.isSafeInteger(value);

const states: Readonly<Record<MemberState, true>> = { active: true, suspended: true, anonymized: true };

const isState = (value: unknown): value is MemberState =>
  typeof value === 'string' && Object.hasOwn(states, value);

export const changesOf = (rule: SegmentRule): MemberChangeSet =>
  fieldsOf(rule).reduce((all, field) => all | segmentFields[field].changes, 0);

export const fieldsOf = (rule: SegmentRule): SegmentField[] =>
  leavesOf<SegmentComparison>(rule).map(({ field }) => field);

/** Returns true if the rule names a tier. Such a rule also changes when the tiers change. */
export const namesTier = (rule: SegmentRule): boolean => fieldsOf(rule).includes('tier_id');

/** Returns the number of comparisons in a rule. Environments have a limit on it (D105). */
export const comparisonsOf = (rule: SegmentRule): number => leavesOf<SegmentComparison>(rule).length;

export type SegmentOperator = HttpSchemas['ComparisonOperator'];

export type EqualityOperator = Extract<SegmentOperator, 'eq' | 'neq'>;

type Compare = (found: number, wanted: number) => boolean;

/** The comparisons of numbers. A field without a value equals nothing: only `neq` holds for it. */
export const numberComparisons: Readonly<Record<SegmentOperator, Compare>> = {
  eq: (found, wanted) => found === wanted,
  neq: (found, wanted) => found !== wanted,
  gt: (found, wanted) => found > wanted,
  gte: (found, wanted) => found >= wanted,
  lt: (found, wanted) => found < wanted,
  lte: (found, wanted) => found <= wanted,
};
