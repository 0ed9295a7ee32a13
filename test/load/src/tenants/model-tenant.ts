import { setTimeout as pause } from 'node:timers/promises';
import { printLine, type LocalStack } from '@loyalty/stack';
import { onlyRow, type Database } from '@loyalty/storage';
import { askOurs } from '../ask-ours.ts';
import { mixedCampaigns, type Contender } from '../contender.ts';
import { openOurTenant } from '../our-service.ts';

const campaigns = 10;
const segments = { dynamic: 5, fixed: 15 } as const;

/**
 * Creates the tenant that the others are copies of, by the API: 20 segments, of which five are dynamic and refreshed, and ten active
 * campaigns, of which the last is for members of a segment. Its daily jobs are done, and those of its copies are then done too.
 */
export const openModelTenant = async (stack: LocalStack, db: Database): Promise<Contender> => {
  const tenant = await openOurTenant(stack, []);
  const [target] = await createSegments(tenant);
  for (const [place, campaign] of mixedCampaigns.slice(0, campaigns).entries())
    await activate(tenant, place + 1 < campaigns ? campaign : { ...campaign, targetSegmentIds: [target] });
  await untilRefreshed(db, tenant);
  await untilJobsSeen();
  return tenant;
};

const createSegments = async (tenant: Contender): Promise<string[]> => {
  const ids: string[] = [];
  for (const segment of [...fixedSegments(), ...dynamicSegments()])
    ids.push((await askOurs<{ id: string }>(tenant, 'POST /segments', segment)).id);
  return ids;
};

const fixedSegments = (): object[] =>
  Array.from({ length: segments.fixed }, (_, n) => ({ name: `Fixed ${n.toString()}`, type: 'STATIC' }));

const dynamicSegments = (): object[] =>
  Array.from({ length: segments.dynamic }, (_, n) => ({
    name: `Bought ${(n + 1).toString()} times`,
    type: 'DYNAMIC',
    rules: { operator: 'AND', conditions: [{ field: 'txn_count_30d', op: 'gte', value: n + 1 }] },
  }));

const activate = async (tenant: Contender, campaign: object): Promise<void> => {
  const { id } = await askOurs<{ id: string }>(tenant, 'POST /campaigns', campaign);
  await askOurs(tenant, `POST /campaigns/${id}/activate`);
};

/** Jobs find a new environment within a minute, and do for it what was due today. */
const jobsSeeMs = 75_000;

const untilJobsSeen = async (): Promise<void> => {
  printLine('  waiting until the jobs have seen the first tenant');
  await pause(jobsSeeMs);
};

const patienceMs = 30_000;

const untilRefreshed = async (db: Database, { environmentId }: Contender): Promise<void> => {
  const sql = 'SELECT count(*) AS left FROM segment_states WHERE environment_id = $1 AND wanted > done';
  const untilMs = performance.now() + patienceMs;
  while (onlyRow(await db.query<{ left: number }>(sql, [environmentId]), 'a count').left > 0) {
    if (performance.now() > untilMs) throw new Error('the segments of the model were not refreshed');
    await pause(200);
  }
};
