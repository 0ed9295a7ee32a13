import { leavesOf } from '../model/condition-tree.ts';
import { windowDays, type WindowDays } from '../statistics/windows.ts';
import { segmentFields, type MemberChangeSet } from './fields.ts';
import type { SegmentComparison, SegmentRule } from './rule-tree.ts';

/** Returns the changes of a member that can change, on the same day, whether the member belongs to the segment. */
export const changesOf = (rule: SegmentRule): MemberChangeSet =>
  leavesOf<SegmentComparison>(rule).reduce((all, { field }) => all | segmentFields[field].changes, 0);

/** Returns the windows that a rule uses, the shortest first. */
export const windowsOf = (rule: SegmentRule): WindowDays[] => {
  const named = new Set(leavesOf<SegmentComparison>(rule).map(windowOfComparison));
  return windowDays.filter((days) => named.has(days));
};

const windowOfComparison = ({ field }: SegmentComparison): WindowDays | null => {
  const description = segmentFields[field];
  if (description.kind !== 'number') return null;
  const { source } = description;
  return source.from === 'window' || source.from === 'average' ? source.days : null;
};

/** True when a rule compares the member's tier, which also changes with the tiers themselves. */
export const namesTier = (rule: SegmentRule): boolean =>
  leavesOf<SegmentComparison>(rule).some(({ field }) => field === 'tier_id');

/** Counts the comparisons of a rule; environments have a limit on them (D105). */
export const comparisonsOf = (rule: SegmentRule): number => leavesOf<SegmentComparison>(rule).length;
