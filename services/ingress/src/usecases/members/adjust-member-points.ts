import { awaitAll, type Clock } from '@loyalty/kernel';
import type { DatabaseShares, Transaction } from '@loyalty/storage';
import type { CountActivity } from '@loyalty/tables/activity';
import {
  type AdjustOrder,
  type AdjustOutcome,
  createAdjustPoints,
  type DayLimits,
  type PointsAdjusted,
} from '@loyalty/tables/ledger';
import { authorOfCall, type ManagementCall, noteCall } from '../../audited-calls.ts';

export type AdjustMemberPoints = (caller: ManagementCall, order: AdjustOrder) => Promise<AdjustOutcome>;

/**
 * Creates a function that adjusts points. The audit log records how many points, and under which reference,
 * but never why (D209).
 */
export const createAdjustMemberPoints =
  ({
    db,
    clock,
    activity,
    loadDayLimits,
    publish,
  }: {
    readonly db: DatabaseShares;
    readonly clock: Pick<Clock, 'now'>;
    /** Counts activity. If it is absent, nothing is counted. */
    readonly activity?: CountActivity;
    readonly loadDayLimits: (
      credential: ManagementCall['credential'],
    ) => Promise<Pick<DayLimits, 'pointsMax' | 'totalMax'>>;
    readonly publish: (tx: Transaction, adjusted: PointsAdjusted) => Promise<void>;
  }): AdjustMemberPoints =>
  async (caller, order) => {
    const { credential } = caller;
    const { environmentId, tenantId } = credential;
    const { kind, subject } = credential;
    const limits = await loadDayLimits(credential);
    const dayLimits: DayLimits = { ...limits, credential: { kind, subject } };
    const adjustPoints = createAdjustPoints({
      db: db.of(environmentId),
      clock,
      dayLimits,
      author: authorOfCall(credential),
      ...(activity && { activity }),
      publish: async (tx, adjusted) => {
        await awaitAll([publish(tx, adjusted), noteCall(tx, caller, notedAdjustment(adjusted))]);
      },
    });
    return adjustPoints({ environmentId, tenantId }, order);
  };

const notedAdjustment = ({ member, points, ref }: PointsAdjusted) => ({
  objectId: member.account.memberId,
  changes: [
    { pointer: '/points', from: null, to: points },
    ...(ref === null ? [] : [{ pointer: '/ref', from: null, to: ref }]),
  ],
});
