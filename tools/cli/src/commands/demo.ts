import type { Command } from 'commander';
import { type EnvironmentId, Fault } from '@loyalty/kernel';
import type { Mode } from '@loyalty/rules';
import { type DemoTenant, demoTenants } from '@loyalty/stack';
import type { Database } from '@loyalty/storage';
import {
  type CampaignInput,
  type CampaignRecord,
  createCampaign,
  listCampaigns,
  transitionCampaign,
} from '@loyalty/tables/campaigns/management';
import { createApiKey } from '@loyalty/tables/keys';
import { createTenant, tenantExists, type TenantRecord } from '@loyalty/tables/tenants';
import { setSettings } from '@loyalty/tables/tenants/management';
import { examples, modes } from '../arguments.ts';
import { withDatabase } from '../connections.ts';
import { UsageFault } from '../failures.ts';
import { ensureKeyPair, jwtFolder } from '../jwt/key-pair.ts';
import type { CommandContext, Session } from '../session.ts';
import { makeLifecycleDefinitions } from './tenants.ts';

/** Far above the capacity of one machine, because a demo is for trials, including load tests. */
const rateLimitDefault = 1_000_000;

export const addDemoCommand = (command: Command, session: Session): void => {
  command
    .addHelpText(
      'after',
      `\nRATE_LIMIT_DEMO sets how many requests per minute a demo key may make (default: ${rateLimitDefault.toString()}).\n${examples('demo')}`,
    )
    .action(
      session.action(async (task) => {
        const limit = rateLimitOf(task);
        const tenants = await withDatabase(task, (db) => makeDemo(db, limit));
        const { publicKeyPath } = await ensureKeyPair(jwtFolder(task));
        for (const tenant of tenants) print(task, tenant);
        return { document: { tenants, jwtPublicKeyFile: publicKeyPath } };
      }),
    );
};

const rateLimitOf = ({ config }: CommandContext): number => {
  const text = config.demoRateLimit;
  if (text === undefined) return rateLimitDefault;
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new UsageFault(`RATE_LIMIT_DEMO is ${text}; it must be an integer from 1 to 999999999.`);
};

const print = (task: CommandContext, { tenantId, name, environments }: DemoReport): void => {
  task.say(`Tenant ${tenantId} «${name}»`);
  for (const { mode, key, campaigns } of environments) {
    const list = campaigns.map((campaign) => `${campaign.name} (${campaign.state})`).join(', ');
    task.say(`  ${mode}: key ${key}${list === '' ? '' : `; ${list}`}`);
  }
};

interface DemoEnvironment {
  readonly mode: Mode;
  readonly key: string;
  readonly rateLimitPerMinute: number;
  readonly campaigns: readonly Pick<CampaignRecord, 'id' | 'name' | 'state'>[];
}

export interface DemoReport {
  readonly tenantId: string;
  readonly name: string;
  readonly environments: readonly DemoEnvironment[];
}

/** They are for a first evaluate and a first redeem, and need no currency, store or segment. */
const demoCampaigns: readonly CampaignInput[] = [
  {
    name: '1 % of every basket',
    earningRule: { type: 'SPEND_PERCENTAGE', percentage: 1 },
    redemptionRule: { pointsPerRand: 10 },
  },
  { name: '5 points for every visit', earningRule: { type: 'VISIT_FIXED', points: 5 } },
  {
    name: 'A coffee for every basket from R500.00',
    earningRule: {
      type: 'SURPRISE_DELIGHT',
      rewardRules: [{ everyNth: 1, reward: { rewardType: 'FREE_ITEM', value: { description: 'A coffee' } } }],
    },
    minSpend: 50_000,
  },
];

/** A shop in South Africa, where a point is redeemed for ten cents, so that figures and warnings are right. */
const demoSettings = { pointValueCents: 10, timeZone: 'Africa/Johannesburg', phoneCountry: 'ZA' };

const [first, second] = demoTenants;

/**
 * A repeat changes only the keys' limit. It does not restore a setting that a person changed, or a campaign
 * that a person paused, renamed or archived, and a revoked key stays revoked (D6).
 */
