import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { readLocalStack } from '@loyalty/stack';
import { onlyRow } from '@loyalty/storage';
import { withDatabase } from '@loyalty/testkit/database';
import { startCodeProvider, type CodeProvider } from '@loyalty/testkit/servers';
import type { Contender } from '../contender.ts';
import { loyaltyctl } from '../loyaltyctl.ts';
import { openOurTenant } from '../our-service.ts';
import { writeCodes } from '../rewards/codes-file.ts';
import { sampleSize, writeReceipts } from '../stream/receipts-file.ts';
import type { BenchRun } from './bench-run.ts';
import { loadBeside } from './beside.ts';
import { warmUp } from './warm-up.ts';

/** A campaign that gives a gift card for every receipt. */
const gift = (n: number): object => ({
  name: `Gift card ${n.toString()}`,
  earningRule: {
    type: 'SURPRISE_DELIGHT',
    rewardRules: [{ everyNth: 1, reward: { rewardType: 'GIFT_CARD', value: { amount: 5_000 } } }],
  },
});

/** With the sample of receipts: 100,000 rewards. */
const giftsPerReceipt = 5;
const importedCodes = 1_000_000;
const providerMs = 50;
const providerCalls = 8;
/** The rate of rewards for the provider: more than it completes during the measurement. */
const providerRatePerSecond = 200;

/** Measures how fast rewards get codes, from a pool of ours and from a provider, and how soon after the receipt. */
export const measureRewards = async (run: BenchRun): Promise<void> => {
  run.say('Rewards');
  await warmUp(run, [run.contenders[0]]);
  await measureWaiting(run, await openOurTenant(run.stack, gifts(giftsPerReceipt)), 'codes of our own');
  await measureWaiting(run, await openPooled(run, giftsPerReceipt), 'codes of a pool');
  await measureDelay(run, await openOurTenant(run.stack, gifts(1)), 'codes of our own');
  await measureDelay(run, await openPooled(run, 1), 'codes of a pool');
  await measureProvider(run);
};

const gifts = (count: number): readonly object[] => Array.from({ length: count }, (_, n) => gift(n));

const openPooled = async (run: BenchRun, giftsEach: number): Promise<Contender> => {
  const tenant = await openOurTenant(run.stack, gifts(giftsEach));
  const path = writeCodes(run.stack.root, importedCodes);
  const beganMs = performance.now();
  await loyaltyctl(run.stack, 'codes', 'import', path, '--pool', 'gifts', ...nameOf(tenant));
  const seconds = (performance.now() - beganMs) / 1_000;
  rmSync(path);
  run.figures.add('engine', { title: 'import of 1,000,000 codes', unit: 's' }, seconds);
  run.say(`  1,000,000 codes imported in ${seconds.toFixed(1)} s`);
  await assign(run, tenant, 'gifts');
  return tenant;
};

const nameOf = ({ tenantId }: Contender): readonly string[] => ['--tenant', tenantId, '--mode', 'live'];

const assign = (run: BenchRun, tenant: Contender, provider: string): Promise<unknown> =>
  loyaltyctl(
    run.stack,
    'settings',
    'set',
    'rewardProviders',
    JSON.stringify({ byType: { GIFT_CARD: provider } }),
    ...nameOf(tenant),
  );

/** All rewards are requested while fulfilment is stopped, so that the engine's work does not count in the rate. */
const measureWaiting = async (run: BenchRun, tenant: Contender, what: string): Promise<void> => {
  const path = writeReceipts(run.stack.root, {
    label: `rewards-${tenant.tenantId}`,
    copies: 1,
    members: 'of-sample',
  });
  const pid = readLocalStack().services['fulfilment']?.pid ?? 0;
  process.kill(pid, 'SIGSTOP');
  try {
    await loyaltyctl(run.stack, 'receipts', 'stream', path, '--tenant', tenant.tenantId);
  } finally {
    process.kill(pid, 'SIGCONT');
  }
  rmSync(path);
  const { issued, perSecond } = await untilIssued(tenant);
  if (issued !== sampleSize * giftsPerReceipt) throw new Error(`${issued.toString()} rewards were issued`);
  run.figures.add('engine', { title: `100,000 waiting rewards, ${what}`, unit: '/s' }, perSecond);
  run.say(`  ${issued.toString()} rewards issued at ${Math.round(perSecond).toString()}/s, ${what}`);
};

