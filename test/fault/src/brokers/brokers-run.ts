import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { seededRandom } from '@loyalty/kernel/testing';
import {
  type KafkaCluster,
  type NodeId,
  nodeIds,
  type OwnStack,
  planCluster,
  type StartedService,
  startService,
} from '@loyalty/stack';
import { checkAll } from '../check/check-all.ts';
import type { FaultTenant } from '../fault-tenant.ts';
import { Client } from '../load/client.ts';
import { fundSavers, plainSales } from '../load/draw-operation.ts';
import { Journal } from '../load/journal.ts';
import type { Operation } from '../load/operations.ts';
import { WebhookReceiver } from '../load/webhook-receiver.ts';
import { homeOf, root, startStackIn } from '../own-stack.ts';
import { ReadyProxy } from '../restarts/ready-proxy.ts';
import { say } from '../say.ts';
import { untilCaughtUp } from '../set-back/caught-up.ts';
import { ShopperStream } from '../set-back/shoppers.ts';
import { createTenant } from '../tenants.ts';
import { Violations } from '../violations.ts';
import { type AttemptFigures, figuresOf, type FirstAttempt, linesOf } from './attempt-figures.ts';
import { chooseStruck, placeReplies, repliesTopic } from './choose-struck.ts';
import { ClusterView, type Leaders } from './cluster-view.ts';
import { type BrokersOptions, type CaseName, cases, isOfReplies } from './options.ts';
import { leaderOf, memberKeysOf } from './request-leaders.ts';
import { strikes, untilTrue } from './strikes.ts';

const folder = 'brokers';
/** Each tenant has this many members who save points. */
const saversCount = 40;
/** The open loop has room for the requests of three times the 5 s that one may take. */
const openSeconds = 15;
/** Before the strike, so that code is compiled and every partition was read. */
const warmMs = 15_000;
/** The figures of an undisturbed cluster are taken for this long. */
const beforeMs = 10_000;
/** The load continues for this time after the broker is back. */
const goOnMs = 10_000;
/** The longest wait for requests that are repeated. */
const answerPatienceMs = 60_000;
/** `loyaltyctl check` skips members who were active in the last 15 s. */
const followersMs = 16_000;
const patience = { stillMsMax: 30_000, wholeMsMax: 120_000 };
const failingShareMax = 0.4;
const failingSecondsMax = 10;
const othersP99MsMax = 250;
/** Half of what a till waited when a lost reply was looked for at its deadline alone. */
const repliesP99MsMax = 1_500;

/** Runs one case on its own brokers and stack. Returns false when a promise was broken. */
export const holdsCase = async (name: CaseName, options: BrokersOptions): Promise<boolean> => {
  say(`\n${name}: ${cases[name]}; starting three brokers and a stack in .loyalty/${folder}`);
  const cluster = await planCluster(root, join(homeOf(folder), 'part'));
  try {
    for (const nodeId of nodeIds) await cluster.start(nodeId);
    const stack = await startStackIn(folder, { KAFKA_BROKERS: cluster.brokers });
    try {
      return await holdsOn({ cluster, stack, name, options });
    } finally {
      await stack.stop();
    }
  } finally {
    await cluster.stopAll();
  }
};

interface Scene {
  readonly cluster: KafkaCluster;
  readonly stack: OwnStack;
  readonly name: CaseName;
  readonly options: BrokersOptions;
}

interface Run extends Scene {
  readonly view: ClusterView;
  readonly violations: Violations;
  readonly receiver: WebhookReceiver;
  readonly journal: Journal;
  readonly client: Client;
  readonly tenants: readonly [FaultTenant, ...FaultTenant[]];
  /** It gets no receipts. */
  readonly bulkTenant: FaultTenant;
  readonly door: Door;
}

/** The address at which callers reach ingress. */
interface Door {
  readonly baseUrl: string;
  close(): Promise<void>;
}

const holdsOn = async (scene: Scene): Promise<boolean> => {
  const run = await prepare(scene);
  try {
    const figures = await strikeUnderLoad(run);
    if (scene.name !== 'away') judgeFigures(run, figures);
    await judgeTables(run);
    for (const line of [...linesOf(figures), ...run.violations.lines()]) say(line);
    return run.violations.lines().length === 0;
  } finally {
    await run.client.close();
    await run.receiver.close();
    await run.view.close();
    await run.door.close();
  }
};

/** Opens a way to the stack's own ingress, or to two others with one address. */
const openDoor = async ({ stack, name }: Scene): Promise<Door> => {
  const { baseUrl } = stack.now();
  if (!isOfReplies(name)) return { baseUrl, close: () => Promise.resolve() };
  const proxy = await ReadyProxy.start();
  const ingresses: StartedService[] = [];
  for (let count = 0; count < 2; count += 1) {
    const ingress = await startService({ name: 'ingress', stack: stack.now() });
    ingresses.push(ingress);
    proxy.add(ingress);
  }
  return {
    baseUrl: `http://127.0.0.1:${proxy.port.toString()}`,
    close: async () => {
      await proxy.stop();
      await Promise.all(ingresses.map((ingress) => ingress.stop()));
    },
  };
};

const prepare = async (scene: Scene): Promise<Run> => {
  const { stack, cluster, options } = scene;
  const violations = new Violations();
  const receiver = await WebhookReceiver.start(seededRandom(options.seed + 2), violations);
  receiver.isRefusing = false;
  const tenant = (name: string): Promise<FaultTenant> => createTenant(stack, receiver, name);
  const openMax = options.rate * openSeconds;
  const door = await openDoor(scene);
  return {
    ...scene,
    door,
    violations,
    receiver,
    view: await ClusterView.open(cluster.brokers),
    journal: new Journal(join(stack.home, 'journal.ndjson')),
    client: new Client(door.baseUrl, openMax, violations),
    tenants: [await tenant('One'), await tenant('Two')],
    bulkTenant: await tenant('Bulk'),
  };
};

