import type { EnvironmentId } from '@loyalty/kernel';
import type { Campaign, Snapshot } from '@loyalty/rules';
import type { Database, Queryable, Statement } from '@loyalty/storage';
import { campaignColumns, type CampaignRow } from '../campaigns/campaign-record.ts';

/**
 * The whole configuration of an environment with the version it stands at, read in one consistent picture; null when
 * there is no such environment (a message that names one must not stop an engine).
 */
export const loadSnapshot = (db: Database, environmentId: EnvironmentId): Promise<Snapshot | null> =>
  db.readConsistently(async (tx) => {
    const environment = await readEnvironment(tx, environmentId);
    if (environment === undefined) return null;
    const rows = await tx.query<CampaignRow>(campaignsStatement, [environmentId]);
    return { environmentId, ...environment, campaigns: rows.map(campaignOf), segmentIds: new Set() };
  });

type EnvironmentRow = Pick<Snapshot, 'tenantId' | 'mode' | 'version' | 'secret'>;

const environmentStatement: Statement = {
  name: 'snapshot-environment',
  text: `SELECT tenant_id AS "tenantId", mode, config_version AS version, secret
           FROM environments WHERE id = $1`,
};

const readEnvironment = async (
  tx: Queryable,
  environmentId: EnvironmentId,
): Promise<EnvironmentRow | undefined> =>
  (await tx.query<EnvironmentRow>(environmentStatement, [environmentId]))[0];

/** ACTIVE ones in the order of their activation (D26), then the others by age. */
const campaignsStatement: Statement = {
  name: 'snapshot-campaigns',
  text: `SELECT ${campaignColumns}
           FROM campaigns c
          WHERE c.environment_id = $1 AND c.state <> 'ARCHIVED'
          ORDER BY c.state = 'ACTIVE' DESC,
                   CASE WHEN c.state = 'ACTIVE' THEN c.activation_seq END,
                   c.created_at, c.id`,
};

const campaignOf = (row: CampaignRow): Campaign => ({
  id: row.id,
  name: row.name,
  state: row.state,
  earningRule: row.earningRule,
  redemptionRule: row.redemptionRule,
  targetSegmentIds: row.targetSegmentIds,
  storeIds: row.storeIds,
  startAtMs: row.startDate?.getTime() ?? null,
  endAtMs: row.endDate?.getTime() ?? null,
  minSpendCents: row.minSpend,
  maxBudgetCents: row.maxBudgetCents,
  currency: row.currency,
});
