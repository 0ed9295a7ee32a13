import type { EnvironmentId } from '@loyalty/kernel';
import {
  type Campaign,
  capsId,
  type MemberPointsCaps,
  type ShownCap,
  shownCapsOf,
  type ShownLimit,
  shownLimitsOf,
} from '@loyalty/rules/campaigns';
import { limitPeriods, periodStartOf } from '@loyalty/rules/earning';
import { localTimeOf, type ZoneChanges } from '@loyalty/rules/time';
import { onlyRow, type Queryable } from '@loyalty/storage';
import { readUsesOfMember } from '../accounts/member-uses.ts';
import { readSetting, readStoredZone, type SettingsDocument } from '../tenants/settings-catalogue.ts';

interface LimitedCampaigns {
  /** Null if the days are those of UTC. */
  readonly zone: ZoneChanges | null;
  /** These caps hold for all campaigns together; null means that there are none. */
  readonly caps: MemberPointsCaps | null;
  /** The campaigns are in the order of activation. */
  readonly campaigns: readonly Required<Pick<Campaign, 'id' | 'name' | 'limits'>>[];
}

interface LimitedRow {
  readonly settings: SettingsDocument;
  readonly campaigns: LimitedCampaigns['campaigns'];
}

interface LimitsOfMember {
  readonly limits: readonly ShownLimit[];
  readonly caps: readonly ShownCap[];
}

/**
 * Reads the limits of ACTIVE campaigns for a member, by the local days of this instant and without a lock, to
 * show them (D238).
 */
export const readLimitsOfMember = async (
  db: Queryable,
  member: { readonly environmentId: EnvironmentId; readonly memberId: string },
  atMs: number,
): Promise<LimitsOfMember> => {
  const { zone, caps, campaigns } = await findLimitedCampaigns(db, member.environmentId);
  const { day } = localTimeOf(atMs, zone);
  const useOf = await readUsesOfMember(db, member, {
    campaignIds: [...campaigns.map(({ id }) => id), ...(caps === null ? [] : [capsId])],
    startsOn: limitPeriods.map((period) => periodStartOf(period, day)),
  });
  return { limits: shownLimitsOf(campaigns, day, useOf), caps: shownCapsOf(caps, day, useOf) };
};

/** ACTIVE campaigns with limits, and by which days they count: at most 1,000 campaigns (D74). */
const findLimitedCampaigns = async (
  db: Queryable,
  environmentId: EnvironmentId,
): Promise<LimitedCampaigns> => {
  const rows = await db.query<LimitedRow>(
    `SELECT e.settings,
            COALESCE((SELECT json_agg(json_build_object('id', c.id, 'name', c.name, 'limits', c.limits)
                                      ORDER BY c.activation_seq)
                        FROM campaigns c
                       WHERE c.environment_id = e.id AND c.state = 'ACTIVE' AND c.limits IS NOT NULL), '[]') AS campaigns
       FROM environments e WHERE e.id = $1`,
    [environmentId],
  );
  const { settings, campaigns } = onlyRow(rows, 'environments');
  return { zone: readStoredZone(settings), caps: readSetting(settings, 'memberPointsCaps'), campaigns };
};
