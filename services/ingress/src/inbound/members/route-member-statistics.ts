import { readStatisticsInputs, readVisits } from '@loyalty/accounts';
import type { ParamsOf } from '@loyalty/contracts';
import { problem, type Handler } from '@loyalty/http';
import { isUuid, type Clock } from '@loyalty/kernel';
import { listTiers, readCampaignNames } from '@loyalty/configuration';
import { utcDayOf } from '@loyalty/rules';
import type { DatabaseShares } from '@loyalty/storage';
import { memberStatistics } from '../../usecases/members/member-statistics.ts';
import type { Routes } from '../routes.ts';

export interface MemberStatisticsRoutesOptions {
  readonly db: DatabaseShares;
  readonly clock: Clock;
}

/** Creates the route of a member's statistics: purchases and visits (D23, D57). */
export const createMemberStatisticsRoutes = (
  options: MemberStatisticsRoutesOptions,
): Pick<Routes, 'getMemberStatistics'> => ({ getMemberStatistics: get(options) });

const get =
  ({ db, clock }: MemberStatisticsRoutesOptions): Handler<ParamsOf<'getMemberStatistics'>> =>
  async ({ credential: { environmentId }, params: { memberId } }) => {
    if (!isUuid(memberId)) return notFound;
    const today = utcDayOf(clock.now());
    const inputs = await readStatisticsInputs(db.of(environmentId), { environmentId, memberId }, today);
    if (inputs === null) return notFound;
    const visits = await readVisits(db.of(environmentId), environmentId, memberId);
    const visited = visits.map(({ campaignId }) => campaignId);
    const campaignNames = await readCampaignNames(db.of(environmentId), environmentId, visited);
    const tiers = await listTiers(db.of(environmentId), environmentId);
    return { status: 200, body: memberStatistics(inputs, { tiers, visits, campaignNames, today }) };
  };

const notFound = problem('MEMBER_NOT_FOUND');