const measureDelay = async (run: BenchRun, tenant: Contender, what: string): Promise<void> => {
  await loadGifts(run, tenant, 500);
  const { p50Ms, p99Ms } = await untilIssued(tenant);
  const title = `award to issued at 500/s, ${what}`;
  run.figures.add('engine', { title: `${title}: p50`, unit: 'ms' }, p50Ms);
  run.figures.add('engine', { title: `${title}: p99`, unit: 'ms' }, p99Ms);
  run.say(`  ${title}: p50 ${p50Ms.toFixed(0)} ms, p99 ${p99Ms.toFixed(0)} ms`);
};

const loadGifts = async (run: BenchRun, tenant: Contender, ratePerSecond: number): Promise<void> => {
  await loadBeside(
    { ...run, contenders: [tenant, run.contenders[1]] },
    { bodies: 'evaluate', ratePerSecond },
  );
};

/** Measures a provider alone, and beside another tenant's provider that never responds. */
const measureProvider = async (run: BenchRun): Promise<void> => {
  const answering = await startCodeProvider((_, response) => {
    setTimeout(() => response.end(JSON.stringify({ code: randomUUID() })), providerMs);
  });
  const hanging = await startCodeProvider(() => undefined);
  try {
    await measureProvided(run, answering, 'alone');
    await loadGifts(run, await openProvided(run, hanging), providerRatePerSecond);
    await measureProvided(run, answering, 'beside one that hangs');
  } finally {
    await answering.close();
    await hanging.close();
  }
};

const measureProvided = async (run: BenchRun, provider: CodeProvider, what: string): Promise<void> => {
  const tenant = await openProvided(run, provider);
  await loadGifts(run, tenant, providerRatePerSecond);
  const { perSecond } = await untilIssued(tenant);
  const title = `provider of ${providerMs.toString()} ms, ${providerCalls.toString()} calls, ${what}`;
  run.figures.add('engine', { title, unit: '/s' }, perSecond);
  run.say(`  ${Math.round(perSecond).toString()}/s: ${title}`);
};

const openProvided = async (run: BenchRun, { url }: CodeProvider): Promise<Contender> => {
  const tenant = await openOurTenant(run.stack, gifts(1));
  const flags = ['--url', url, '--secret', 'bench', '--calls', providerCalls.toString()];
  await loyaltyctl(run.stack, 'providers', 'set', 'bench', ...flags, ...nameOf(tenant));
  await assign(run, tenant, 'bench');
  return tenant;
};

interface Issued {
  readonly issued: number;
  /** From the first code to the last. */
  readonly perSecond: number;
  /** From the receipt's transaction to that of the code, by Postgres' clock. */
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** Waits until no reward of the tenant is pending. */
const untilIssued = (tenant: Contender): Promise<Issued> =>
  withDatabase(tenant.databaseUrl, async (db) => {
    for (;;) {
      const [pending] = await db.query(pendingSql, [tenant.environmentId]);
      if (pending === undefined) break;
      await pause(500);
    }
    return onlyRow(await db.query<Issued>(issuedSql, [tenant.environmentId]), 'what was issued');
  });

const pendingSql = `SELECT 1 FROM rewards WHERE environment_id = $1 AND state = 'PENDING_FULFILMENT' LIMIT 1`;

const issuedSql = `
  SELECT count(*)::int AS issued,
         (count(*) / extract(epoch FROM max(issued_at) - min(issued_at)))::float8 AS "perSecond",
         percentile_disc(0.5) WITHIN GROUP (ORDER BY delay)::float8 AS "p50Ms",
         percentile_disc(0.99) WITHIN GROUP (ORDER BY delay)::float8 AS "p99Ms"
    FROM (SELECT issued_at, extract(epoch FROM issued_at - created_at) * 1000 AS delay
            FROM rewards WHERE environment_id = $1 AND state = 'ISSUED') r`;
