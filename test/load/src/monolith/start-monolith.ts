import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort, type LocalStack, spawnTied } from '@loyalty/stack';
import type { Database } from '@loyalty/storage';
import { migrate } from '@loyalty/storage/migrate';
import { storageMigrations } from '@loyalty/storage/migrations';
import { createCampaign, transitionCampaign } from '@loyalty/tables/campaigns/management';
import { createApiKey } from '@loyalty/tables/keys';
import { tableMigrations } from '@loyalty/tables/migrations';
import { createTenant } from '@loyalty/tables/tenants';
import { withDatabase } from '@loyalty/testkit/database';
import { benchCampaigns, type Contender } from '../contender.ts';

/** The settings of the monolith; the defaults are the best of those tried on two cores. */
export interface MonolithPlan {
  readonly poolMax: number;
  readonly workers: number;
}

export interface RunningMonolith extends Contender {
  stop(): Promise<void>;
}

const databaseName = 'bench_monolith';

/** Returns the URL of its database, in the stack's Postgres, so that all settings are the same. */
export const monolithDatabaseUrl = (stack: LocalStack): string => {
  const url = new URL(stack.databaseUrl);
  url.pathname = `/${databaseName}`;
  return url.toString();
};

/** Creates the monolith's database if it is missing and a new tenant in it, then starts the monolith. */
export const startMonolith = async (stack: LocalStack, plan: MonolithPlan): Promise<RunningMonolith> => {
  const databaseUrl = monolithDatabaseUrl(stack);
  await makeDatabase(stack.databaseUrl, databaseUrl);
  const opened = await withDatabase(databaseUrl, openTenant);
  const port = await freePort();
  const child = spawnTied({
    command: process.execPath,
    args: [
      fileURLToPath(new URL('./main.js', import.meta.url)),
      '--database',
      databaseUrl,
      '--port',
      port.toString(),
      '--pool',
      plan.poolMax.toString(),
      '--workers',
      plan.workers.toString(),
    ],
    env: {},
  });
  const url = `http://127.0.0.1:${port.toString()}/v1/tenants/${opened.tenantId}/transactions`;
  const urls = { evaluate: `${url}/evaluate`, redeem: `${url}/redeem` };
  await untilResponds(urls.evaluate);
  return {
    ...opened,
    name: 'monolith',
    urls,
    databaseUrl,
    processes: () => ({ monolith: child.pid ?? 0, postgres: stack.parts['postgres']?.pid ?? 0 }),
    stop: () => child.stop(),
  };
};

const makeDatabase = async (serverUrl: string, databaseUrl: string): Promise<void> => {
  await withDatabase(serverUrl, async (db) => {
    const found = await db.query('SELECT FROM pg_database WHERE datname = $1', [databaseName]);
    if (found.length === 0) await db.query(`CREATE DATABASE ${databaseName}`);
  });
  await migrate(databaseUrl, [...storageMigrations, ...tableMigrations]);
};

const openTenant = async (db: Database): Promise<Pick<Contender, 'tenantId' | 'environmentId' | 'key'>> => {
  const tenant = await createTenant(db, { name: 'Bench' });
  const environmentId = tenant.environmentIds.live;
  for (const campaign of benchCampaigns) {
    const made = await createCampaign(db, environmentId, campaign);
    if (made.outcome !== 'created') throw new Error(`the campaign ${campaign.name} is invalid`);
    await transitionCampaign(db, environmentId, { campaignId: made.record.id, action: 'activate' });
  }
  const made = await createApiKey(db, environmentId, { name: 'bench' });
  if (made.outcome !== 'created') throw new Error(`no key: ${made.reason}`);
  return { tenantId: tenant.id, environmentId, key: made.keyText };
};

const untilResponds = async (url: string): Promise<void> => {
  for (let tries = 0; tries < 100; tries += 1) {
    const answer = await fetch(url, { method: 'POST' }).catch(() => null);
    if (answer?.status === 401) return;
    await pause(100);
  }
  throw new Error(`the monolith does not answer at ${url}`);
};
