import type { EnvironmentId } from '@loyalty/kernel';
import type { Campaign, MemberPointsCaps } from '@loyalty/rules/campaigns';
import type { ZoneChanges } from '@loyalty/rules/time';
import { onlyRow, type Queryable } from '@loyalty/storage';
import { readSetting, readStoredZone, type SettingsDocument } from '../tenants/settings-catalogue.ts';

export interface LimitedCampaigns {
  /** Null: its days are those of UTC. */
  readonly zone: ZoneChanges | null;
  /** Of all campaigns together; null: none. */
  readonly caps: MemberPointsCaps | null;
  /** By activation. */
  readonly campaigns: readonly Required<Pick<Campaign, 'id' | 'name' | 'limits'>>[];
}

interface LimitedRow {
  readonly settings: SettingsDocument;
  readonly campaigns: LimitedCampaigns['campaigns'];
}

/** ACTIVE campaigns with limits, and by which days they count: at most 1,000 campaigns (D74). */
export const findLimitedCampaigns = async (
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
