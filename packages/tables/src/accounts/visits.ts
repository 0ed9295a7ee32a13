import type { CampaignId, EnvironmentId } from '@loyalty/kernel';
import type { Queryable, Statement } from '@loyalty/storage';

/** The number of a member's visits under one campaign (D23). */
export interface Visits {
  readonly campaignId: CampaignId;
  readonly count: number;
  /** ISO 8601, UTC, milliseconds. */
  readonly lastVisitAt: string;
}

type VisitRow = Omit<Visits, 'lastVisitAt'> & { readonly lastVisitAt: Date };

const statement: Statement = {
  name: 'visits-read',
  text: `SELECT campaign_id AS "campaignId", count, last_at AS "lastVisitAt"
           FROM member_counters
          WHERE environment_id = $1 AND member_id = $2 AND kind = 'VISITS'
          ORDER BY last_at DESC, campaign_id`,
};

/** Returns the visits of one member under each campaign, the latest first. */
export const readVisits = async (
  db: Queryable,
  environmentId: EnvironmentId,
  memberId: string,
): Promise<Visits[]> => {
  const rows = await db.query<VisitRow>(statement, [environmentId, memberId]);
  return rows.map((row) => ({ ...row, lastVisitAt: row.lastVisitAt.toISOString() }));
};
