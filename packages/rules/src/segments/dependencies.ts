import { leavesOf } from '../model/condition-tree.ts';
import { segmentFields, type MemberChangeSet, type SegmentField } from './fields.ts';
import type { SegmentComparison, SegmentRule } from './rule-tree.ts';

/** Returns the changes of a member that can change, on the same day, whether the member belongs to the segment. */
export const changesOf = (rule: SegmentRule): MemberChangeSet =>
  fieldsOf(rule).reduce((all, field) => all | segmentFields[field].changes, 0);

/** Returns the field of each comparison of a rule. */
export const fieldsOf = (rule: SegmentRule): SegmentField[] =>
  leavesOf<SegmentComparison>(rule).map(({ field }) => field);

/** True when a rule compares the member's tier, which also changes with the tiers themselves. */
export const namesTier = (rule: SegmentRule): boolean => fieldsOf(rule).includes('tier_id');

/** Counts the comparisons of a rule; environments have a limit on them (D105). */
export const comparisonsOf = (rule: SegmentRule): number => leavesOf<SegmentComparison>(rule).length;
