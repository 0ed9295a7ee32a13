import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { checkAll } from '../check/check-all.ts';
import { runBulkStream, type BulkStream } from '../load/bulk-stream.ts';
import { Client } from '../load/client.ts';
import { fundSavers } from '../load/draw-operation.ts';
import { Journal } from '../load/journal.ts';
import { createProbes, probesCount, type Probes } from '../load/probes.ts';
import type { Done } from '../load/tills.ts';
import { WebhookReceiver } from '../load/webhook-receiver.ts';
import type { OwnStack } from '../own-stack.ts';
import { progress, say } from '../say.ts';
import { seededRandom } from '@loyalty/kernel';
import type { FaultTenant } from '../fault-tenant.ts';
import { createTenant } from '../tenants.ts';
import { Violations } from '../violations.ts';
import { untilCaughtUp } from './caught-up.ts';
import { checkTold, type Told, type ToldFigures } from './check-told.ts';
import type { ForgetfulPart } from './forgetful-part.ts';
import { readListed } from './listed.ts';
import { repeatTold } from './repeat-told.ts';
import { ShopperStream, shoppersMax } from './shoppers.ts';

import type { Act, Scene, Variant } from './variants/variant.ts';

/** Of each tenant. */
const saversCount = 40;
/** Of ten operations six are receipts: 200 receipts and more a second, with those that are streamed. */
const operationsPerSecond = 300;
const bulkPace = { lines: 150, restMs: 1_000, isAwaited: false };
/** Before the copy, so that each partition has been read. */
const receiptsBefore = 200;
/** The load goes on for so long once everybody was answered again. */
const goOnMs = 3_000;
/** For a request that is never answered. */
const answerPatienceMs = 60_000;
/** `loyaltyctl check` judges nobody who was active in the last 15 s. */
const followersMs = 16_000;
/** The receiver refuses nothing. */
const patience = { stillMsMax: 20_000, wholeMsMax: 60_000 };

/** What one variant came to. */
export interface Outcome {
  readonly told: number;
  readonly streamed: readonly string[];
  readonly figures: ToldFigures;
  /** From the kill, or a standby's promotion, until all partitions had answered. */
  readonly unavailableMs: number;
  readonly violations: Violations;
}

/** Everything that one variant has in hand. */
interface Run extends Scene {
  readonly journal: Journal;
  readonly receiver: WebhookReceiver;
  readonly tenants: readonly [FaultTenant, ...FaultTenant[]];
  readonly bulkTenant: FaultTenant;
  readonly probes: Probes;
  readonly act: Act;
}

/** A stack of its own, and what of it comes to forget. */
export interface Scenery {
  readonly stack: OwnStack;
  readonly part: ForgetfulPart;
}

/** One variant on a stack of its own, from its tenants to its checks. */
export const runVariant = async (
  { stack, part }: Scenery,
  variant: Variant,
  { receipts, seed }: { readonly receipts: number; readonly seed: number },
): Promise<Outcome> => {
  const run = await prepare(stack, variant, seed);
  try {
    const { told, unavailableMs } = await setBackUnderLoad(run, part, {
      receipts,
      before: variant.isYoung === true ? 0 : receiptsBefore,
    });
    const figures = await judge(run, told);
    const { violations } = run;
    return { told: told.done.length, streamed: told.bulk.files, figures, unavailableMs, violations };
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
  readonly told: Told;
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
  const shoppers = new ShopperStream({ client, journal }, { random, tenants, savers });
  const loading = new AbortController();
  const shopping = shoppers.run(operationsPerSecond, loading.signal);
  const streaming = runBulkStream(stack, { tenant: bulkTenant, ...bulkPace }, loading.signal);
  // Of a run that has failed nobody waits for these.
  for (const load of [shopping, streaming]) load.catch(() => undefined);
  try {
    await untilTold(shoppers, 0, before);
    const stoodStillMs = young === 0 ? await branch(run, part) : young;
    say(`  ${part.branched} (it stood still for ${stoodStillMs.toFixed(0)} ms)`);
    const sinceMs = performance.now();
    await act.inTail?.();
    await untilTold(shoppers, sinceMs, receipts);
    const unavailableMs = await setBack(run, part);
    await pause(goOnMs);
    loading.abort();
    await inTime(shopping);
    return { told: toldBy(run, shoppers.told, await streaming), unavailableMs };
  } finally {
    loading.abort();
  }
};

/** Nobody is blamed for what waits while Postgres stands still. */
const branch = async ({ client }: Run, part: ForgetfulPart): Promise<number> => {
  client.excusedUntilMs = Infinity;
  const stoodStillMs = await part.branch();
  client.excusedUntilMs = performance.now();
  return stoodStillMs;
};

const toldBy = ({ tenants, bulkTenant }: Run, done: readonly Done[], { files }: BulkStream): Told => ({
  done,
  tenants,
  bulk: { tenant: bulkTenant, files },
});

const untilTold = async (shoppers: ShopperStream, sinceMs: number, receipts: number): Promise<void> => {
  const untilMs = Date.now() + answerPatienceMs;
  for (;;) {
    const told = shoppers.receiptsSince(sinceMs);
    if (told >= receipts) return;
    if (Date.now() > untilMs) throw new Error(`only ${told.toString()} receipts were acknowledged`);
    progress(`${told.toString()} of ${receipts.toString()} receipts acknowledged`);
    await pause(50);
  }
};

/** Sets the database back; resolves with the milliseconds until all partitions had answered. */
const setBack = async ({ act, probes, stack }: Run, part: ForgetfulPart): Promise<number> => {
  act.justBefore?.();
  const beganMs = await part.forget(stack);
  say(`  ${part.forgotten}`);
  await Promise.all([act.afterwards?.(), inTime(probes.evaluate())]);
  return performance.now() - beganMs;
};

/** What is never answered is `unresolved` in the journal. */
const inTime = async (answering: Promise<unknown>): Promise<void> => {
  answering.catch(() => undefined);
  await Promise.race([answering, pause(answerPatienceMs, undefined, { ref: false })]);
};

const judge = async (run: Run, told: Told): Promise<ToldFigures> => {
  const { stack, act, journal, violations, receiver } = run;
  await untilCaughtUp(stack, violations);
  const listed = await readListed(stack);
  const figures = await checkTold(stack, { told, listed }, violations);
  await act.atRest?.(listed);
  say(`  at rest: ${figures.lost.toString()} lost; repeating what was told`);
  await inTime(repeatTold(run, told, violations));
  await run.client.close();
  await journal.close();
  await pause(followersMs);
  const bulk = { tenantId: told.bulk.tenant.tenantId, files: told.bulk.files };
  // A lost adjustment that was sent again with the same result is listed no more; its entry has another id and time.
  const everListed = new Set([...listed, ...(await readListed(stack))]);
  const evidence = { journalPath: journal.path, bulk, receiver, listed: everListed, patience };
  await checkAll(stack, evidence, violations);
  return figures;
};
