import type { ErrorCode } from '@loyalty/contracts';
import {
  type BodyOf,
  type ParametersOf,
  type QueryOf,
  type Warning,
  warningsMax,
} from '@loyalty/contracts/http';
import {
  type CursorPosition,
  type Handler,
  type HttpResponse,
  pageOf,
  problem,
  type Problem,
} from '@loyalty/http/api';
import { type Clock, type EnvironmentId, utcDayOf } from '@loyalty/kernel';
import { blanksAround } from '@loyalty/rules/segments';
import type { DatabaseShares, Queryable } from '@loyalty/storage';
import { readMemberNames } from '@loyalty/tables/members';
import { readSegmentStates } from '@loyalty/tables/memberships';
import { findSegment, type SegmentRecord } from '@loyalty/tables/segments';
import {
  createSegment,
  listMemberSegments,
  listSegmentMembers,
  listSegments,
  type MemberSegment,
  type SegmentMemberPage,
  type SegmentMemberRecord,
  segmentVersionOf,
  updateSegment,
} from '@loyalty/tables/segments/management';
import { termsOf } from '../audited-calls.ts';
import type { Managed } from '../usecases/management-writes.ts';
import {
  addToSegment,
  type DeleteSegment,
  removeFromSegment,
  type SegmentMembersRefusal,
} from '../usecases/segments/change-segments.ts';
import type { PreviewSegment } from '../usecases/segments/preview-segment.ts';
import type { FinishedRefresh, RefreshSegment } from '../usecases/segments/refresh-segment.ts';
import { byNewest, listResponse } from './list-page.ts';
import { canReadProfiles, findOwnMember, memberNotFound } from './members/shown-member.ts';
import { entityRoutes } from './entity-routes.ts';
import type { OncePerKey } from './once-per-key.ts';
import {
  changedResponse,
  createdResponse,
  invalid,
  recordWithWarnings,
  taggedRecord,
  taggedResponse,
  writeProblem,
} from './responses.ts';
import type { LoadEnvironmentSecret, Routes } from './routes.ts';

interface SegmentRoutesOptions {
  readonly db: DatabaseShares;
  readonly managed: Managed;
  readonly once: OncePerKey;
  readonly loadSecret: LoadEnvironmentSecret;
  readonly deleteSegment: DeleteSegment;
}

/** Creates the routes for segments (interface 4.6, D56, D57). */
export const createSegmentRoutes = (
  options: SegmentRoutesOptions,
): Pick<Routes, 'listSegments' | 'createSegment' | 'getSegment' | 'updateSegment' | 'deleteSegment'> => {
  const segments = entityRoutes({ ...options, kind: 'segment', ...asSegment, shownAs: counted });
  return {
    listSegments: segments.list({ name: 'segments', as: 'segments', read: listSegments, ...byNewest }),
    createSegment: create(options),
    getSegment: segments.get('segmentId', findSegment),
    updateSegment: update(options),
    deleteSegment: remove(options),
  };
};

type OneSegment = ParametersOf<'getSegment'>;

const create =
  ({ managed, once }: SegmentRoutesOptions): Handler<unknown, unknown, BodyOf<'createSegment'>> =>
  (request) => {
    const { credential, body, warnings } = request;
    const db = managed(request, { kind: 'segment' });
    return once(request, {
      write: (keeping) => createSegment(keeping(db), credential.environmentId, body),
      respond: (made) => {
        if (made.outcome !== 'created') return createdResponse(made, segmentVersionOf);
        const shown = { ...made.record, memberCount: 0, lastRefreshedAt: null };
        return taggedResponse(
          201,
          recordWithWarnings(shown, warningsOf(made.record, warnings)),
          segmentVersionOf(made.record),
        );
      },
    });
  };

const update =
  ({ managed }: SegmentRoutesOptions): Handler<OneSegment, unknown, BodyOf<'updateSegment'>> =>
  async (request) => {
    const { params, body, warnings } = request;
    const { environmentId } = request.credential;
    const db = managed(request, { kind: 'segment', id: params.segmentId });
    const change = { segmentId: params.segmentId, patch: body, terms: termsOf(request) };
    const updated = await updateSegment(db, environmentId, change);
    if (!('record' in updated)) return changedResponse(updated, asSegment);
    const [shown = updated.record] = await counted(db, environmentId, [updated.record]);
    return taggedResponse(
      200,
      recordWithWarnings(shown, warningsOf(updated.record, warnings)),
      segmentVersionOf(updated.record),
    );
  };

const warningsOf = (
  { rules }: { readonly rules: unknown },
  ofBody: readonly Warning[],
): readonly Warning[] => [...blanksAround({ rules }, warningsMax), ...ofBody];

