import { setTimeout as pause } from 'node:timers/promises';
import { readLocalStack } from '@loyalty/stack';
import { onlyRow } from '@loyalty/storage';
import { withDatabase } from '@loyalty/testkit/database';
import type { Contender } from '../contender.ts';
import { askOurs } from '../ask-ours.ts';
import { openOurTenant } from '../our-service.ts';
import { residentMb } from '../resident-mb.ts';
import type { BenchRun } from './bench-run.ts';
import { endsOfFacts } from './ends-of-facts.ts';
import { fundClimbers } from './fund-climbers.ts';

const membersMax = 1_000_000;
const kills = 10;

/** The response of `GET /tiers/retiering`. */
interface Retiering {
  readonly state: 'IDLE' | 'QUEUED' | 'RUNNING';
  readonly scanned: number;
  readonly changed: number;
}

/** Measures a new tier that every member of a tenant enters, while the tier service is killed ten times. */
export const measureTiers = async (run: BenchRun): Promise<void> => {
  const members = Math.min(membersMax, run.options.members);
  run.say(`Re-tiering ${members.toLocaleString('en-US')} members, with ${kills.toString()} kills on the way`);
  const tenant = await openOurTenant(run.stack, []);
  await withDatabase(run.stack.databaseUrl, (db) => fundClimbers(db, tenant.environmentId, members));
  const factsBefore = await countFacts(run);
  const beganMs = performance.now();
  await askOurs(tenant, 'POST /tiers', { name: 'Silver', minLifetimePoints: 100 });
  const mostMb = await killOnTheWay(tenant, members);
  const perSecond = (members / (performance.now() - beganMs)) * 1_000;
  await expectWhole(run, tenant, members);
  const facts = (await untilPublished(run, factsBefore + members)) - factsBefore;
  run.figures.add('engine', { title: 'members re-tiered', unit: '/s' }, perSecond);
  const words = `${facts.toString()} facts of ${members.toString()} changes, at most ${mostMb.toFixed(0)} MB`;
  run.figures.note(`Re-tiering with ${kills.toString()} kills: every member once, ${words}.`);
  run.say(`  ${Math.round(perSecond).toString()} members/s; ${words}`);
};

/** Kills the service repeatedly until the re-tiering ends. Returns the service's maximum memory, in MB. */
const killOnTheWay = async (tenant: Contender, members: number): Promise<number> => {
  let killed = 0;
  let mostMb = 0;
  for (;;) {
    const { state, scanned } = await askOurs<Retiering>(tenant, 'GET /tiers/retiering');
    if (killed >= kills && state === 'IDLE') return mostMb;
    mostMb = Math.max(mostMb, residentMb(tierService() ?? 0));
    if (killed < kills && scanned > (members * (killed + 1)) / (kills + 2) && kill()) killed += 1;
    await pause(200);
  }
};

/** Returns the process id of the tier service; null while the stack restarts it. */
const tierService = (): number | null => readLocalStack().services['tier-service']?.pid ?? null;

const kill = (): boolean => {
  const pid = tierService();
  return pid !== null && process.kill(pid, 'SIGKILL');
};

const expectWhole = async (
  { stack }: BenchRun,
  { environmentId }: Contender,
  members: number,
): Promise<void> => {
  const sql = `SELECT count(*)::int AS once FROM members WHERE environment_id = $1 AND tier_id IS NOT NULL AND tier_seq = 1`;
  const { once } = await withDatabase(stack.databaseUrl, async (db) =>
    onlyRow(await db.query<{ once: number }>(sql, [environmentId]), 'a count'),
  );
  if (once !== members)
    throw new Error(`${once.toString()} members changed tier once, not ${members.toString()}`);
};

/** Waits for the facts that are still in the outbox. A fact may be published twice, and at least once. */
const untilPublished = async (run: BenchRun, expected: number): Promise<number> => {
  for (let tries = 0; tries < 120; tries += 1) {
    const count = await countFacts(run);
    if (count >= expected) return count;
    await pause(500);
  }
  throw new Error('facts are missing');
};

/** Counts the records of the facts topic. */
const countFacts = async ({ stack }: BenchRun): Promise<number> =>
  (await endsOfFacts(stack)).reduce((sum, { end }) => sum + end, 0);
