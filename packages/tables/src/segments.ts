/** Segments as segment-service keeps them: their members, refreshes, and rules in SQL and in memory. */

export {
  compareSegmentPage,
  findChunkEnd,
  type PageEnd,
  type PreviewedSegment,
  previewSegment,
  type RuledSegment,
  setChunkPlanner,
  writeSegmentChunk,
  findWrongMemberships,
  type WrongMembership,
} from './segments/evaluate-rules.ts';
export { type JudgedMember, readSegmentInputs } from './segments/member-inputs.ts';
export {
  abandonRefresh,
  beginRefreshes,
  countChanges,
  finishRefreshes,
  readAskedRefreshes,
  readPendingRefreshes,
  readRefreshState,
  type RefreshState,
  requestRefresh,
  resumeRefresh,
  type ServedRefresh,
} from './segments/segment-refreshes.ts';
export {
  createSegmentRuleSets,
  findSegment,
  type JudgingSegment,
  lockSegments,
  readDynamicEnvironments,
  readDynamicSegmentIds,
  type SegmentInput,
  type SegmentRecord,
  type SegmentRules,
  type SegmentRuleSet,
  type SegmentRuleSets,
  type SegmentType,
} from './segments/segments.ts';
