/** Segments as management calls create, change, delete and list them. */

export { createSegment, deleteSegment, findRuleFaults, updateSegment } from './change-segment.ts';
export {
  listMemberSegments,
  listSegmentMembers,
  listSegments,
  type MemberSegment,
  type SegmentMemberPage,
  type SegmentMemberRecord,
} from './list-segments.ts';
export { segmentVersionOf } from './segments.ts';
