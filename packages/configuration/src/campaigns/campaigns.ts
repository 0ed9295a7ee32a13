import { isUuid, type CampaignId, type EnvironmentId } from '@loyalty/kernel';
import type { CampaignState } from '@loyalty/rules';
import {
  pageNewestFirst,
  runBuilt,
  sql,
  type NewestFirstPage,
  type Queryable,
  type Transaction,
} from '@loyalty/storage';
import { lockBudgets } from '../budgets/budgets.ts';
import {
  campaignColumns,
  campaignRecordOf,
  type CampaignRecord,
  type CampaignRow,
} from './campaign-record.ts';

/** Returns the campaign, or null when the environment has none with this id. A text that is no UUID is null too (D2). */
export const findCampaign = async (
  db: Queryable,
  environmentId: EnvironmentId,
  campaignId: string,
): Promise<CampaignRecord | null> => {
  if (!isUuid(campaignId)) return null;
  const [row] = await db.query<CampaignRow>(
    `SELECT ${campaignColumns} FROM campaigns c WHERE c.environment_id = $1 AND c.id = $2`,
    [environmentId, campaignId],
  );
  return row === undefined ? null : campaignRecordOf(row);
};

/** Returns the names of these campaigns, including archived ones. */
export const readCampaignNames = async (
  db: Queryable,
  environmentId: EnvironmentId,
  campaignIds: readonly CampaignId[],
): Promise<ReadonlyMap<CampaignId, string>> => {
  const rows = await db.query<{ id: CampaignId; name: string }>(
    'SELECT id, name FROM campaigns WHERE environment_id = $1 AND id = ANY ($2::uuid[])',
    [environmentId, campaignIds],
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
};

/**
 * Returns the campaign with its budget and its row locked until the transaction ends, in the one lock order. The lock is its own
 * statement: one that also reads would return other tables' rows from before the lock was granted.
 */
export const lockCampaign = async (
  tx: Transaction,
  environmentId: EnvironmentId,
  campaignId: string,
): Promise<CampaignRecord | null> => {
  if (!isUuid(campaignId)) return null;
  await lockBudgets(tx, [{ environmentId, campaignId: campaignId as CampaignId }]);
  await tx.query('SELECT id FROM campaigns WHERE environment_id = $1 AND id = $2 FOR NO KEY UPDATE', [
    environmentId,
    campaignId,
  ]);
  return findCampaign(tx, environmentId, campaignId);
};

export interface CampaignPage extends NewestFirstPage {
  readonly state?: CampaignState;
  readonly limit: number;
}

/** Lists at most `limit` campaigns of an environment, newest first by (createdAt, id) (D11). */
export const listCampaigns = async (
  db: Queryable,
  environmentId: EnvironmentId,
  { state, ...page }: CampaignPage,
): Promise<CampaignRecord[]> => {
  const query = sql('campaigns as c')
    .select(sql.raw(campaignColumns))
    .where('c.environment_id', environmentId);
  if (state !== undefined) void query.where('c.state', state);
  void pageNewestFirst(query, 'c', page);
  return (await runBuilt<CampaignRow>(db, query)).map(campaignRecordOf);
};
