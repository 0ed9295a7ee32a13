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
  wrongAtRest,
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
  type JudgingSegment,
  type SegmentRuleSet,
  type SegmentRuleSets,
} from './segments/segment-rule-set.ts';
export {
  findSegment,
  listSegments,
  lockSegments,
  readDynamicEnvironments,
  readDynamicSegmentIds,
  type SegmentInput,
  type SegmentRecord,
  type SegmentRules,
  type SegmentType,
} from './segments/segments.ts';
