import {
  addSegmentMembers,
  lockMembers,
  removeSegmentMember,
  type LockedMember,
  type SegmentKey,
} from '@loyalty/accounts';
import { isUuid } from '@loyalty/kernel';
import { findSegment, lockSegments } from '@loyalty/configuration';
import { type Database, writeTransaction } from '@loyalty/storage';

/** The reasons why the members of a segment stay unchanged, in the order of the checks (D2). */
export type SegmentMembersRefusal = 'member-erased' | 'segment-not-found' | 'member-not-found' | 'not-static';

export type AddSegmentMembersResult =
  { readonly outcome: 'added'; readonly added: number } | { readonly outcome: SegmentMembersRefusal };

/**
 * Adds members to a STATIC segment, all of them or none (D56). Existing members do not count. The members are locked before the
 * segment: the lock order of every service.
 */
export const addToSegment = (
  db: Database,
  segment: SegmentKey,
  memberIds: readonly string[],
): Promise<AddSegmentMembersResult> => {
  const wanted = new Set(memberIds.map((id) => id.toLowerCase()));
  return writeTransaction(db, async (tx) => {
    const { environmentId, segmentId } = segment;
    const members = await lockMembers(tx, environmentId, [...wanted]);
    if (members.some(isErased)) return { outcome: 'member-erased' };
    const [type] = (await lockSegments(tx, environmentId, [segmentId])).values();
    if (type === undefined) return { outcome: 'segment-not-found' };
    if (members.length < wanted.size) return { outcome: 'member-not-found' };
    if (type !== 'STATIC') return { outcome: 'not-static' };
    const ids = members.map(({ memberId }) => memberId);
    return { outcome: 'added', added: await addSegmentMembers(tx, segment, ids) };
  });
};

const isErased = ({ state }: LockedMember): boolean => state === 'anonymized';

export type RemoveSegmentMemberResult = {
  readonly outcome: 'removed' | Exclude<SegmentMembersRefusal, 'member-erased'>;
};

/** Removes a member from a STATIC segment (D56). Nothing happens to one who is not in it. */
export const removeFromSegment = (
  db: Database,
  segment: SegmentKey,
  memberId: string,
): Promise<RemoveSegmentMemberResult> =>
  writeTransaction(db, async (tx) => {
    const { environmentId, segmentId } = segment;
    const [member] = isUuid(memberId) ? await lockMembers(tx, environmentId, [memberId]) : [];
    const found = await findSegment(tx, environmentId, segmentId);
    if (found === null) return { outcome: 'segment-not-found' };
    if (member === undefined) return { outcome: 'member-not-found' };
    if (found.type !== 'STATIC') return { outcome: 'not-static' };
    await removeSegmentMember(tx, segment, member.memberId);
    return { outcome: 'removed' };
  });
