import { setTimeout as pause } from 'node:timers/promises';
import { readLocalStack } from '@loyalty/stack';
import { onlyRow } from '@loyalty/storage';
import type { Contender } from '../contender.ts';
import { askOurs } from '../ask-ours.ts';
import { openOurTenant } from '../our-service.ts';
import { residentMb } from '../resident-mb.ts';
import { withDatabase } from '../with-database.ts';
import type { BenchRun } from './bench-run.ts';
import { endsOfFacts } from './ends-of-facts.ts';
import { fundClimbers } from './fund-climbers.ts';

const membersMax = 1_000_000;
const kills = 10;

/** What `GET /tiers/retiering` says. */
interface Retiering {
  readonly state: 'IDLE' | 'QUEUED' | 'RUNNING';
  readonly scanned: number;
  readonly changed: number;
}

/** A new tier that every member of a tenant comes into, while the tier service is killed ten times. */
export const measureTiers = async (run: BenchRun): Promise<void> => {
  const members = Math.min(membersMax, run.options.members);
  run.say(`Re-tiering ${members.toLocaleString('en-US')} members, with ${kills.toString()} kills on the way`);
  const tenant = await openOurTenant(run.stack, []);
  await withDatabase(run.stack.databaseUrl, (db) => fundClimbers(db, tenant.environmentId, members));
  const toldBefore = await countFacts(run);
  const beganMs = performance.now();
  await askOurs(tenant, 'POST /tiers', { name: 'Silver', minLifetimePoints: 100 });
  const mostMb = await killOnTheWay(tenant, members);
  const perSecond = (members / (performance.now() - beganMs)) * 1_000;
  await expectWhole(run, tenant, members);
  const told = (await untilTold(run, toldBefore + members)) - toldBefore;
  run.figures.add('engine', { title: 'members re-tiered', unit: '/s' }, perSecond);
  const words = `${told.toString()} facts of ${members.toString()} changes, at most ${mostMb.toFixed(0)} MB`;
  run.figures.note(`Re-tiering with ${kills.toString()} kills: every member once, ${words}.`);
  run.say(`  ${Math.round(perSecond).toString()} members/s; ${words}`);
};

/** Answers the most memory that the service had, in MB. */
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

/** Null while it is being started again. */
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
    throw new Error(`${once.toString()} members were told of once, not ${members.toString()}`);
};

/** What the outbox still has comes within seconds; a fact may come twice, never not at all. */
const untilTold = async (run: BenchRun, expected: number): Promise<number> => {
  for (let tries = 0; tries < 120; tries += 1) {
    const count = await countFacts(run);
    if (count >= expected) return count;
    await pause(500);
  }
  throw new Error('facts are missing');
};

/** Records of the topic of facts. */
const countFacts = async ({ stack }: BenchRun): Promise<number> =>
  (await endsOfFacts(stack)).reduce((sum, { end }) => sum + end, 0);
