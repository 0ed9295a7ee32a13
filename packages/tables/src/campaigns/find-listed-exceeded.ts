import type { EnvironmentId } from '@loyalty/kernel';
import { onlyRow, type Statement, type Transaction } from '@loyalty/storage';
import type { CampaignContent } from '../campaigns/campaign-record.ts';
import { configurationLimits, limitExceeded, type LimitExceeded } from './configuration-limits.ts';

const lengthOf = (list: string): string =>
  `CASE jsonb_typeof(${list}) WHEN 'array' THEN jsonb_array_length(${list}) ELSE 0 END`;

const listed = [
  lengthOf(`earning_rule->'skus'`),
  lengthOf(`earning_rule->'categories'`),
  'cardinality(store_ids)',
].join(' + ');

const statement: Statement = {
  name: 'limit-listed-values',
  text: `SELECT COALESCE(sum(listed) FILTER (WHERE id = $2), 0)::bigint AS before,
                COALESCE(sum(listed) FILTER (WHERE id <> $2), 0)::bigint AS others
           FROM (SELECT id, ${listed} AS listed
                   FROM campaigns WHERE environment_id = $1 AND state = 'ACTIVE') AS c`,
};

interface Listed {
  /** 0 for a campaign that is not ACTIVE yet. */
  readonly before: number;
  readonly others: number;
}

/** A campaign that is ACTIVE or about to be. */
export interface ListingCampaign {
  readonly id: string;
  readonly content: Pick<CampaignContent, 'earningRule' | 'storeIds'>;
}

/**
 * Returns the limit that the environment's ACTIVE campaigns would exceed together with this one, or null (D74). A change that makes
 * a campaign smaller exceeds nothing. The result holds until the end of a `growingWrite`.
 */
export const findListedExceeded = async (
  tx: Transaction,
  environmentId: EnvironmentId,
  { id, content }: ListingCampaign,
): Promise<LimitExceeded | null> => {
  const after = listedBy(content);
  if (after === 0) return null;
  const { before, others } = onlyRow(
    await tx.query<Listed>(statement, [environmentId, id]),
    'sums of values',
  );
  const passes = after > before && others + after > configurationLimits.listedValues;
  return passes ? limitExceeded('listedValues') : null;
};

const listedBy = ({ earningRule, storeIds }: ListingCampaign['content']): number => {
  if (earningRule.type !== 'PRODUCT_PURCHASE') return storeIds.length;
  return storeIds.length + (earningRule.skus?.length ?? 0) + (earningRule.categories?.length ?? 0);
};
