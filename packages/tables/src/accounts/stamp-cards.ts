import type { CampaignId, EnvironmentId } from '@loyalty/kernel';
import type { Queryable, Statement } from '@loyalty/storage';

/** A member's stamps for one STAMP_CARD campaign (D20, D52). */
export interface StampCard {
  readonly campaignId: CampaignId;
  /** Stamps on the current card. */
  readonly stampsCollected: number;
  readonly completedCount: number;
  /** ISO 8601, UTC, milliseconds. */
  readonly lastStampAt: string | null;
}

type StampRow = Omit<StampCard, 'lastStampAt'> & { readonly lastStampAt: Date | null };

const statement: Statement = {
  name: 'stamp-cards-read',
  text: `SELECT campaign_id AS "campaignId", count AS "stampsCollected", completed AS "completedCount",
                last_at AS "lastStampAt"
           FROM member_counters
          WHERE environment_id = $1 AND member_id = $2 AND kind = 'STAMPS'`,
};

/** Returns the cards of one member under all campaigns. A card without a stamp is left out. */
export const readStampCards = async (
  db: Queryable,
  environmentId: EnvironmentId,
  memberId: string,
): Promise<StampCard[]> => {
  const rows = await db.query<StampRow>(statement, [environmentId, memberId]);
  return rows.map((row) => ({ ...row, lastStampAt: row.lastStampAt?.toISOString() ?? null }));
};