const makeDemo = async (db: Database, rateLimitPerMinute: number): Promise<DemoReport[]> => [
  await makeTenant(db, first, { campaigns: demoCampaigns, rateLimitPerMinute }),
  await makeTenant(db, second, { campaigns: [], rateLimitPerMinute }),
];

interface DemoContent {
  readonly campaigns: readonly CampaignInput[];
  readonly rateLimitPerMinute: number;
}

const makeTenant = async (db: Database, demo: DemoTenant, content: DemoContent): Promise<DemoReport> => {
  const isNew = !(await tenantExists(db, demo.tenantId));
  const tenant = await createTenant(db, { id: demo.tenantId, name: demo.name });
  if (isNew)
    for (const environmentId of Object.values(tenant.environmentIds))
      await setSettings(db, environmentId, demoSettings);
  const environments: DemoEnvironment[] = [];
  await makeLifecycleDefinitions(db, Object.values(tenant.environmentIds));
  for (const mode of modes) environments.push(await makeEnvironment(db, { demo, tenant, mode, content }));
  return { tenantId: tenant.id, name: tenant.name, environments };
};

interface DemoPlace {
  readonly demo: DemoTenant;
  readonly tenant: TenantRecord;
  readonly mode: Mode;
  readonly content: DemoContent;
}

const makeEnvironment = async (db: Database, place: DemoPlace): Promise<DemoEnvironment> => {
  const { demo, tenant, mode, content } = place;
  const { rateLimitPerMinute } = content;
  const environmentId = tenant.environmentIds[mode];
  const key = mode === 'live' ? demo.liveKey : demo.testKey;
  const created = await createApiKey(db, environmentId, { name: 'demo', fixedKey: key, rateLimitPerMinute });
  if (created.outcome === 'refused') {
    throw new Fault(
      'DEMO_KEY_REFUSED',
      `The key ${key} cannot be created (${created.reason}): start afresh with «npm start -- --fresh».`,
    );
  }
  const campaigns = await makeCampaigns(db, environmentId, content.campaigns);
  return {
    mode,
    key,
    rateLimitPerMinute,
    campaigns: campaigns.map(({ id, name, state }) => ({ id, name, state })),
  };
};

const campaignsMax = 200;

const makeCampaigns = async (
  db: Database,
  environmentId: EnvironmentId,
  inputs: readonly CampaignInput[],
): Promise<CampaignRecord[]> => {
  const { rows: present } = await listCampaigns(db, { environmentId, limit: campaignsMax });
  const isUntouched = present.every(({ name }) => inputs.some((input) => input.name === name));
  const campaigns: CampaignRecord[] = [];
  for (const input of inputs) {
    const found = present.find(({ name }) => name === input.name);
    if (found !== undefined) campaigns.push(await activated(db, environmentId, found));
    else if (isUntouched)
      campaigns.push(await activated(db, environmentId, await made(db, environmentId, input)));
  }
  return campaigns;
};

const made = async (
  db: Database,
  environmentId: EnvironmentId,
  input: CampaignInput,
): Promise<CampaignRecord> => {
  const result = await createCampaign(db, environmentId, input);
  if (result.outcome === 'created') return result.record;
  throw new Fault('DEMO_CAMPAIGN_REFUSED', `«${input.name}» was refused: ${JSON.stringify(result)}.`);
};

/** A killed run may leave a DRAFT behind, which is activated; a person has chosen any other state. */
const activated = async (
  db: Database,
  environmentId: EnvironmentId,
  campaign: CampaignRecord,
): Promise<CampaignRecord> => {
  if (campaign.state !== 'DRAFT') return campaign;
  const step = { campaignId: campaign.id, action: 'activate' } as const;
  const result = await transitionCampaign(db, environmentId, step);
  if (result.outcome === 'changed' || result.outcome === 'unchanged') return result.record;
  throw new Fault('DEMO_CAMPAIGN_REFUSED', `«${campaign.name}» was not activated: ${result.outcome}.`);
};
