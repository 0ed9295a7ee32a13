import { startService } from '@loyalty/stack';
import { onlyRow } from '@loyalty/storage';
import { withDatabase } from '@loyalty/testkit/database';
import { askOurs } from '../ask-ours.ts';
import { benchCampaigns, type Contender } from '../contender.ts';
import { runLoad } from '../generator/run-load.ts';
import { openOurTenant } from '../our-service.ts';
import { processUseOf } from '../process-use.ts';
import { sampleSize } from '../stream/receipts-file.ts';
import type { BenchRun } from './bench-run.ts';
import type { Spread } from './load-job.ts';
import { streamTo } from './measure-stream.ts';
import { untilFollowed } from './until-followed.ts';
import { totalOf, usedSince, usesOf } from './uses.ts';
import { withoutFigures } from './without-figures.ts';

/** Streams under limits beside streams without, then explanations under many trees. */
export const measureLimits = async (run: BenchRun): Promise<void> => {
  run.say('Streaming receipts under limits of members');
  await streamInTurn(run, 'limits-of-members', [
    { title: 'streamed, no limit', campaigns: benchCampaigns },
    {
      title: 'streamed, one of five per member',
      campaigns: limitedCampaigns(1),
      partOf: 'streamed, no limit',
    },
    { title: 'streamed, all five per member', campaigns: limitedCampaigns(5), partOf: 'streamed, no limit' },
  ]);
  run.say('Streaming receipts under a limit of a campaign, to two engines');
  const other = await startService({ name: 'earn-engine', stack: run.stack });
  try {
    await streamInTurn(run, 'limits-of-campaigns', ofCampaign, other.pid);
  } finally {
    await other.stop();
  }
  await measureExplain(run);
};

const far = Number.MAX_SAFE_INTEGER;

const memberLimits = [
  { per: 'MEMBER', period: 'MONTH', of: 'POINTS', max: far },
  { per: 'MEMBER', period: 'WEEK', of: 'TIMES', max: far },
  { per: 'MEMBER', period: 'DAY', of: 'TIMES', max: far },
  { per: 'MEMBER', period: 'EVER', of: 'TIMES', max: far },
  { per: 'MEMBER', period: 'MONTH', of: 'TIMES', max: far },
];

/** The first ones have a limit per member that nobody reaches. */
const limitedCampaigns = (count: number): readonly object[] =>
  benchCampaigns.map((campaign, n) => (n < count ? { ...campaign, limits: [memberLimits[n]] } : campaign));

/** Five campaigns, and one that fires for every receipt, as often as `max` says; null: always. */
const withFirstOnes = (max: number | null): readonly object[] => [
  ...benchCampaigns,
  {
    name: 'The first ones',
    earningRule: { type: 'FIXED_POINTS', points: 1 },
    ...(max === null ? {} : { limits: [{ per: 'CAMPAIGN', period: 'EVER', of: 'TIMES', max }] }),
  },
];

/** A streamed tenant. It is compared with the one that `partOf` titles. */
interface Streamed {
  readonly title: string;
  readonly campaigns: readonly object[];
  readonly partOf?: string;
}

/** A campaign whose limit is full gives nothing, as if it were not there. */
const ofCampaign: readonly Streamed[] = [
  { title: 'two engines, five campaigns', campaigns: benchCampaigns },
  {
    title: 'two engines, a sixth whose limit is full',
    campaigns: withFirstOnes(1),
    partOf: 'two engines, five campaigns',
  },
  { title: 'two engines, a sixth', campaigns: withFirstOnes(null) },
  {
    title: 'two engines, a sixth with a limit far away',
    campaigns: withFirstOnes(far),
    partOf: 'two engines, a sixth',
  },
];

/** About as many as are streamed meanwhile. */
const copiesFor = ({ options }: BenchRun): number =>
  Math.ceil((options.seconds * storedPerSecond) / sampleSize);
const storedPerSecond = 4_000;

/** Per receipt; processor time, the sender's left out, wavers less than the rate of a busy machine. */
interface Measured {
  readonly perSecond: number;
  readonly cpuMicroseconds: number;
}

/**
 * Each of them in each round. The first round compiles, and fills the limit that is to be full; it does not count.
 * `otherEngine`: the process of a second one.
 */
const streamInTurn = async (
  run: BenchRun,
  label: string,
  all: readonly Streamed[],
  otherEngine?: number,
): Promise<void> => {
  const tenants = new Map<Streamed, Contender>();
  for (const one of all) tenants.set(one, await openOurTenant(run.stack, one.campaigns));
  for (let round = 0; round <= run.options.rounds; round += 1) {
    const counted = round === 0 ? withoutFigures(run) : run;
    const figures = new Map<string, Measured>();
    const inTurn = [...tenants];
    // Backwards every second time, because the machine's speed drifts.
    for (const [{ title }, { tenantId }] of round % 2 === 0 ? inTurn : inTurn.reverse()) {
      const copies = copiesFor(counted);
      const file = { label: `${label}-${round.toString()}`, copies, isRecent: true, title };
      const spent = watchSpending(run, otherEngine);
      const perSecond = await streamTo(counted, tenantId, file);
      await untilFollowed(run.stack);
      figures.set(title, { perSecond, cpuMicroseconds: (spent() * 1_000_000) / (copies * sampleSize) });
    }
    for (const { title, partOf } of all)
      if (partOf !== undefined) noteRatios(counted, figures, { title, partOf });
  }
  await checkCounted(run, tenants);
};