/** An attempt as the client saw it. */
type SeenAttempt = Omit<FirstAttempt, 'leader'>;

/** The strike, and the cluster before it. Times are by the clock of `performance`. */
interface StrikeSeen {
  readonly warmedMs: number;
  readonly atMs: number;
  readonly nodeId: NodeId;
  readonly leaders: Leaders;
}

const strikeUnderLoad = async (run: Run): Promise<AttemptFigures> => {
  const { options, client, journal, tenants } = run;
  const random = seededRandom(options.seed);
  const savers = await fundSavers({ client, journal, tenants }, saversCount);
  const openMax = options.rate * openSeconds;
  const shoppers = new ShopperStream({ client, journal }, plainSales({ random, tenants, savers }), openMax);
  const firsts = new Map<string, SeenAttempt>();
  // Latencies are reported, not judged: a loaded machine adds to them.
  client.excusedUntilMs = Infinity;
  client.onAttempt = ({ body, sentMs, tookMs, isAcknowledged }) => {
    if (!firsts.has(body)) firsts.set(body, { sentMs, tookMs, isAcknowledged });
  };
  const loading = new AbortController();
  const shopping = shoppers.run(options.rate, loading.signal);
  shopping.catch(() => undefined);
  try {
    const strike = await strikeOnce(run);
    loading.abort();
    await Promise.race([shopping, pause(answerPatienceMs, undefined, { ref: false })]);
    const operations = shoppers.done.map(({ operation }) => operation);
    return figuresOf(await attemptsOf(run, { operations, firsts, strike }), strike);
  } finally {
    loading.abort();
  }
};

/** Resolves once the cluster is whole again, and some seconds have passed. */
const strikeOnce = async ({ name, cluster, view, stack, violations }: Run): Promise<StrikeSeen> => {
  const endsBefore = await view.ends(repliesTopic);
  await pause(warmMs);
  const warmedMs = performance.now();
  await pause(beforeMs);
  const placed = isOfReplies(name) ? await placeReplies(view, endsBefore) : null;
  if (placed !== null) await pause(beforeMs);
  const leaders = await view.leaders();
  const nodeId = placed ?? (await chooseStruck(view, leaders, endsBefore));
  const pids = pidsOf(stack);
  let atMs = Infinity;
  await strikes[name]({ cluster, view, nodeId, stack, violations }, () => {
    atMs = performance.now();
  });
  await untilTrue(() => view.isWhole());
  await pause(goOnMs);
  if (name !== 'away') judgeProcesses(pids, pidsOf(stack), violations);
  return { warmedMs, atMs, nodeId, leaders };
};

interface Seen {
  readonly operations: readonly Operation[];
  readonly firsts: ReadonlyMap<string, SeenAttempt>;
  readonly strike: StrikeSeen;
}

const attemptsOf = async (
  { stack, view }: Run,
  { operations, firsts, strike: { warmedMs, leaders } }: Seen,
): Promise<FirstAttempt[]> => {
  const byBody = new Map(operations.map((operation) => [operation.body, operation]));
  const keys = await memberKeysOf(stack);
  return [...firsts].flatMap(([body, attempt]) => {
    const operation = byBody.get(body);
    if (operation === undefined || attempt.sentMs < warmedMs) return [];
    return [{ ...attempt, leader: leaderOf(operation, { keys, leaders, view }) }];
  });
};

const pidsOf = (stack: OwnStack): ReadonlyMap<string, number | null> =>
  new Map(Object.entries(stack.now().services).map(([name, { pid }]) => [name, pid]));

const judgeProcesses = (
  before: ReadonlyMap<string, number | null>,
  after: ReadonlyMap<string, number | null>,
  violations: Violations,
): void => {
  for (const [name, pid] of before) if (after.get(name) !== pid) violations.add('a process exited', name);
};

const judgeFigures = (
  { name, violations }: Run,
  { failingSeconds, failingSecondsBack, failingShare, before, othersMeanwhile, allMeanwhile }: AttemptFigures,
): void => {
  const share = `${(failingShare * 100).toFixed(0)} % of the requests of ten seconds; the last failed after ${failingSeconds.toString()} s`;
  if (failingShare > failingShareMax) violations.add('too many requests failed', share);
  if (failingSeconds > failingSecondsMax) violations.add('requests failed for too long', share);
  if (failingSecondsBack > failingSecondsMax)
    violations.add(
      'requests failed for too long',
      `in ${failingSecondsBack.toString()} seconds once it was back`,
    );
  const [which, { p99Ms }, p99MsMax] = isOfReplies(name)
    ? (['requests whose replies were lost', allMeanwhile, repliesP99MsMax] as const)
    : (['requests to the others', othersMeanwhile, othersP99MsMax] as const);
  // A machine that was loaded before says nothing about the others.
  if (p99Ms > p99MsMax && before.p99Ms <= othersP99MsMax)
    violations.add(
      `${which} were slow`,
      `p99 ${p99Ms.toFixed(0)} ms, and ${before.p99Ms.toFixed(0)} ms before the strike`,
    );
};

const judgeTables = async (run: Run): Promise<void> => {
  const { stack, journal, receiver, client, violations, bulkTenant } = run;
  await untilCaughtUp(stack, violations);
  await client.close();
  await journal.close();
  await pause(followersMs);
  const evidence = {
    journalPath: journal.path,
    bulk: { tenantId: bulkTenant.tenantId, files: [] },
    receiver,
    listed: new Set<string>(),
    patience,
  };
  await checkAll(stack, evidence, violations);
};
