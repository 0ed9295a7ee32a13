import type { EnvironmentId } from '@loyalty/kernel';
import { rulesVersionOf } from '@loyalty/rules';
import { memberLimitsOf, sizeOfAim } from '@loyalty/rules/campaigns';
import { onlyRow, type Queryable, type Statement, type Transaction } from '@loyalty/storage';
import { readOldestRulesVersion } from '@loyalty/storage/processes';
import {
  configurationLimits,
  limitExceeded,
  type LimitExceeded,
} from '../configuration/write-configuration.ts';
import type { CampaignContent } from './campaigns.ts';

const bytesOf = (values: readonly string[]): string =>
  values.map((value) => `COALESCE(octet_length(to_json(${value})::text), 0)`).join(' + ');

/** Counts only the fields that engines load and that may be large. */
const stored = bytesOf([
  'earning_rule',
  'redemption_rule',
  'target_segment_ids',
  'store_ids',
  'conditions',
  'earn_on',
  'limits',
]);
const given = bytesOf([
  '$3::jsonb',
  '$4::jsonb',
  '$5::uuid[]',
  '$6::text[]',
  '$7::jsonb',
  '$8::jsonb',
  '$9::jsonb',
]);

const bytesStatement: Statement = {
  name: 'limit-campaign-bytes',
  text: `SELECT ${given} AS after,
                COALESCE(sum(bytes) FILTER (WHERE id = $2), 0)::bigint AS before,
                COALESCE(sum(bytes) FILTER (WHERE id <> $2), 0)::bigint AS others
           FROM (SELECT id, ${stored} AS bytes
                   FROM campaigns WHERE environment_id = $1 AND state <> 'ARCHIVED') AS c`,
};

/** SQL: the size of an environment's campaigns. The parameter `$1` is the environment. */
export const campaignBytesText = `
  SELECT COALESCE(sum(${stored}), 0)::bigint FROM campaigns WHERE environment_id = $1 AND state <> 'ARCHIVED'`;

interface Bytes {
  readonly after: number;
  /** 0 for a campaign that does not exist yet. */
  readonly before: number;
  readonly others: number;
}

/**
 * Checks the size of an environment's campaigns. The result is valid until a `growingWrite` ends (D74). A
 * change that makes a campaign smaller exceeds nothing.
 */
export const findBytesExceeded = async (
  tx: Transaction,
  environmentId: EnvironmentId,
  { id, content }: { readonly id: string; readonly content: CampaignContent },
): Promise<LimitExceeded | null> => {
  const { earningRule, redemptionRule, targetSegmentIds, storeIds, conditions, earnOn, limits } = content;
  const values = [
    environmentId,
    id,
    JSON.stringify(earningRule),
    redemptionRule === null ? null : JSON.stringify(redemptionRule),
    targetSegmentIds,
    storeIds,
    conditions === null ? null : JSON.stringify(conditions),
    earnOn === null ? null : JSON.stringify(earnOn),
    limits === null ? null : JSON.stringify(limits),
  ];
  const { after, before, others } = onlyRow(await tx.query<Bytes>(bytesStatement, values), 'sums of bytes');
  const passes = after > before && others + after > configurationLimits.campaignBytes;
  return passes ? limitExceeded('campaignBytes') : null;
};

const lengthOf = (list: string): string =>
  `CASE jsonb_typeof(${list}) WHEN 'array' THEN jsonb_array_length(${list}) ELSE 0 END`;

const listed = [
  lengthOf(`earning_rule->'skus'`),
  lengthOf(`earning_rule->'categories'`),
  'cardinality(store_ids)',
  'listed_values',
].join(' + ');

type Sum = 'listedValues' | 'campaignComparisons' | 'lineComparisons' | 'memberLimits';

/** Each is the SQL for one campaign. */
const summed: Readonly<Record<Sum, string>> = {
  listedValues: listed,
  campaignComparisons: 'comparisons',
  lineComparisons: 'line_comparisons',
  memberLimits: `(SELECT count(DISTINCT l->>'period') FROM jsonb_array_elements(limits) l WHERE l->>'per' = 'MEMBER')`,
};

const sumStatement = (name: string, of: Sum): Statement => ({
  name,
  text: `SELECT COALESCE(sum(summed) FILTER (WHERE id = $2), 0)::bigint AS before,
                COALESCE(sum(summed) FILTER (WHERE id <> $2), 0)::bigint AS others
           FROM (SELECT id, ${summed[of]} AS summed
                   FROM campaigns WHERE environment_id = $1 AND state = 'ACTIVE') AS c`,
});

const sumStatements: Readonly<Record<Sum, Statement>> = {
  listedValues: sumStatement('limit-listed-values', 'listedValues'),
  campaignComparisons: sumStatement('limit-campaign-comparisons', 'campaignComparisons'),
  lineComparisons: sumStatement('limit-line-comparisons', 'lineComparisons'),
  memberLimits: sumStatement('limit-member-limits', 'memberLimits'),
};

/** Returns SQL with the parameters of {@link campaignBytesText}. */
export const activeSumText = (of: Sum): string => `
  SELECT COALESCE(sum(${summed[of]}), 0)::bigint FROM campaigns WHERE environment_id = $1 AND state = 'ACTIVE'`;

interface Summed {
  /** 0 for a campaign that is not ACTIVE yet. */
  readonly before: number;
  readonly others: number;
}

interface SummedCampaign {
  readonly of: Sum;
  readonly id: string;
  readonly content: Pick<CampaignContent, 'earningRule' | 'storeIds' | 'conditions' | 'earnOn' | 'limits'>;
}

/**
 * Checks as {@link findBytesExceeded} does, for ACTIVE campaigns and this one, which may be about to be
 * ACTIVE.
 */
export const findSumExceeded = async (
  tx: Transaction,
  environmentId: EnvironmentId,
  { of, id, content }: SummedCampaign,
): Promise<LimitExceeded | null> => {
  const after = sumsOf[of](content);
  if (after === 0) return null;
  const rows = await tx.query<Summed>(sumStatements[of], [environmentId, id]);
  const { before, others } = onlyRow(rows, 'sums of campaigns');
  return after > before && others + after > configurationLimits[of] ? limitExceeded(of) : null;
};

const listedBy = (content: SummedCampaign['content']): number => {
  const { earningRule, storeIds } = content;
  const listed = storeIds.length + sizeOfAim(content).values;
  if (earningRule.type !== 'PRODUCT_PURCHASE') return listed;
  return listed + (earningRule.skus?.length ?? 0) + (earningRule.categories?.length ?? 0);
};

/** The sums are of the content as it will be stored. */
const sumsOf: Readonly<Record<Sum, (content: SummedCampaign['content']) => number>> = {
  listedValues: listedBy,
  campaignComparisons: (content) => sizeOfAim(content).comparisons,
  lineComparisons: (content) => sizeOfAim(content).lineComparisons,
  memberLimits: ({ limits }) => memberLimitsOf(limits),
};

/** A process that runs now would not know how to decide by the rule (D105): 409 NOT_YET_AVAILABLE. */
export interface NotYetAvailable {
  readonly outcome: 'not-yet-available';
  readonly needs: number;
  readonly known: number;
}

/** Returns null if every running process knows the rules. */
export const findUnknownRules = async (
  db: Queryable,
  campaign: CampaignContent,
): Promise<NotYetAvailable | null> => {
  const needs = rulesVersionOf(campaign);
  const known = await readOldestRulesVersion(db);
  return known === null || known >= needs ? null : { outcome: 'not-yet-available', needs, known };
};
