export { blanksAround } from './conditions/blanks-around.ts';
export {
  compileSegmentRule,
  type SegmentInputs,
  type SegmentPredicate,
} from './segments/compile-segment-rule.ts';
export { foldTree, type LogicalOperator } from './segments/condition-tree.ts';
export {
  allMemberChanges,
  type CountedFigure,
  memberChanges,
  type MemberChangeSet,
  type NumberSource,
  type SegmentField,
  segmentFields,
} from './segments/segment-fields.ts';
export {
  changesOf,
  comparisonsOf,
  type EqualityOperator,
  fieldsOf,
  namesTier,
  type NumberComparison,
  readSegmentRule,
  type SegmentComparison,
  type SegmentOperator,
  type SegmentRule,
} from './segments/segment-rule.ts';
