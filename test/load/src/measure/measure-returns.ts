import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { benchCampaigns, type Contender } from '../contender.ts';
import type { BodyKind, LoadJob, LoadResult } from '../generator/job.ts';
import { runLoad } from '../generator/run-load.ts';
import { loyaltyctl } from '../loyaltyctl.ts';
import { openOurTenant } from '../our-service.ts';
import { writeReceipts } from '../stream/receipts-file.ts';
import type { BenchRun } from './bench-run.ts';
import { besideMs, loadBeside, type BesideLoad } from './beside.ts';
import { fundMembers } from './fund-members.ts';
import type { Spread } from './load-job.ts';
import { noteUse } from './measure-phases.ts';
import { untilFollowed } from './until-followed.ts';
import { usedSince, usesOf } from './uses.ts';
import { analyse, warmUp } from './warm-up.ts';
import { withoutFigures } from './without-figures.ts';

/** The members who redeem, of whom every second one has fifty lots. */
const savers: Spread = { members: 10_000, memberPrefix: 'returner-' };
/** Their points never expire: a return looks for no lots. */
const lotless: Spread = { members: 10_000, memberPrefix: 'lotless-' };
const connections = 64;
/** A member has 20 open authorizations at most. */
const authorizationsMax = savers.members * 5;
/** So that captures end by their number: what stayed open would lapse beside a later measurement. */
const longMs = 600_000;

const paths: Readonly<Record<BodyKind, string>> = {
  evaluate: '/evaluate',
  explain: '/explain',
  redeem: '/redeem',
  authorize: '/redeem/authorize',
  capture: '/redeem/capture',
  return: '/returns',
};

/**
 * Measures returns, authorizations and captures as parts of the redeems of the same round, of the same members. Then redeems at
 * 300/s beside 200 returns/s. The monolith knows none of these.
 */
export const measureReturns = async (run: BenchRun): Promise<void> => {
  const [ours] = run.contenders;
  run.say('Giving points to those who redeem and return');
  await fundMembers(ours, savers);
  await fundMembers(ours, lotless, () => 0);
  await warmUp(run, [ours], { bodies: 'redeem', spread: savers });
  // Compiles the code of the others. It counts for nothing.
  await measureRound(withoutFigures(run));
  for (let round = 1; round <= run.options.rounds; round += 1) {
    run.say(`Round ${round.toString()} of ${run.options.rounds.toString()}`);
    await measureRound(run);
  }
  await measureRedeemsBesideReturns(run);
};

const redeemTitle = 'redeem';

const measureRound = async (run: BenchRun): Promise<void> => {
  const redeems = await measureTitled(run, redeemTitle, { bodies: 'redeem' });
  const measurePart = async (title: string, asked: Asked): Promise<LoadResult> => {
    const result = await measureTitled(run, title, asked);
    noteRatio(run, `${title}: part of redeems`, result.perSecond / redeems.perSecond);
    return result;
  };
  const refPrefix = randomUUID();
  const { requestsInAll: requestsMax } = await measurePart('authorize', {
    bodies: 'authorize',
    refPrefix,
    requestsMax: authorizationsMax,
  });
  // The table was empty until then, and autovacuum comes once a minute.
  await analyse(run.stack.databaseUrl);
  await measurePart('capture', { bodies: 'capture', refPrefix, requestsMax, measureMs: longMs });
  await measurePart('return', { bodies: 'return', ...(await makeReceipts(run, savers)) });
  await measurePart('return, of members without lots', {
    bodies: 'return',
    ...(await makeReceipts(run, lotless)),
  });
};

/** Measures the processor time of all processes, too. */
const measureTitled = async (run: BenchRun, title: string, asked: Asked): Promise<LoadResult> => {
  const [contender] = run.contenders;
  const before = usesOf(contender);
  const result = await measure(run, asked);
  const used = usedSince(before, contender);
  const { perSecond, p50Ms, p99Ms } = result;
  run.figures.add('engine', { title, unit: '/s' }, perSecond);
  run.figures.add('engine', { title: `${title}: p99`, unit: 'ms' }, p99Ms);
  run.say(
    `  ${title.padEnd(33)}${perSecond.toString().padStart(6)}/s, p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms`,
  );
  noteUse(run, { title }, { contender, result, used });
  // What follows from it would be charged to the next.
  await untilFollowed(run.stack);
  return result;
};

/** Receipts of one measurement, each of which comes back once. */
const makeReceipts = async (
  run: BenchRun,
  spread: Spread,
  requestsMax?: number,
): Promise<Required<Pick<LoadJob, 'refPrefix' | 'requestsMax'>>> => {
  const refPrefix = randomUUID();
  const bought = await measure(run, {
    bodies: 'evaluate',
    refPrefix,
    spread,
    ...(requestsMax === undefined ? {} : { requestsMax }),
  });
  await untilFollowed(run.stack);
  return { refPrefix, requestsMax: bought.requestsInAll };
};

