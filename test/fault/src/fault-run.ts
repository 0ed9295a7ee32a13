import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { seededRandom } from '@loyalty/kernel/testing';
import type { OwnStack } from '@loyalty/stack';
import { checkAll } from './check/check-all.ts';
import type { CountedCampaign } from './check/check-audit.ts';
import type { FaultTenant } from './fault-tenant.ts';
import { SecondEngine, type SecondEngines } from './faults/engines.ts';
import { flushAll } from './faults/faults.ts';
import { strikeAll, type Unavailability } from './faults/strike-all.ts';
import { type BulkStream, linesIn, runBulkStream } from './load/bulk-stream.ts';
import { Client } from './load/client.ts';
import { Journal } from './load/journal.ts';
import { countUp } from './load/count-up.ts';
import { createProbes, probesCount } from './load/probes.ts';
import { type Done, repeat, runTills } from './load/tills.ts';
import { WebhookReceiver } from './load/webhook-receiver.ts';
import type { FaultOptions } from './options.ts';
import { progress, say } from './say.ts';
import { summaryOf } from './summary.ts';
import { createTenant } from './tenants.ts';
import { Violations } from './violations.ts';

const tills = 64;
const bulkPace = { restMs: 5_000, isAwaited: true };
/** Tiers and segments follow within a second; `loyaltyctl check` skips members who were active in the last 15 s. */
const followersMs = 20_000;

/** The first retry of a delivery comes within 66 s. */
const patience = { stillMsMax: 120_000, wholeMsMax: Infinity };

/** The parts of one run. */
interface Run {
  readonly stack: OwnStack;
  readonly options: FaultOptions;
  readonly violations: Violations;
  readonly journal: Journal;
  readonly client: Client;
  readonly receiver: WebhookReceiver;
  /** The tenants that the tills use. */
  readonly tenants: readonly [FaultTenant, ...FaultTenant[]];
  /** The tenant that receives the streamed receipts. */
  readonly bulkTenant: FaultTenant;
}

/** Loads the stack, injects the faults, waits for rest and checks. Returns the summary and whether all promises held. */
export const runFaults = async (
  stack: OwnStack,
  options: FaultOptions,
): Promise<{ readonly summary: string; readonly holds: boolean }> => {
  const run = await prepare(stack, options);
  const { violations, journal, client, receiver, bulkTenant } = run;
  const { done, bulk, unavailable, counted } = await strikeUnderLoad(run);
  say('At rest: repeating after FLUSHALL, then checking');
  receiver.isRefusing = false;
  await flushAll(stack);
  for (const acknowledged of done) await repeat({ client, violations }, acknowledged);
  await client.close();
  await journal.close();
  const streamedTo = { tenantId: bulkTenant.tenantId, files: bulk.files };
  await pause(followersMs);
  const evidence = {
    journalPath: journal.path,
    bulk: streamedTo,
    receiver,
    listed: new Set<string>(),
    patience,
    counted,
  };
  const webhooks = { ...(await checkAll(stack, evidence, violations)), refused: receiver.refused };
  await receiver.close();
  const { acknowledged } = journal;
  const facts = { acknowledged, streamed: linesIn(bulk.files), repeats: done.length };
  return {
    summary: summaryOf({ ...facts, webhooks, unavailable, client, violations }),
    holds: violations.lines().length === 0,
  };
};

const prepare = async (stack: OwnStack, options: FaultOptions): Promise<Run> => {
  const violations = new Violations();
  const receiver = await WebhookReceiver.start(seededRandom(options.seed + 2), violations);
  const tenant = (name: string): Promise<FaultTenant> => createTenant(stack, receiver, name);
  return {
    stack,
    options,
    violations,
    journal: new Journal(join(stack.home, 'journal.ndjson')),
    client: new Client(stack.now().baseUrl, tills + probesCount, violations),
    receiver,
    tenants: [await tenant('One'), await tenant('Two'), await tenant('Three')],
    bulkTenant: await tenant('Bulk'),
  };
};

interface Struck {
  /** Some of what was acknowledged. */
  readonly done: readonly Done[];
  readonly bulk: BulkStream;
  /** Somebody changed it all the time. */
  readonly counted: CountedCampaign;
  readonly unavailable: Unavailability;
}

/** The load starts before the first fault. It ends after the last fault, once enough operations were acknowledged. */
const strikeUnderLoad = async (run: Run): Promise<Struck> => {
  const { stack, options, journal, client, tenants } = run;
  const second: SecondEngines = {
    'earn-engine': new SecondEngine(stack, 'earn-engine'),
    'burn-engine': new SecondEngine(stack, 'burn-engine'),
  };
  const probes = createProbes(client, journal, tenants[0]);
  await probes.evaluate();
  const loading = new AbortController();
  const shopping = runTills({ ...run, random: seededRandom(options.seed + 1), tills }, loading.signal);
  const streaming = runBulkStream(stack, { tenant: run.bulkTenant, ...bulkPace }, loading.signal);
  const counting = countUp({ stack, tenant: tenants[0] }, loading.signal);
  void reportProgress(run, loading.signal);
  try {
    const unavailable = await strikeAll(options, {
      stack,
      second,
      random: seededRandom(options.seed),
      probes,
      violations: run.violations,
      cutMs: options.cutMs,
    });
    while (journal.acknowledged < options.operations) await pause(200);
    loading.abort();
    return { done: await shopping, bulk: await streaming, counted: await counting, unavailable };
  } finally {
    loading.abort();
    await Promise.all([second['earn-engine'].stop(), second['burn-engine'].stop()]);
  }
};

const reportProgress = async ({ journal, options }: Run, signal: AbortSignal): Promise<void> => {
  while (!signal.aborted) {
    const { acknowledged, open } = journal;
    progress(
      `${acknowledged.toString()} of ${options.operations.toString()} acknowledged, ${open.toString()} open`,
    );
    await pause(500);
  }
};
