import { readSegmentStates } from '@loyalty/accounts';
import type { BodyOf, ParamsOf, QueryOf } from '@loyalty/contracts';
import { problem, type Handler } from '@loyalty/http';
import type { EnvironmentId } from '@loyalty/kernel';
import {
  createSegment,
  findSegment,
  listSegments,
  updateSegment,
  type SegmentRecord,
} from '@loyalty/configuration';
import type { DatabaseShares, Queryable } from '@loyalty/storage';
import type { DeleteSegment } from '../../usecases/segments/delete-segment.ts';
import type { Managed } from '../../usecases/ports.ts';
import type { LoadEnvironmentSecret } from '../load-secret.ts';
import { newestFirst, placeOf } from '../paging/list-page.ts';
import { readShortList } from '../paging/short-list.ts';
import type { Routes } from '../routes.ts';
import { changedResponse, createdResponse } from '../write-response.ts';

export interface SegmentRoutesOptions {
  readonly db: DatabaseShares;
  readonly managed: Managed;
  readonly loadSecret: LoadEnvironmentSecret;
  readonly deleteSegment: DeleteSegment;
}

/** Creates the routes of segments (interface 4.6, D56, D57). */
export const createSegmentRoutes = (
  options: SegmentRoutesOptions,
): Pick<Routes, 'listSegments' | 'createSegment' | 'getSegment' | 'updateSegment' | 'deleteSegment'> => ({
  listSegments: list(options),
  createSegment: create(options),
  getSegment: get(options),
  updateSegment: update(options),
  deleteSegment: remove(options),
});

type OneSegment = ParamsOf<'getSegment'>;

const list =
  ({ db, loadSecret }: SegmentRoutesOptions): Handler<unknown, QueryOf<'listSegments'>> =>
  async (request) => {
    const { environmentId } = request.credential;
    const page = await readShortList(request, {
      list: 'segments',
      loadSecret,
      positionOf: placeOf,
      read: (after, limit) =>
        listSegments(db.of(environmentId), environmentId, { ...newestFirst(after), limit }),
    });
    if ('problem' in page) return page;
    const segments = await counted(db.of(environmentId), environmentId, page.rows);
    return { status: 200, body: { segments, nextCursor: page.nextCursor } };
  };

const create =
  ({ managed }: SegmentRoutesOptions): Handler<unknown, unknown, BodyOf<'createSegment'>> =>
  async ({ credential, body }) => {
    const db = managed(credential, { kind: 'segment' });
    const made = await createSegment(db, credential.environmentId, body);
    if (made.outcome !== 'created') return createdResponse(made);
    return { status: 201, body: { ...made.record, memberCount: 0, lastRefreshedAt: null } };
  };

const get =
  ({ db }: SegmentRoutesOptions): Handler<OneSegment> =>
  async ({ credential: { environmentId }, params }) => {
    const segment = await findSegment(db.of(environmentId), environmentId, params.segmentId);
    if (segment === null) return notFound;
    const [shown] = await counted(db.of(environmentId), environmentId, [segment]);
    return { status: 200, body: { ...shown } };
  };

const update =
  ({ managed }: SegmentRoutesOptions): Handler<OneSegment, unknown, BodyOf<'updateSegment'>> =>
  async ({ credential, params, body }) => {
    const { environmentId } = credential;
    const db = managed(credential, { kind: 'segment', id: params.segmentId });
    const change = { segmentId: params.segmentId, patch: body };
    const updated = await updateSegment(db, environmentId, change);
    if (!('record' in updated)) return changedResponse(updated, notFound);
    const [shown] = await counted(db, environmentId, [updated.record]);
    return { status: 200, body: { ...shown } };
  };

const remove =
  ({ deleteSegment }: SegmentRoutesOptions): Handler<OneSegment> =>
  async ({ credential, params }) =>
    (await deleteSegment(credential, params.segmentId)) ? { status: 204 } : notFound;

/** A segment as the interface shows it (D56). */
interface ShownSegment extends SegmentRecord {
  readonly memberCount: number;
  readonly lastRefreshedAt: string | null;
}

/** Returns the segments with the counts of their members. */
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
    return { ...segment, memberCount: state?.memberCount ?? 0, lastRefreshedAt };
  });
};

const notFound = problem('SEGMENT_NOT_FOUND');