const remove =
  ({ deleteSegment }: SegmentRoutesOptions): Handler<OneSegment> =>
  async (request) => {
    const deleted = await deleteSegment(request, request.params.segmentId, termsOf(request));
    if (deleted.outcome === 'deleted') return { status: 204 };
    return deleted.outcome === 'not-found' ? notFound : writeProblem(deleted);
  };

interface ShownSegment extends SegmentRecord {
  readonly memberCount: number;
  readonly lastRefreshedAt: string | null;
  readonly etag: string;
}

const counted = async (
  db: Queryable,
  environmentId: EnvironmentId,
  segments: readonly SegmentRecord[],
): Promise<ShownSegment[]> => {
  const ids = segments.map(({ id }) => id);
  const states = await readSegmentStates(db, environmentId, ids);
  return segments.map((segment) => {
    const state = states.get(segment.id);
    const lastRefreshedAt = state?.refreshedAt?.toISOString() ?? null;
    const shown = { ...segment, memberCount: state?.memberCount ?? 0, lastRefreshedAt };
    return taggedRecord(shown, segmentVersionOf(segment));
  });
};

const notFound = problem('SEGMENT_NOT_FOUND');

const asSegment = { notFound, versionOf: segmentVersionOf };

interface SegmentMemberRoutesOptions {
  readonly db: DatabaseShares;
  /** It serves lists with few connections, whose statements end soon. */
  readonly lists: DatabaseShares;
  readonly loadSecret: LoadEnvironmentSecret;
  readonly clock: Clock;
}

/**
 * Creates the routes for the members of a segment, and for the segments of a member (interface 4.6, D56, D59,
 * D201).
 */
export const createSegmentMemberRoutes = (
  options: SegmentMemberRoutesOptions,
): Pick<
  Routes,
  'listSegmentMembers' | 'addSegmentMembers' | 'removeSegmentMember' | 'listMemberSegments'
> => ({
  listSegmentMembers: listMembers(options),
  addSegmentMembers: addMembers(options),
  removeSegmentMember: removeMember(options),
  listMemberSegments: listOfMember(options),
});

const listMembers =
  ({
    db,
    lists,
    loadSecret,
    clock,
  }: SegmentMemberRoutesOptions): Handler<
    ParametersOf<'listSegmentMembers'>,
    QueryOf<'listSegmentMembers'>
  > =>
  (request) => {
    const segmentId = request.params.segmentId.toLowerCase();
    const { credential } = request;
    const { environmentId } = credential;
    const scope = { list: 'segment-members', filters: { segmentId }, loadSecret };
    return listResponse(request, scope, async (page) => {
      if ((await findSegment(db.of(environmentId), environmentId, segmentId)) === null) return notFound;
      const today = utcDayOf(clock.now());
      const wanted = { ...goingOn(page.after), limit: page.limit + 1, today };
      const source = lists.of(environmentId);
      const found = await listSegmentMembers(source, { environmentId, segmentId }, wanted);
      const { rows, nextCursor } = pageOf({ ...page, rows: found, positionOf });
      const ids = canReadProfiles(credential) ? rows.map(({ memberId }) => memberId) : [];
      const names = await readMemberNames(source, environmentId, ids);
      const members = rows.map((row) => ({ ...row, name: names.get(row.memberId)?.name ?? null }));
      return { members, nextCursor };
    });
  };

const positionOf = ({ addedAt, memberId }: SegmentMemberRecord): CursorPosition => [addedAt, memberId];

const goingOn = (after: CursorPosition | null): Pick<SegmentMemberPage, 'before'> => {
  if (after === null) return {};
  const [addedAt, memberId] = after;
  return { before: { addedAt: String(addedAt), memberId: String(memberId) } };
};

const addMembers =
  ({
    db,
  }: SegmentMemberRoutesOptions): Handler<
    ParametersOf<'addSegmentMembers'>,
    unknown,
    BodyOf<'addSegmentMembers'>
  > =>
  async (request) => {
    const { environmentId } = request.credential;
    const { memberId, memberIds = [] } = request.body;
    const wanted = memberId === undefined ? memberIds : [memberId, ...memberIds];
    const target = { caller: request, segmentId: request.params.segmentId };
    const result = await addToSegment(db.of(environmentId), target, wanted);
    return result.outcome === 'added'
      ? { status: 201, body: { added: result.added } }
      : problem(memberRefusals[result.outcome]);
  };

const removeMember =
  ({ db }: SegmentMemberRoutesOptions): Handler<ParametersOf<'removeSegmentMember'>> =>
  async (request) => {
    const { environmentId } = request.credential;
    const { segmentId, memberId } = request.params;
    const target = { caller: request, segmentId };
    const { outcome } = await removeFromSegment(db.of(environmentId), target, memberId);
    return outcome === 'removed' ? { status: 204 } : problem(memberRefusals[outcome]);
  };

