import type { MemberState } from '../member.ts';
import type { MemberFigures } from '../statistics/figure-book.ts';
import {
  averageOf,
  countWithin,
  daysSince,
  spentWithin,
  type WindowOpenings,
} from '../statistics/purchase-statistics.ts';
import { tierOf, type TierThreshold } from '../tiers/tier.ts';
import { foldTree, type LogicalOperator } from './condition-tree.ts';
import { type CountedFigure, type NumberSource, segmentFields } from './segment-fields.ts';
import {
  type NumberComparison,
  numberComparisons,
  type SegmentComparison,
  type SegmentRule,
  type StateComparison,
  type TierComparison,
} from './segment-rule.ts';

/** Returns true if a member is in the segment. `today` is counted as in `utcDayOf`. */
export type SegmentPredicate = (inputs: SegmentInputs, today: number) => boolean;

/**
 * Compiles a rule. The same rule also exists as SQL, with the same result for every member. The predicate
 * never throws and allocates nothing. An erased member belongs to no segment.
 */
export const compileSegmentRule = (rule: SegmentRule, tiers: readonly TierThreshold[]): SegmentPredicate => {
  const matches = foldTree<SegmentComparison, SegmentPredicate>(rule, {
    leaf: (comparison) => compileComparison(comparison, tiers),
    join: joined,
  });
  return (inputs, today) => inputs.state !== 'anonymized' && matches(inputs, today);
};

const joined = (operator: LogicalOperator, parts: readonly SegmentPredicate[]): SegmentPredicate => {
  const settles = operator === 'OR';
  return (inputs, today) => {
    for (const part of parts) if (part(inputs, today) === settles) return settles;
    return !settles;
  };
};

const compileComparison = (
  comparison: SegmentComparison,
  tiers: readonly TierThreshold[],
): SegmentPredicate => {
  if (comparison.field === 'tier_id') return compileTier(comparison, tiers);
  if (comparison.field === 'state') return compileState(comparison);
  return compileNumber(comparison);
};

const compileTier = ({ op, value }: TierComparison, tiers: readonly TierThreshold[]): SegmentPredicate => {
  const isWanted = op === 'eq';
  return ({ lifetimePoints }) => (tierOf(tiers, lifetimePoints) === value) === isWanted;
};

const compileState = ({ op, value }: StateComparison): SegmentPredicate => {
  const isWanted = op === 'eq';
  return ({ state }) => (state === value) === isWanted;
};

const compileNumber = ({ field, op, value }: NumberComparison): SegmentPredicate => {
  const numberOf = readerOf(segmentFields[field].source);
  const compare = numberComparisons[op];
  const withoutNumber = op === 'neq';
  return (inputs, today) => {
    const found = numberOf(inputs, today);
    return found === null ? withoutNumber : compare(found, value);
  };
};

type NumberReader = (inputs: SegmentInputs, today: number) => number | null;

const readerOf = (source: NumberSource): NumberReader => {
  switch (source.from) {
    case 'points':
      return (inputs) => inputs[source.column];
    case 'total':
      return ({ figures }) => figures[source.of];
    case 'window': {
      const within = withinWindow[source.of];
      return ({ figures, openings }) => within(figures, openings[source.days]);
    }
    case 'average':
      return ({ figures, openings: { [source.days]: opening } }) =>
        averageOf(spentWithin(figures, opening), countWithin(figures, opening));
    case 'daysSince':
      return daysSinceReaders[source.day];
  }
};

const withinWindow: Readonly<Record<CountedFigure, typeof spentWithin>> = {
  spendCents: spentWithin,
  txnCount: countWithin,
};

const daysSinceReaders: Readonly<Record<'lastTxn' | 'enrolled', NumberReader>> = {
  lastTxn: ({ figures: { lastTxnDay } }, today) =>
    lastTxnDay === null ? null : daysSince(lastTxnDay, today),
  enrolled: ({ enrolledOn }, today) => daysSince(enrolledOn, today),
};

export interface SegmentInputs {
  readonly state: MemberState;
  readonly pointsBalance: number;
  readonly lifetimePoints: number;
  readonly figures: MemberFigures;
  readonly enrolledOn: number;
  readonly openings: WindowOpenings;
}
