import { isUuid } from '@loyalty/kernel';
import { type Database, writeTransaction } from '@loyalty/storage';
import type { ChangeTerms } from '@loyalty/tables/configuration';
import { lockedAtOnceMax, type LockedMember, lockMembers, readMemberStates } from '@loyalty/tables/members';
import { addSegmentMembers, removeSegmentMember, type SegmentKey } from '@loyalty/tables/memberships';
import { findSegment, lockSegments, type SegmentType } from '@loyalty/tables/segments';
import { deleteSegment as deleteFromProgramme } from '@loyalty/tables/segments/management';
import type { Logger } from '@loyalty/telemetry/logger';
import { type ManagementCall, noteCall } from '../../audited-calls.ts';
import type { Managed } from '../management-writes.ts';

/** The refusals, in the order of the checks (D2). */
export type SegmentMembersRefusal = 'member-erased' | 'segment-not-found' | 'member-not-found' | 'not-static';

type AddSegmentMembersResult =
  { readonly outcome: 'added'; readonly added: number } | { readonly outcome: SegmentMembersRefusal };

interface SegmentTarget {
  readonly caller: ManagementCall;
  readonly segmentId: string;
}

/**
 * Adds all members or none (D56); existing members do not count. All are judged first, and then locked and
 * added in hundreds, so that no till waits for a long list. If the database fails between two hundreds, the
 * caller repeats the call.
 */
export const addToSegment = async (
  db: Database,
  target: SegmentTarget,
  memberIds: readonly string[],
): Promise<AddSegmentMembersResult> => {
  // Sorted, so that calls with the same members go through them in the same order.
  const wanted = [...new Set(memberIds.map((id) => id.toLowerCase()))].toSorted();
  const refusal = wanted.length > lockedAtOnceMax ? await judgeAll(db, keyOf(target), wanted) : null;
  if (refusal !== null) return { outcome: refusal };
  let added = 0;
  for (let at = 0; at < wanted.length; at += lockedAtOnceMax) {
    const result = await addSome(db, target, wanted.slice(at, at + lockedAtOnceMax), at > 0);
    // A segment that is deleted meanwhile has had the members so far.
    if (result.outcome !== 'added') return at === 0 ? result : { outcome: 'added', added };
    added += result.added;
  }
  return { outcome: 'added', added };
};

const keyOf = ({ caller, segmentId }: SegmentTarget): SegmentKey => ({
  environmentId: caller.credential.environmentId,
  segmentId,
});

const judgeAll = async (
  db: Database,
  { environmentId, segmentId }: SegmentKey,
  wanted: readonly string[],
): Promise<SegmentMembersRefusal | null> => {
  const members = await readMemberStates(db, environmentId, wanted);
  const segment = await findSegment(db, environmentId, segmentId);
  return refusalOf({ members, type: segment?.type, wanted: wanted.length });
};

/**
 * Writes a row of the audit log for itself, if it adds anybody. If `isGoingOn`, some have been added before,
 * so those who are erased by now are left out.
 */
const addSome = (
  db: Database,
  target: SegmentTarget,
  wanted: readonly string[],
  isGoingOn: boolean,
): Promise<AddSegmentMembersResult> =>
  writeTransaction(db, async (tx) => {
    const segment = keyOf(target);
    const { environmentId, segmentId } = segment;
    const found = await lockMembers(tx, environmentId, wanted);
    const members = isGoingOn ? found.filter((member) => !isErased(member)) : found;
    // Nothing is locked behind a member who is erased.
    if (members.some(isErased)) return { outcome: 'member-erased' };
    const [type] = (await lockSegments(tx, environmentId, [segmentId])).values();
    const refusal = refusalOf({ members, type, wanted: isGoingOn ? members.length : wanted.length });
    if (refusal !== null) return { outcome: refusal };
    const ids = members.map(({ memberId }) => memberId);
    const added = await addSegmentMembers(tx, segment, ids);
    if (added > 0) {
      const [only] = ids;
      const change =
        ids.length === 1
          ? { pointer: '/memberId', from: null, to: only }
          : { pointer: '/added', from: null, to: added };
      await noteCall(tx, target.caller, { objectId: segmentId.toLowerCase(), changes: [change] });
    }
    return { outcome: 'added', added };
  });

const refusalOf = ({
  members,
  type,
  wanted,
}: {
  readonly members: readonly Pick<LockedMember, 'state'>[];
  readonly type: SegmentType | undefined;
  readonly wanted: number;
}): SegmentMembersRefusal | null => {
  if (members.some(isErased)) return 'member-erased';
  if (type === undefined) return 'segment-not-found';
  if (members.length < wanted) return 'member-not-found';
  return type === 'STATIC' ? null : 'not-static';
};

const isErased = ({ state }: Pick<LockedMember, 'state'>): boolean => state === 'anonymized';

type RemoveSegmentMemberResult = {
  readonly outcome: 'removed' | Exclude<SegmentMembersRefusal, 'member-erased'>;
};

/** Removes a member from a STATIC segment (D56). Nothing happens to a member who is not in it. */
export const removeFromSegment = (
  db: Database,
  target: SegmentTarget,
  memberId: string,
): Promise<RemoveSegmentMemberResult> =>
  writeTransaction(db, async (tx) => {
    const segment = keyOf(target);
    const { environmentId, segmentId } = segment;
    const [member] = isUuid(memberId) ? await lockMembers(tx, environmentId, [memberId]) : [];
    const found = await findSegment(tx, environmentId, segmentId);
    if (found === null) return { outcome: 'segment-not-found' };
    if (member === undefined) return { outcome: 'member-not-found' };
    if (found.type !== 'STATIC') return { outcome: 'not-static' };
    if (await removeSegmentMember(tx, segment, member.memberId)) {
      const changes = [{ pointer: '/memberId', from: member.memberId, to: null }];
      await noteCall(tx, target.caller, { objectId: found.id, objectName: found.name, changes });
    }
    return { outcome: 'removed' };
  });

/** Deletes a segment. Memberships are removed afterwards; campaigns that name it are logged (D29). */
export type DeleteSegment = (
  caller: ManagementCall,
  segmentId: string,
  terms: ChangeTerms,
) => ReturnType<typeof deleteFromProgramme>;

export const createDeleteSegment =
  ({ managed, logger }: { readonly managed: Managed; readonly logger: Logger }): DeleteSegment =>
  async (caller, segmentId, terms) => {
    const { environmentId } = caller.credential;
    const db = managed(caller, { kind: 'segment', id: segmentId });
    const deleted = await deleteFromProgramme(db, environmentId, segmentId, terms);
    if (deleted.outcome !== 'deleted') return deleted;
    const { campaignIds } = deleted;
    if (campaignIds.length > 0) {
      logger.warn({ environmentId, segmentId, campaignIds }, 'a segment that campaigns name was deleted');
    }
    return deleted;
  };