const listOfMember =
  ({
    db,
    lists,
    loadSecret,
  }: SegmentMemberRoutesOptions): Handler<
    ParametersOf<'listMemberSegments'>,
    QueryOf<'listMemberSegments'>
  > =>
  (request) => {
    const memberId = request.params.memberId.toLowerCase();
    const { environmentId } = request.credential;
    const scope = { list: 'member-segments', filters: { memberId }, loadSecret };
    return listResponse(request, scope, async (page) => {
      if ((await findOwnMember(db, request.credential, memberId)) === null) return memberNotFound;
      const wanted = { before: segmentAt(page.after), limit: page.limit + 1 };
      const found = await listMemberSegments(lists.of(environmentId), { environmentId, memberId }, wanted);
      const { rows, nextCursor } = pageOf({ ...page, rows: found, positionOf: entryOf });
      return { segments: rows, nextCursor };
    });
  };

const entryOf = ({ addedAt, segmentId }: MemberSegment): CursorPosition => [addedAt, segmentId];

const segmentAt = (after: CursorPosition | null) =>
  after === null ? null : { addedAt: String(after[0]), segmentId: String(after[1]) };

const memberRefusals: Readonly<Record<SegmentMembersRefusal, ErrorCode>> = {
  'member-erased': 'MEMBER_ERASED',
  'segment-not-found': 'SEGMENT_NOT_FOUND',
  'member-not-found': 'MEMBER_NOT_FOUND',
  'not-static': 'SEGMENT_NOT_STATIC',
};

interface SegmentRefreshRoutesOptions {
  readonly previewSegment: PreviewSegment;
  readonly refreshSegment: RefreshSegment;
  /** Queues refreshes of all DYNAMIC segments. Returns how many. */
  readonly queueRefreshes: (environmentId: EnvironmentId) => Promise<number>;
}

/** Creates the routes for refreshes and previews (interface 4.6, D56). A preview stores nothing. */
export const createSegmentRefreshRoutes = (
  options: SegmentRefreshRoutesOptions,
): Pick<Routes, 'previewSegment' | 'refreshSegments' | 'refreshSegment'> => ({
  previewSegment: preview(options),
  refreshSegments: refreshAll(options),
  refreshSegment: refresh(options),
});

const preview =
  ({ previewSegment }: SegmentRefreshRoutesOptions): Handler<unknown, unknown, BodyOf<'previewSegment'>> =>
  async ({ credential: { environmentId }, body: { rules, sampleSize = sampleSizeUsual } }) => {
    const previewed = await previewSegment({ environmentId, rules, sampleSize });
    switch (previewed.outcome) {
      case 'previewed':
        return { status: 200, body: previewed.preview };
      case 'invalid':
        return invalid(previewed.faults);
      case 'too-slow':
        return tooSlow;
      case 'busy':
        return previewsBusy;
    }
  };

const sampleSizeUsual = 10;

const refreshAll =
  ({ queueRefreshes }: SegmentRefreshRoutesOptions): Handler =>
  async ({ credential: { environmentId } }) => ({
    status: 202,
    body: { segmentsQueued: await queueRefreshes(environmentId) },
  });

const refresh =
  ({ refreshSegment }: SegmentRefreshRoutesOptions): Handler<ParametersOf<'refreshSegment'>> =>
  async ({ credential: { environmentId }, params: { segmentId } }) => {
    const result = await refreshSegment({ environmentId, segmentId });
    return result.outcome === 'refreshed' ? refreshed(segmentId, result.refresh) : refusals[result.outcome];
  };

const refreshed = (segmentId: string, { refreshedAt, ...counts }: FinishedRefresh): HttpResponse => ({
  status: 200,
  body: { segmentId: segmentId.toLowerCase(), ...counts, refreshedAt: refreshedAt.toISOString() },
});

const late = (reason: 'preview' | 'refresh', detail: string): Problem =>
  problem('PROCESSING_TIMEOUT', { detail, reason });

const tooSlow = late(
  'preview',
  'Counting these members takes too long. Create the segment and refresh it instead.',
);
const previewsBusy = late(
  'preview',
  'Another preview is already running. Try again, or create the segment and refresh it instead.',
);

const refusals: Readonly<Record<'not-found' | 'not-dynamic' | 'pending' | 'busy', Problem>> = {
  'not-found': problem('SEGMENT_NOT_FOUND'),
  'not-dynamic': problem('SEGMENT_NOT_DYNAMIC'),
  pending: late('refresh', 'The refresh continues. Send the call again to wait for it.'),
  busy: late('refresh', 'Too many calls are waiting for refreshes. Send the call again.'),
};
