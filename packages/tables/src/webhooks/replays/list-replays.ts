import type { EnvironmentId } from '@loyalty/kernel';
import { type NewestFirstPage, pageNewestFirst, type Queryable, runBuilt, sql } from '@loyalty/storage';
import { replayColumns, replayRecordOf, type ReplayRecord, type ReplayRow } from './replay-record.ts';

/** Lists the replays of an endpoint, newest first by (createdAt, id) (D11). */
export const listReplays = async (
  db: Queryable,
  environmentId: EnvironmentId,
  { webhookId, ...page }: NewestFirstPage & { readonly webhookId: string },
): Promise<ReplayRecord[]> => {
  const query = sql('webhook_replays as r')
    .select(sql.raw(replayColumns))
    .where({ 'r.environment_id': environmentId, 'r.webhook_id': webhookId });
  void pageNewestFirst(query, 'r', page);
  return (await runBuilt<ReplayRow>(db, query)).map(replayRecordOf);
};
