import { awaitAll, type EnvironmentId } from '@loyalty/kernel';
import { onlyRow, type Queryable, type Statement } from '@loyalty/storage';
import { activeSumText, campaignBytesText } from '../campaigns/campaign-limits.ts';
import { countComparisons } from '../segments/change-segment.ts';
import { isCountedKey } from '../tenants/key-state.ts';
import { configurationCounts, type LimitedConfiguration } from './write-configuration.ts';

/** An environment and how much it uses of everything that D74 and D215 limit. */
export interface EnvironmentUse {
  readonly tenantName: string;
  /** The topic of the environment; null if it has none of its own. */
  readonly streamTopic: string | null;
  /** The topic of the environment's stream out; null if it has none or if it has ended. */
  readonly streamOutTopic: string | null;
  readonly used: Readonly<Record<LimitedConfiguration | 'apiKeys', number>>;
}

type Counted = Exclude<LimitedConfiguration, 'dynamicSegments' | 'segmentComparisons'> | 'apiKeys';

const countTexts: Readonly<Record<Counted, string>> = {
  activeCampaigns: configurationCounts.activeCampaigns.text,
  campaigns: configurationCounts.campaigns.text,
  campaignBytes: campaignBytesText,
  listedValues: activeSumText('listedValues'),
  campaignComparisons: activeSumText('campaignComparisons'),
  lineComparisons: activeSumText('lineComparisons'),
  memberLimits: activeSumText('memberLimits'),
  tiers: configurationCounts.tiers.text,
  segments: configurationCounts.segments.text,
  eventDefinitions: configurationCounts.eventDefinitions.text,
  webhooks: configurationCounts.webhooks.text,
  rewardProviders: configurationCounts.rewardProviders.text,
  codes: 'SELECT COALESCE(sum(remaining), 0)::bigint FROM code_pools WHERE environment_id = $1',
  apiKeys: `SELECT count(*) FROM api_keys k WHERE k.environment_id = $1 AND ${isCountedKey('k')}`,
};

/** Each part reads what the limit bounds, and archived campaigns and definitions. */
const useStatement: Statement = {
  name: 'environment-use',
  text: `SELECT (SELECT t.name FROM tenants t WHERE t.id = e.tenant_id) AS "tenantName",
                (SELECT s.topic FROM tenant_streams s WHERE s.environment_id = e.id) AS "streamTopic",
                (SELECT s.topic FROM stream_outs s
                  WHERE s.environment_id = e.id AND s.state <> 'ENDED') AS "streamOutTopic",
                ${Object.entries(countTexts)
                  .map(([of, text]) => `(${text}) AS "${of}"`)
                  .join(', ')}
           FROM environments e WHERE e.id = $1`,
};

const rulesStatement: Statement = {
  name: 'environment-use-rules',
  text: `SELECT rules FROM segments WHERE environment_id = $1 AND type = 'DYNAMIC'`,
};

type UseRow = Pick<EnvironmentUse, 'tenantName' | 'streamTopic' | 'streamOutTopic'> &
  Readonly<Record<Counted, number>>;

/**
 * Reads the use of each environment. It takes a few milliseconds, and up to a hundred with 8 MiB of
 * campaigns, which are read for their size.
 */
export const readEnvironmentUse = async (
  db: Queryable,
  environmentId: EnvironmentId,
): Promise<EnvironmentUse> => {
  const [rows, dynamic] = await awaitAll([
    db.query<UseRow>(useStatement, [environmentId]),
    db.query<{ rules: unknown }>(rulesStatement, [environmentId]),
  ]);
  const { tenantName, streamTopic, streamOutTopic, ...counted } = onlyRow(rows, 'environments');
  const segmentComparisons = dynamic.reduce((sum, { rules }) => sum + countComparisons(rules), 0);
  return {
    tenantName,
    streamTopic,
    streamOutTopic,
    used: { ...counted, dynamicSegments: dynamic.length, segmentComparisons },
  };
};
