import { isUuid, type CampaignId, type EnvironmentId } from '@loyalty/kernel';
import type { CampaignState } from '@loyalty/rules';
import {
  type Database,
  type Knex,
  type ListPlace,
  pageNewestFirst,
  type Queryable,
  readBoundedPage,
  sql,
  type Transaction,
} from '@loyalty/storage';
import { lockBudgets } from '../budgets/claim-budgets.ts';
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
    `SELECT ${campaignColumns} FROM campaigns r WHERE r.environment_id = $1 AND r.id = $2`,
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

/** Filters of the list; all of them must match. */
export interface CampaignQuery {
  readonly state?: CampaignState;
  readonly before?: ListPlace;
  readonly limit: number;
}

/** Some campaigns of a list, and the position of the next page: after the last row that was scanned. */
export interface CampaignPage {
  readonly campaigns: readonly CampaignRecord[];
  /** Null at the end. A page may be short, with a state even empty, before the end of the list. */
  readonly next: ListPlace | null;
}

/** The most campaigns that a search for a rare state reads for one page. D74 allows 1,000 that are not ARCHIVED. */
const lookedAtMax = 5_000;

/**
 * Lists campaigns of an environment, newest first by (createdAt, id) (D11). A page also ends with the campaign that exceeds 4 MiB:
 * archived ones have no limit in number, and each may have 256 KiB.
 */
export const listCampaigns = async (
  source: { readonly db: Database; readonly environmentId: EnvironmentId },
  query: CampaignQuery,
  lookedAt = lookedAtMax,
): Promise<CampaignPage> => {
  const { rows, next } = await readBoundedPage<CampaignRow>(source.db, {
    sorted: () => sortedCampaigns(source.environmentId, query),
    columns: campaignColumns,
    bytes: 'octet_length(concat(r.earning_rule, r.redemption_rule, r.store_ids))',
    narrowing: query.state === undefined ? [] : [['r.state = ?', [query.state]]],
    limit: query.limit,
    lookedAt,
  });
  return { campaigns: rows.map(campaignRecordOf), next };
};

/** The rows that the index finds, in its order. */
const sortedCampaigns = (
  environmentId: EnvironmentId,
  { before }: Pick<CampaignQuery, 'before'>,
): Knex.QueryBuilder =>
  pageNewestFirst(sql({ r: 'campaigns' }).where('r.environment_id', environmentId), 'r', { before });
