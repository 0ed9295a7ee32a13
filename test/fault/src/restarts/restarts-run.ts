import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { seededRandom } from '@loyalty/kernel/testing';
import { checkAll } from '../check/check-all.ts';
import type { FaultTenant } from '../fault-tenant.ts';
import { Journal } from '../load/journal.ts';
import { WebhookReceiver } from '../load/webhook-receiver.ts';
import { say } from '../say.ts';
import { untilCaughtUp } from '../set-back/caught-up.ts';
import { createTenant } from '../tenants.ts';
import { Violations } from '../violations.ts';
import { stopWithoutKafka } from './kafka-away.ts';
import { MixedLoad } from './mixed-load.ts';
import { heading, operationKinds, rowOf, type Stretch } from './operation-figures.ts';
import { type CaseName, cases, type RestartsOptions } from './options.ts';
import { Replicas } from './replicas.ts';
import { startReplicatedStack } from './replicated-stack.ts';
import type { Run } from './run.ts';
import { TenantProducer } from './tenant-producer.ts';

/** Code is compiled, and the engine has found the tenant's topic, which it looks for every 30 s. */
const warmMs = 45_000;
/** The figures without restarts are taken for this long. */
const baselineMs = 30_000;
/** Between two restarts, so that the group is at rest as in a rollout that waits for each replica. */
const restMs = 2_000;
/** Every deadline of a call. What began under one case ends before the next one takes something away. */
const deadlinesMs = 6_000;
/** `loyaltyctl check` skips members who were active in the last 15 s. */
const followersMs = 16_000;
const patience = { stillMsMax: 60_000, wholeMsMax: 300_000 };
const p99MsMax = 250;
/** The latencies of a request of a till or a batch. A refresh waits for its computation, a streamed receipt for its row. */
const judgedKinds = ['evaluate', 'redeem', 'bulk'] as const;

/** Runs all cases and returns what was promised and not kept. */
export const runRestarts = async (options: RestartsOptions): Promise<readonly string[]> => {
  const violations = new Violations();
  const replicated = await startReplicatedStack('restarts');
  const receiver = await WebhookReceiver.start(seededRandom(options.seed + 1), violations);
  receiver.isRefusing = false;
  const { stack, proxy } = replicated;
  const replicas = new Replicas({ stack, proxy, count: options.replicas, violations });
  try {
    say(`Starting ${options.replicas.toString()} replicas of each service`);
    await replicas.start();
    await runOn(await prepare({ options, replicated, replicas, violations, receiver }));
    return violations.lines();
  } finally {
    await replicas.stopAll();
    await receiver.close();
    await replicated.stop();
  }
};

const prepare = async (
  started: Pick<Run, 'options' | 'replicated' | 'replicas' | 'violations' | 'receiver'>,
): Promise<Run> => {
  const { options, replicated, violations, receiver } = started;
  const { stack } = replicated;
  const tenant = (name: string): Promise<FaultTenant> => createTenant(stack, receiver, name);
  const tenants = [await tenant('One'), await tenant('Two')] as const;
  const streamTenant = await tenant('Streams');
  const producer = await TenantProducer.start(stack, streamTenant);
  const journal = new Journal(join(stack.home, 'journal.ndjson'));
  const { seed } = options;
  const load = await MixedLoad.prepare({ stack, tenants, producer, streamTenant, journal, violations, seed });
  return { ...started, streamTenant, producer, journal, load };
};

const runOn = async (run: Run): Promise<void> => {
  const { options, load } = run;
  const loading = new AbortController();
  const running = load.run(options.perSecond, loading.signal);
  running.catch(() => undefined);
  try {
    await pause(warmMs);
    const baseline = await stretchOf('Without restarts', () => pause(baselineMs));
    report(run, baseline);
    const restarts: NamedStretch[] = [];
    for (const name of options.only) restarts.push(...(await runCase(run, name, loading)));
    loading.abort();
    await running;
    for (const each of restarts) judge(run, each, baseline);
    await judgeTables(run);
  } finally {
    loading.abort();
    await load.close();
    await run.producer.stop();
  }
};

const stretchOf = async (title: string, work: () => Promise<void>): Promise<Stretch> => {
  const fromMs = performance.now();
  await work();
  return { title, fromMs, toMs: performance.now() };
};

const report = ({ load: { attempts } }: Run, stretch: Stretch): void => {
  say(heading(stretch.title));
  for (const kind of operationKinds) say(rowOf(kind, attempts.of(stretch, [kind])));
  say(rowOf('requests over HTTP', attempts.of(stretch, judgedKinds)));
};

interface NamedStretch {
  readonly name: CaseName;
  readonly stretch: Stretch;
}

const runCase = async (
  run: Run,
  name: CaseName,
  loading: AbortController,
): Promise<readonly NamedStretch[]> => {
  say(`${name}: ${cases[name]}`);
  switch (name) {
    case 'plain':
      return [{ name, stretch: await restartAll(run, name) }];
    case 'registry':
    case 'redis':
      return [{ name, stretch: await withoutDoor(run, name) }];
    case 'kafka':
      await stopWithoutKafka(run, loading);
      return [];
  }
};

const withoutDoor = async (run: Run, name: 'registry' | 'redis'): Promise<Stretch> => {
  const door = run.replicated[name];
  await door.close();
  try {
    await pause(restMs);
    return await restartAll(run, name);
  } finally {
    await door.reopen();
  }
};

const restartAll = async (run: Run, name: CaseName): Promise<Stretch> => {
  const { options, replicas, load } = run;
  const byService: Stretch[] = [];
  const whole = await stretchOf(`Restarts, ${name}`, async () => {
    for (const service of options.services)
      byService.push(
        await stretchOf(service, async () => {
          for (let place = 0; place < options.replicas; place += 1) {
            await replicas.restart(service, place);
            await pause(restMs);
          }
        }),
      );
  });
  report(run, whole);
  for (const line of load.refusals()) say(line);
  say(heading('  while restarted'));
  for (const stretch of byService) say(rowOf(stretch.title, load.attempts.of(stretch, judgedKinds)));
  await pause(deadlinesMs);
  return whole;
};

/** Judges a case once everything that began in it has ended. */
const judge = ({ load, violations }: Run, { name, stretch }: NamedStretch, baseline: Stretch): void => {
  const { failed, cut } = load.attempts.of(stretch);
  const { p99Ms } = load.attempts.of(stretch, judgedKinds);
  if (failed > 0) violations.add('failed during restarts', `${name}: ${failed.toString()}`);
  if (cut > 0) violations.add('cut during restarts', `${name}: ${cut.toString()}`);
  if (p99Ms <= p99MsMax) return;
  const slow = `${name}: p99 ${p99Ms.toFixed(0)} ms`;
  const isLoaded = load.attempts.of(baseline, judgedKinds).p99Ms > p99MsMax;
  if (isLoaded) say(`  ${slow}, and above the bound without restarts too: the machine is loaded`);
  else violations.add('slow during restarts', slow);
};

const judgeTables = async (run: Run): Promise<void> => {
  const { replicated, journal, receiver, violations, streamTenant, producer } = run;
  say('At rest: checking');
  await untilCaughtUp(replicated.stack, violations);
  await journal.close();
  await pause(followersMs);
  const evidence = {
    journalPath: journal.path,
    bulk: { tenantId: streamTenant.tenantId, files: [producer.path] },
    receiver,
    listed: new Set<string>(),
    patience,
  };
  const { received } = await checkAll(replicated.stack, evidence, violations);
  say(`${journal.acknowledged.toString()} acknowledged, ${received.toString()} webhooks received`);
};
