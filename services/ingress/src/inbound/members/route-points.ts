import { instantOf } from '@loyalty/contracts';
import type { BodyOf, FieldError, ParametersOf, QueryOf } from '@loyalty/contracts/http';
import {
  type CursorPosition,
  type Handler,
  type HttpResponse,
  pageOf,
  problem,
  type Problem,
} from '@loyalty/http/api';
import { type Clock, dayMs, isUuid } from '@loyalty/kernel';
import type { DatabaseShares } from '@loyalty/storage';
import type { AdjustOrder, AdjustOutcome } from '@loyalty/tables/ledger';
import { listPending, type PendingPlace, readExpiringPoints } from '@loyalty/tables/lots';
import type { MemberRecord } from '@loyalty/tables/members';
import type { AdjustMemberPoints } from '../../usecases/members/adjust-member-points.ts';
import { listResponse } from '../list-page.ts';
import type { RejectsMismatch } from '../request-response.ts';
import { invalid } from '../responses.ts';
import type { LoadEnvironmentSecret, Routes } from '../routes.ts';
import { findOwnMember, memberNotFound } from './shown-member.ts';

interface PointsRoutesOptions {
  readonly db: DatabaseShares;
  readonly clock: Pick<Clock, 'now'>;
  readonly loadSecret: LoadEnvironmentSecret;
  readonly adjustPoints: AdjustMemberPoints;
  readonly rejectsMismatch: RejectsMismatch;
}

/** Creates the routes that adjust points and list expiring and pending ones (D46, D49). */
export const createPointsRoutes = (
  options: PointsRoutesOptions,
): Pick<Routes, 'adjustPoints' | 'listExpiringPoints' | 'listPendingPoints'> => ({
  adjustPoints: adjust(options),
  listExpiringPoints: expiring(options),
  listPendingPoints: pending(options),
});

const adjust =
  ({
    adjustPoints,
    clock,
    rejectsMismatch,
  }: PointsRoutesOptions): Handler<ParametersOf<'adjustPoints'>, unknown, BodyOf<'adjustPoints'>> =>
  async (request) => {
    const { memberId } = request.params;
    const { body } = request;
    const order = orderOf(memberId, body);
    const faults = faultsOf(order, clock.now());
    if (faults.length > 0) return invalid(faults);
    if (!isUuid(memberId)) return memberNotFound;
    const outcome = await adjustPoints(request, order);
    const isMismatched = outcome.outcome === 'repeated' && outcome.isMismatched;
    return isMismatched && (await rejectsMismatch(request.credential.environmentId))
      ? duplicate
      : adjustResponse(outcome);
  };

/** Absent fields become null, so that a repeat of an adjustment is recognised (D15). */
const orderOf = (memberId: string, body: BodyOf<'adjustPoints'>): AdjustOrder => ({
  memberId: memberId.toLowerCase(),
  points: body.points,
  reason: body.reason,
  ref: body.ref ?? null,
  expiresAtMs: body.expiresAt === undefined ? null : instantOf(body.expiresAt, 'end'),
});

/** Finds what the document's schema cannot express. */
const faultsOf = ({ points, expiresAtMs }: AdjustOrder, nowMs: number): readonly FieldError[] => {
  if (points === 0) return [{ pointer: '/points', message: 'must not be 0' }];
  if (expiresAtMs === null) return [];
  const pointer = '/expiresAt';
  if (points < 0) return [{ pointer, message: 'is only for points that are given' }];
  if (expiresAtMs <= nowMs) return [{ pointer, message: 'must be in the future' }];
  const isFar = expiresAtMs > nowMs + aheadDaysMax * dayMs;
  return isFar ? [{ pointer, message: 'must be at most 36,500 days ahead' }] : [];
};

/** A campaign's expiry may reach as far ahead (D116). */
const aheadDaysMax = 36_500;

const adjustResponse = (outcome: AdjustOutcome): HttpResponse | Problem => {
  switch (outcome.outcome) {
    case 'adjusted':
      return { status: 201, body: outcome.body };
    case 'repeated': {
      const mismatch = outcome.isMismatched ? { 'Idempotency-Mismatch': 'true' } : {};
      return { status: 200, body: outcome.body, headers: { 'Idempotent-Replayed': 'true', ...mismatch } };
    }
    case 'of-another':
      return problem('TRANSACTION_DUPLICATE', { reason: 'other_member' });
    case 'refused':
      return problem(outcome.code, { context: outcome.context });
    case 'too-many-lots':
      return problem('LIMIT_EXCEEDED', { context: { limit: outcome.limit, of: 'lots' } });
    case 'over-day-limit':
      return problem('LIMIT_EXCEEDED', { context: { limit: outcome.limit, of: outcome.of } });
    case 'erased':
      return problem('INVALID_STATE_TRANSITION', { context: { from: 'anonymized', to: 'anonymized' } });
    case 'not-found':
      return memberNotFound;
  }
};

const usualDays = 365;

const expiring =
  ({
    db,
    clock,
  }: PointsRoutesOptions): Handler<ParametersOf<'listExpiringPoints'>, QueryOf<'listExpiringPoints'>> =>
  async ({ credential, params: { memberId }, query: { within: withinDays = usualDays } }) => {
    if (!isUuid(memberId)) return memberNotFound;
    const asked = { memberId, asOfMs: clock.now(), withinDays };
    const found = await readExpiringPoints(db.of(credential.environmentId), credential.environmentId, asked);
    if (found !== null) return { status: 200, body: { ...found, nextCursor: null } };
    const merged = await findOwnMember(db, credential, memberId);
    if (merged === null) return memberNotFound;
    return { status: 200, body: { ...noPointsOf(merged, asked), nextCursor: null } };
  };

/** A member who was merged into another one has no points, and so no account. */
const noPointsOf = ({ id: memberId }: MemberRecord, { asOfMs }: { readonly asOfMs: number }) => ({
  memberId,
  asOf: new Date(asOfMs).toISOString(),
  pointsBalance: 0,
  pointsWithoutExpiry: 0,
  expiring: [],
});

const pending =
  ({
    db,
    loadSecret,
  }: PointsRoutesOptions): Handler<ParametersOf<'listPendingPoints'>, QueryOf<'listPendingPoints'>> =>
  (request) => {
    const { credential } = request;
    const memberId = request.params.memberId.toLowerCase();
    const filters = { memberId };
    return listResponse(request, { list: 'pending-points', filters, loadSecret }, async (page) => {
      const source = db.of(credential.environmentId);
      if ((await findOwnMember(db, credential, memberId)) === null) return memberNotFound;
      const { after, limit } = page;
      const wanted = { memberId, after: after === null ? null : placeOf(after), limit: limit + 1 };
      const rows = await listPending(source, credential.environmentId, wanted);
      const { rows: listed, nextCursor } = pageOf({ ...page, rows, limit, positionOf });
      return {
        pending: listed.map(({ transactionRef, points, maturesAt }) => ({
          transactionRef,
          points,
          maturesAt,
        })),
        nextCursor,
      };
    });
  };

const positionOf = ({ maturesAt, transactionId, n }: PendingPlace): CursorPosition => [
  maturesAt,
  transactionId,
  n,
];

const placeOf = ([maturesAt, transactionId, n]: CursorPosition): PendingPlace => ({
  maturesAt: String(maturesAt),
  transactionId: String(transactionId),
  n: Number(n),
});

const duplicate = problem('TRANSACTION_DUPLICATE', { reason: 'other_body' });
