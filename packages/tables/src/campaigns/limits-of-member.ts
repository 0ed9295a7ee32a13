import type { EnvironmentId } from '@loyalty/kernel';
import { shownLimitsOf, type ShownLimit } from '@loyalty/rules/campaigns';
import { limitPeriods, periodStartOf } from '@loyalty/rules/earning';
import { localTimeOf } from '@loyalty/rules/time';
import type { Queryable } from '@loyalty/storage';
import { readUsesOfMember } from '../accounts/member-uses.ts';
import { findLimitedCampaigns } from './limited-campaigns.ts';

/** Of ACTIVE campaigns, by the local days of this instant, without a lock: for people (D238). */
export const readLimitsOfMember = async (
  db: Queryable,
  member: { readonly environmentId: EnvironmentId; readonly memberId: string },
  atMs: number,
): Promise<readonly ShownLimit[]> => {
  const { zone, campaigns } = await findLimitedCampaigns(db, member.environmentId);
  const { day } = localTimeOf(atMs, zone);
  const useOf = await readUsesOfMember(db, member, {
    campaignIds: campaigns.map(({ id }) => id),
    startsOn: limitPeriods.map((period) => periodStartOf(period, day)),
  });
  return shownLimitsOf(campaigns, day, useOf);
};
