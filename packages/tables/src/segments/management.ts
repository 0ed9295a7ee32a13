/** Segments as management calls create, change, delete and list them. */

export { createSegment, deleteSegment, findRuleFaults, updateSegment } from './change-segment.ts';
export {
  listSegmentMembers,
  listSegments,
  type SegmentMemberPage,
  type SegmentMemberRecord,
} from './list-segments.ts';
