/** Segments as management calls create, change, delete and list them. */

export { createSegment, deleteSegment, findRuleFaults, updateSegment } from './change-segment.ts';
export {
  listSegmentMembers,
  type SegmentMemberPage,
  type SegmentMemberRecord,
} from './list-segment-members.ts';