interface Asked extends Pick<LoadJob, 'bodies' | 'refPrefix' | 'requestsMax'> {
  readonly spread?: Spread;
  readonly measureMs?: number;
  /** Null, which is the default: a closed loop. */
  readonly ratePerSecond?: number | null;
}

const measure = (run: BenchRun, { bodies, spread = savers, ...asked }: Asked): Promise<LoadResult> => {
  const [{ urls, key }] = run.contenders;
  const { seconds } = run.options;
  return runLoad({
    url: urls.evaluate.replace(/\/evaluate$/, paths[bodies]),
    key,
    bodies,
    connections,
    warmUpMs: (seconds * 1_000) / 3,
    members: spread.members,
    memberPrefix: spread.memberPrefix,
    measureMs: asked.measureMs ?? seconds * 1_000,
    ratePerSecond: asked.ratePerSecond ?? null,
    ...(asked.refPrefix === undefined ? {} : { refPrefix: asked.refPrefix }),
    ...(asked.requestsMax === undefined ? {} : { requestsMax: asked.requestsMax }),
  });
};

const noteRatio = (run: BenchRun, title: string, ratio: number): void => {
  run.figures.add('engine', { title, unit: '×' }, ratio);
  run.say(`  ${title.padEnd(56)}${ratio.toFixed(2)} ×`);
};

const redeems: BesideLoad = { bodies: 'redeem', ratePerSecond: 300, spread: savers };
const returnsPerSecond = 200;

const measureRedeemsBesideReturns = async (run: BenchRun): Promise<void> => {
  run.say('Redeems at 300/s, alone and beside 200 returns/s');
  for (let round = 1; round <= run.options.rounds; round += 1) {
    const seconds = (besideMs(run) / 1_000) * 1.5;
    const receipts = await makeReceipts(run, savers, Math.ceil(seconds) * returnsPerSecond);
    const alone = await loadBeside(run, redeems);
    const [beside, returns] = await Promise.all([
      loadBeside(run, redeems),
      measure(run, {
        bodies: 'return',
        ...receipts,
        ratePerSecond: returnsPerSecond,
        measureMs: besideMs(run),
      }),
    ]);
    run.figures.add('engine', { title: 'redeem at 300/s: p99', unit: 'ms' }, alone.p99Ms);
    run.figures.add(
      'engine',
      { title: 'redeem at 300/s beside 200 returns/s: p99', unit: 'ms' },
      beside.p99Ms,
    );
    run.say(
      `  redeem p50 ${alone.p50Ms.toFixed(1)}, p99 ${alone.p99Ms.toFixed(1)} ms; beside ${returns.perSecond.toString()} ` +
        `returns/s p50 ${beside.p50Ms.toFixed(1)}, p99 ${beside.p99Ms.toFixed(1)} ms`,
    );
    noteRatio(run, 'redeem at 300/s beside returns: p99, of alone', beside.p99Ms / alone.p99Ms);
  }
};

const [percentage, ...others] = benchCampaigns;

/** The first campaign's points wait for two weeks. */
const pendingCampaigns = [
  { ...percentage, earningRule: { ...percentage?.earningRule, pendingDays: 14 } },
  ...others,
];

/**
 * Measures receipts streamed to a tenant one of whose campaigns has `pendingDays`, and to one without, in turn. The first round of
 * each does not count.
 */
export const measurePendingStreams = async (run: BenchRun): Promise<void> => {
  run.say('Streaming receipts with points that wait, and without');
  const [plain, pending] = [await openOurTenant(run.stack), await openOurTenant(run.stack, pendingCampaigns)];
  for (let round = 0; round <= run.options.rounds; round += 1) {
    const counted = round === 0 ? withoutFigures(run) : run;
    const without = await streamed(counted, plain, { round, title: 'streamed receipts' });
    const waiting = await streamed(counted, pending, { round, title: 'streamed receipts, pendingDays' });
    noteRatio(counted, 'streamed receipts, pendingDays: part of those without', waiting / without);
  }
};

const streamed = async (
  run: BenchRun,
  { tenantId }: Contender,
  { round, title }: { readonly round: number; readonly title: string },
): Promise<number> => {
  const file = { label: `pending-${round.toString()}`, copies: 2, members: 'of-sample' } as const;
  const path = writeReceipts(run.stack.root, file);
  const ofTenant = ['receipts', 'stream', path, '--tenant', tenantId];
  const { storedPerSecond } = await loyaltyctl<{ readonly storedPerSecond: number }>(run.stack, ...ofTenant);
  rmSync(path);
  run.figures.add('engine', { title, unit: '/s' }, storedPerSecond);
  run.say(`  ${title.padEnd(33)}${Math.round(storedPerSecond).toString().padStart(6)}/s`);
  await untilFollowed(run.stack);
  return storedPerSecond;
};
