import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { seededRandom } from '@loyalty/kernel/testing';
import type { OwnStack } from '@loyalty/stack';
import { checkAll } from '../check/check-all.ts';
import type { FaultTenant } from '../fault-tenant.ts';
import { type BulkStream, runBulkStream } from '../load/bulk-stream.ts';
import { Client } from '../load/client.ts';
import { fundSavers, Sales } from '../load/draw-operation.ts';
import { Journal } from '../load/journal.ts';
import { createProbes, type Probes, probesCount } from '../load/probes.ts';
import type { Done } from '../load/tills.ts';
import { WebhookReceiver } from '../load/webhook-receiver.ts';
import { progress, say } from '../say.ts';
import { createTenant } from '../tenants.ts';
import { Violations } from '../violations.ts';
import { untilCaughtUp } from './caught-up.ts';
import {
  type Acknowledged,
  compareActivity,
  compareAllWithStored,
  type ComparisonFigures,
} from './compare-with-stored.ts';
import type { ForgetfulPart } from './forgetful-part.ts';
import { readListed } from './listed.ts';
import { repeatAcknowledged } from './repeat-acknowledged.ts';
import { shoppersMax, ShopperStream } from './shoppers.ts';
import type { Act, Scene, Variant } from './variants/variant.ts';

/** Each tenant has this many members who save points. */
const saversCount = 40;
/** Nearly half of them are receipts: with the streamed ones, 200 receipts and more per second. */
const salesPerSecond = 300;
const bulkPace = { lines: 150, restMs: 1_000, isAwaited: false };
/** Acknowledged before the copy, so that each partition has been read. */
const receiptsBefore = 200;
/** The load continues for this time after every probe got a response again. */
const goOnMs = 3_000;
/** The longest wait for a request that never gets a response. */
const answerPatienceMs = 60_000;
/** `loyaltyctl check` skips members who were active in the last 15 s. */
const followersMs = 16_000;
/** The receiver refuses nothing. */
const patience = { stillMsMax: 20_000, wholeMsMax: 60_000 };

export interface Outcome {
  readonly acknowledged: number;
  readonly streamed: readonly string[];
  readonly figures: ComparisonFigures;
  /** From the kill, or a standby's promotion, until all partitions had responded. */
  readonly unavailableMs: number;
  readonly violations: Violations;
}

/** The parts of one variant's run. */
interface Run extends Scene {
  readonly journal: Journal;
  readonly receiver: WebhookReceiver;
  readonly tenants: readonly [FaultTenant, ...FaultTenant[]];
  readonly bulkTenant: FaultTenant;
  readonly probes: Probes;
  readonly act: Act;
}

/** A stack, and the part of it that loses data. */
export interface Scenery {
  readonly stack: OwnStack;
  readonly part: ForgetfulPart;
}

/** Runs one variant on its own stack, from creating tenants to the checks. */
export const runVariant = async (
  { stack, part }: Scenery,
  variant: Variant,
  { receipts, seed }: { readonly receipts: number; readonly seed: number },
): Promise<Outcome> => {
  const run = await prepare(stack, variant, seed);
  try {
    const { acknowledged, unavailableMs } = await setBackUnderLoad(run, part, {
      receipts,
      before: variant.isYoung === true ? 0 : receiptsBefore,
    });
    const figures = await judge(run, acknowledged);
    const { violations } = run;
    return {
      acknowledged: acknowledged.done.length,
      streamed: acknowledged.bulk.files,
      figures,
      unavailableMs,
      violations,
    };
  } finally {
    await run.client.close();
    await run.receiver.close();
    part.remove();
  }
};

const prepare = async (stack: OwnStack, variant: Variant, seed: number): Promise<Run> => {
  const violations = new Violations();
  const receiver = await WebhookReceiver.start(seededRandom(seed + 2), violations);
  receiver.isRefusing = false;
  const journal = new Journal(join(stack.home, 'journal.ndjson'));
  const client = new Client(stack.now().baseUrl, shoppersMax + probesCount, violations);
  const tenant = (name: string): Promise<FaultTenant> => createTenant(stack, receiver, name);
  const tenants = [await tenant('One'), await tenant('Two')] as const;
  const bulkTenant = await tenant('Bulk');
  const scene: Scene = { stack, client, random: seededRandom(seed), violations };
  const probes = createProbes(client, journal, tenants[0]);
  const act = await variant.begin(scene);
  return { ...scene, journal, receiver, tenants, bulkTenant, probes, act };
};

interface SetBack {
  readonly acknowledged: Acknowledged;
  readonly unavailableMs: number;
}