/** Returns what gives the seconds of processor time since. */
const watchSpending = ({ contenders: [ours] }: BenchRun, otherEngine?: number): (() => number) => {
  const ofOther = (): number => (otherEngine === undefined ? 0 : processUseOf(otherEngine).cpuSeconds);
  const [before, otherBefore] = [usesOf(ours), ofOther()];
  return () => totalOf(usedSince(before, ours)).cpuSeconds + ofOther() - otherBefore;
};

const noteRatios = (
  run: BenchRun,
  figures: ReadonlyMap<string, Measured>,
  { title, partOf }: Required<Pick<Streamed, 'title' | 'partOf'>>,
): void => {
  const [one, other] = [figures.get(title), figures.get(partOf)];
  const rate = (one?.perSecond ?? NaN) / (other?.perSecond ?? NaN);
  const cpu = (one?.cpuMicroseconds ?? NaN) / (other?.cpuMicroseconds ?? NaN);
  run.figures.add('engine', { title: `${title}: part of «${partOf}»`, unit: '×' }, rate);
  run.figures.add('engine', { title: `${title}: CPU of one to that of «${partOf}»`, unit: '×' }, cpu);
  const microseconds = one?.cpuMicroseconds.toFixed(0) ?? '?';
  run.say(
    `  ${title.padEnd(44)}${rate.toFixed(2)} × of «${partOf}», CPU of one ${microseconds} µs, ${cpu.toFixed(2)} ×`,
  );
};

const countedText = `
  SELECT (SELECT coalesce(sum(times), 0) FROM member_uses WHERE environment_id = $1)::float8
       + (SELECT coalesce(sum(times), 0) FROM campaign_uses WHERE environment_id = $1)::float8 AS times`;

/** Throws when a limit counted nothing: it would have been measured for nothing. */
const checkCounted = (run: BenchRun, tenants: ReadonlyMap<Streamed, Contender>): Promise<void> =>
  withDatabase(run.stack.databaseUrl, async (db) => {
    for (const [{ title, partOf }, { environmentId }] of tenants) {
      const rows = await db.query<{ times: number }>(countedText, [environmentId]);
      const { times } = onlyRow(rows, 'a sum');
      if (times > 0 !== (partOf !== undefined))
        throw new Error(`${title}: ${times.toString()} times were counted`);
    }
  });

const explained: Spread = { members: 20, memberPrefix: 'explained-' };
const explainsPerSecond = 10;

/** 1,000 comparisons in all, the most that there may be. A quarter of the campaigns finds its category in a basket of the load. */
const treeCampaigns = Array.from({ length: 200 }, (_, n) => ({
  name: `Tree ${n.toString()}`,
  earningRule: { type: 'SPEND_PERCENTAGE', percentage: 1 },
  conditions: {
    operator: 'AND',
    conditions: [
      { lines: { field: 'category', op: 'eq', value: `GROUP ${(n % 40).toString()}` } },
      { field: 'store_ref', op: 'neq', value: 'nowhere' },
      { field: 'attributes.channel', op: 'neq', value: 'staff' },
      { field: 'time', op: 'gte', value: '00:00' },
    ],
  },
  ...(n % 5 === 0 ? { limits: memberLimits.slice(0, 1) } : {}),
}));

/** Explains for as long as all rounds take together, because a second brings few of them. */
const measureExplain = async (run: BenchRun): Promise<void> => {
  const title = `explain at ${explainsPerSecond.toString()}/s under 200 trees`;
  run.say(title);
  const tenant = await openOurTenant(run.stack, treeCampaigns);
  for (let n = 0; n < explained.members; n += 1) {
    const ref = `${explained.memberPrefix}${n.toString()}`;
    await askOurs(tenant, 'POST /transactions/evaluate', {
      transactionRef: ref,
      memberRef: ref,
      amount: 100,
    });
  }
  const { rounds, seconds } = run.options;
  const { p50Ms, p99Ms, requests } = await runLoad({
    ...explained,
    url: tenant.urls.evaluate.replace(/\/evaluate$/, '/explain'),
    key: tenant.key,
    bodies: 'explain',
    connections: 16,
    ratePerSecond: explainsPerSecond,
    warmUpMs: (seconds * 1_000) / 3,
    measureMs: rounds * seconds * 1_000,
  });
  run.figures.add('engine', { title: `${title}: p50`, unit: 'ms' }, p50Ms);
  run.figures.add('engine', { title: `${title}: p99`, unit: 'ms' }, p99Ms);
  run.say(`  ${requests.toString()}: p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms`);
};
