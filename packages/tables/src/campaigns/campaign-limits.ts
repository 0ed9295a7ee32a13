import type { EnvironmentId } from '@loyalty/kernel';
import { onlyRow, type Statement, type Transaction } from '@loyalty/storage';
import type { CampaignContent } from '../campaigns/campaign-record.ts';
import { configurationLimits, limitExceeded, type LimitExceeded } from './configuration-limits.ts';

/** SQL of the bytes of some values as JSON, as Postgres writes it. */
const bytesOf = (values: readonly string[]): string =>
  values.map((value) => `COALESCE(octet_length(to_json(${value})::text), 0)`).join(' + ');

/** Only the fields count that engines load and that may be large. */
const stored = bytesOf(['earning_rule', 'redemption_rule', 'target_segment_ids', 'store_ids']);
const given = bytesOf(['$3::jsonb', '$4::jsonb', '$5::uuid[]', '$6::text[]']);

const statement: Statement = {
  name: 'limit-campaign-bytes',
  text: `SELECT ${given} AS after,
                COALESCE(sum(bytes) FILTER (WHERE id = $2), 0)::bigint AS before,
                COALESCE(sum(bytes) FILTER (WHERE id <> $2), 0)::bigint AS others
           FROM (SELECT id, ${stored} AS bytes
                   FROM campaigns WHERE environment_id = $1 AND state <> 'ARCHIVED') AS c`,
};

interface Bytes {
  readonly after: number;
  /** 0 for a campaign that does not exist yet. */
  readonly before: number;
  readonly others: number;
}

/**
 * Returns the limit that the environment's campaigns would exceed with this content of one of them, or null (D74). A change that
 * makes a campaign smaller exceeds nothing. The result holds until the end of a `growingWrite`.
 */
export const findBytesExceeded = async (
  tx: Transaction,
  environmentId: EnvironmentId,
  { id, content }: { readonly id: string; readonly content: CampaignContent },
): Promise<LimitExceeded | null> => {
  const { earningRule, redemptionRule, targetSegmentIds, storeIds } = content;
  const values = [
    environmentId,
    id,
    JSON.stringify(earningRule),
    redemptionRule === null ? null : JSON.stringify(redemptionRule),
    targetSegmentIds,
    storeIds,
  ];
  const { after, before, others } = onlyRow(await tx.query<Bytes>(statement, values), 'sums of bytes');
  const passes = after > before && others + after > configurationLimits.campaignBytes;
  return passes ? limitExceeded('campaignBytes') : null;
};