const setBackUnderLoad = async (
  run: Run,
  part: ForgetfulPart,
  { receipts, before }: { readonly receipts: number; readonly before: number },
): Promise<SetBack> => {
  const { journal, client, tenants, bulkTenant, random, stack, act } = run;
  const young = before === 0 ? await branch(run, part) : 0;
  const savers = await fundSavers({ client, journal, tenants }, saversCount);
  const shoppers = new ShopperStream({ client, journal }, new Sales({ random, tenants, savers }));
  const loading = new AbortController();
  const shopping = shoppers.run(salesPerSecond, loading.signal);
  const streaming = runBulkStream(stack, { tenant: bulkTenant, ...bulkPace }, loading.signal);
  // A run that fails does not wait for these.
  for (const load of [shopping, streaming]) load.catch(() => undefined);
  try {
    await untilAcknowledged(shoppers, 0, before);
    const stoodStillMs = young === 0 ? await branch(run, part) : young;
    say(`  ${part.branched} (it stood still for ${stoodStillMs.toFixed(0)} ms)`);
    const sinceMs = performance.now();
    await act.inTail?.();
    await untilAcknowledged(shoppers, sinceMs, receipts);
    const unavailableMs = await setBack(run, part);
    await pause(goOnMs);
    loading.abort();
    await inTime(shopping);
    return { acknowledged: acknowledgedBy(run, shoppers.done, await streaming), unavailableMs };
  } finally {
    loading.abort();
  }
};

/** Requests that wait while Postgres stands still are excused. */
const branch = async ({ client }: Run, part: ForgetfulPart): Promise<number> => {
  client.excusedUntilMs = Infinity;
  const stoodStillMs = await part.branch();
  client.excusedUntilMs = performance.now();
  return stoodStillMs;
};

const acknowledgedBy = (
  { tenants, bulkTenant }: Run,
  done: readonly Done[],
  { files }: BulkStream,
): Acknowledged => ({
  done,
  tenants,
  bulk: { tenant: bulkTenant, files },
});

const untilAcknowledged = async (
  shoppers: ShopperStream,
  sinceMs: number,
  receipts: number,
): Promise<void> => {
  const untilMs = Date.now() + answerPatienceMs;
  for (;;) {
    const acknowledged = shoppers.receiptsSince(sinceMs);
    if (acknowledged >= receipts) return;
    if (Date.now() > untilMs) throw new Error(`only ${acknowledged.toString()} receipts were acknowledged`);
    progress(`${acknowledged.toString()} of ${receipts.toString()} receipts acknowledged`);
    await pause(50);
  }
};

/** Sets the database back; resolves with the milliseconds until all partitions had responded. */
const setBack = async (
  { act, probes, stack, client, receiver }: Run,
  part: ForgetfulPart,
): Promise<number> => {
  act.justBefore?.();
  receiver.mayChangeBalances = true;
  client.mayLackMembers = true;
  const beganMs = await part.forget(stack);
  say(`  ${part.forgotten}`);
  await Promise.all([act.afterwards?.(), inTime(probes.evaluate())]);
  return performance.now() - beganMs;
};

/** A request without a response is `unresolved` in the journal. */
const inTime = async (answering: Promise<unknown>): Promise<void> => {
  answering.catch(() => undefined);
  await Promise.race([answering, pause(answerPatienceMs, undefined, { ref: false })]);
};

const judge = async (run: Run, acknowledged: Acknowledged): Promise<ComparisonFigures> => {
  const { stack, act, client, journal, violations, receiver } = run;
  await untilCaughtUp(stack, violations);
  client.mayLackMembers = false;
  const listed = await readListed(stack);
  const figures = await compareAllWithStored(stack, { acknowledged, listed }, violations);
  await act.atRest?.(listed);
  say(`  at rest: ${figures.lost.toString()} lost; repeating what was acknowledged`);
  await inTime(repeatAcknowledged(run, acknowledged, violations));
  await client.close();
  await journal.close();
  await pause(followersMs);
  const tenants = [...acknowledged.tenants, acknowledged.bulk.tenant];
  await compareActivity(stack, { tenants, perSecond: salesPerSecond }, violations);
  const bulk = { tenantId: acknowledged.bulk.tenant.tenantId, files: acknowledged.bulk.files };
  // A lost adjustment that was repeated with the same result is no longer listed, but its entry has another id and time.
  const everListed = new Set([...listed, ...(await readListed(stack))]);
  const evidence = { journalPath: journal.path, bulk, receiver, listed: everListed, patience };
  await checkAll(stack, evidence, violations);
  return figures;
};
