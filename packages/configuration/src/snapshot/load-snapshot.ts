import type { EnvironmentId, SegmentId } from '@loyalty/kernel';
import { exclusiveFromOf, rulesVersion, type Campaign, type Closed, type Snapshot } from '@loyalty/rules';
import type { Database, Queryable, Statement } from '@loyalty/storage';
import { campaignColumns, type CampaignRow } from '../campaigns/campaign-record.ts';
import { readActiveEventDefinitions } from '../event-definitions/event-definitions.ts';
import { readSettings, type SettingsDocument } from '../settings/settings-catalogue.ts';
import { readSnapshotTiers } from './read-snapshot-tiers.ts';

/**
 * Loads the whole configuration of an environment with its version, in one consistent read. Returns null when there is no such
 * environment, because a message that names one must not stop an engine.
 */
export const loadSnapshot = (db: Database, environmentId: EnvironmentId): Promise<Snapshot | null> =>
  db.readConsistently(async (tx) => {
    const environment = await readEnvironment(tx, environmentId);
    if (environment === undefined) return null;
    // Campaigns of a newer release may be of a form that this one cannot even read.
    const rows =
      environment.unknownRules === undefined
        ? await tx.query<CampaignRow>(campaignsStatement, [environmentId])
        : [];
    const tiers = await readSnapshotTiers(tx, environmentId);
    return {
      environmentId,
      ...environment,
      campaigns: rows.map(campaignOf),
      tiers,
      segmentIds: await readSegmentIds(tx, environmentId),
      eventDefinitions: await readActiveEventDefinitions(tx, environmentId),
      exclusiveFrom: exclusiveFromOf(tiers),
    };
  });

type EnvironmentRow = Pick<
  Snapshot,
  'tenantId' | 'mode' | 'version' | 'secret' | 'closed' | 'unknownRules' | SettingName
>;

/** The columns of {@link environmentStatement}. */
interface StoredEnvironment extends Pick<EnvironmentRow, 'tenantId' | 'mode' | 'version' | 'secret'> {
  readonly settings: SettingsDocument;
  readonly closed: Closed | null;
  /** The rules that its ACTIVE campaigns need; null without one. */
  readonly needsRules: number | null;
}
type SettingName = 'pointValueCents' | 'pointsExpiry';

const environmentStatement: Statement = {
  name: 'snapshot-environment',
  text: `SELECT tenant_id AS "tenantId", mode, config_version AS version, secret, settings, closed,
                (SELECT max(rules_version) FROM campaigns c
                  WHERE c.environment_id = $1 AND c.state = 'ACTIVE') AS "needsRules"
           FROM environments WHERE id = $1`,
};

const readEnvironment = async (
  tx: Queryable,
  environmentId: EnvironmentId,
): Promise<EnvironmentRow | undefined> => {
  const [row] = await tx.query<StoredEnvironment>(environmentStatement, [environmentId]);
  if (row === undefined) return undefined;
  const { settings, closed, needsRules, ...environment } = row;
  const { pointValueCents, pointsExpiry } = readSettings(settings);
  return {
    ...environment,
    pointValueCents,
    pointsExpiry,
    ...(closed === null ? null : { closed }),
    ...(needsRules !== null && needsRules > rulesVersion && { unknownRules: needsRules }),
  };
};

const segmentsStatement: Statement = {
  name: 'snapshot-segments',
  text: 'SELECT id FROM segments WHERE environment_id = $1',
};

const readSegmentIds = async (tx: Queryable, environmentId: EnvironmentId): Promise<Set<SegmentId>> => {
  const rows = await tx.query<{ id: SegmentId }>(segmentsStatement, [environmentId]);
  return new Set(rows.map(({ id }) => id));
};

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
