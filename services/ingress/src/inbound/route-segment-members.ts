import type { ErrorCode } from '@loyalty/contracts';
import type { BodyOf, ParamsOf, QueryOf } from '@loyalty/contracts/http';
import { type CursorPosition, type Handler, pageOf, problem } from '@loyalty/http/api';
import { type Clock, utcDayOf } from '@loyalty/kernel';
import type { DatabaseShares } from '@loyalty/storage';
import { findSegment } from '@loyalty/tables/segments';
import {
  listSegmentMembers,
  type SegmentMemberPage,
  type SegmentMemberRecord,
} from '@loyalty/tables/segments/management';
import {
  addToSegment,
  removeFromSegment,
  type SegmentMembersRefusal,
} from '../usecases/segments/change-segments.ts';
import { listResponse } from './list-page.ts';
import type { LoadEnvironmentSecret, Routes } from './routes.ts';

export interface SegmentMemberRoutesOptions {
  readonly db: DatabaseShares;
  readonly lists: DatabaseShares;
  readonly loadSecret: LoadEnvironmentSecret;
  readonly clock: Clock;
}

/** Interface 4.6, D56, D59. */
export const createSegmentMemberRoutes = (
  options: SegmentMemberRoutesOptions,
): Pick<Routes, 'listSegmentMembers' | 'addSegmentMembers' | 'removeSegmentMember'> => ({
  listSegmentMembers: list(options),
  addSegmentMembers: add(options),
  removeSegmentMember: remove(options),
});

const list =
  ({
    db,
    lists,
    loadSecret,
    clock,
  }: SegmentMemberRoutesOptions): Handler<ParamsOf<'listSegmentMembers'>, QueryOf<'listSegmentMembers'>> =>
  (request) => {
    const segmentId = request.params.segmentId.toLowerCase();
    const { environmentId } = request.credential;
    const scope = { list: 'segment-members', filters: { segmentId }, loadSecret };
    return listResponse(request, scope, async (page) => {
      if ((await findSegment(db.of(environmentId), environmentId, segmentId)) === null)
        return problem('SEGMENT_NOT_FOUND');
      const today = utcDayOf(clock.now());
      const wanted = { ...goingOn(page.after), limit: page.limit + 1, today };
      const found = await listSegmentMembers(lists.of(environmentId), { environmentId, segmentId }, wanted);
      const { rows, nextCursor } = pageOf({ ...page, rows: found, positionOf });
      return { members: rows, nextCursor };
    });
  };

const positionOf = ({ addedAt, memberId }: SegmentMemberRecord): CursorPosition => [addedAt, memberId];

const goingOn = (after: CursorPosition | null): Pick<SegmentMemberPage, 'before'> => {
  if (after === null) return {};
  const [addedAt, memberId] = after;
  return { before: { addedAt: String(addedAt), memberId: String(memberId) } };
};

const add =
  ({
    db,
  }: SegmentMemberRoutesOptions): Handler<
    ParamsOf<'addSegmentMembers'>,
    unknown,
    BodyOf<'addSegmentMembers'>
  > =>
  async ({ credential: { environmentId }, params: { segmentId }, body: { memberId, memberIds = [] } }) => {
    const wanted = memberId === undefined ? memberIds : [memberId, ...memberIds];
    const result = await addToSegment(db.of(environmentId), { environmentId, segmentId }, wanted);
    return result.outcome === 'added'
      ? { status: 201, body: { added: result.added } }
      : problem(codes[result.outcome]);
  };

const remove =
  ({ db }: SegmentMemberRoutesOptions): Handler<ParamsOf<'removeSegmentMember'>> =>
  async ({ credential: { environmentId }, params: { segmentId, memberId } }) => {
    const { outcome } = await removeFromSegment(db.of(environmentId), { environmentId, segmentId }, memberId);
    return outcome === 'removed' ? { status: 204 } : problem(codes[outcome]);
  };

const codes: Readonly<Record<SegmentMembersRefusal, ErrorCode>> = {
  'member-erased': 'MEMBER_ERASED',
  'segment-not-found': 'SEGMENT_NOT_FOUND',
  'member-not-found': 'MEMBER_NOT_FOUND',
  'not-static': 'SEGMENT_NOT_STATIC',
};
