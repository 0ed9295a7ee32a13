import { setTimeout as pause } from 'node:timers/promises';
import { seededRandom } from '@loyalty/kernel/testing';
import { type OwnStack, type StartedService, startService } from '@loyalty/stack';
import { eventually } from '@loyalty/testkit/runs';
import { SecondEngine } from '../faults/engines.ts';
import { Client } from '../load/client.ts';
import { Journal } from '../load/journal.ts';
import { createProbes, type Probes, probesCount } from '../load/probes.ts';
import { medianOf } from '../median.ts';
import { pidOf, runs } from '../pid-of.ts';
import { say } from '../say.ts';
import { activateCampaign, createBareTenant } from '../tenants.ts';
import { Violations } from '../violations.ts';
import { killServers } from './kill-servers.ts';
import { loseNode } from './lose-node.ts';
import type { Served } from './steady-load.ts';
import { restMs, type Run, underLoad } from './under-load.ts';

/** The promised bounds, in milliseconds. */
const bounds = { killMedian: 2_500, joinLongest: 1_000, restartP99: 250 };
const joiners = 4;

interface TakeoverOptions {
  /** How often one of two engines is killed. */
  readonly kills: number;
  readonly seed: number;
}

/** Runs all parts and returns what was promised and not kept. */
export const runTakeovers = async (stack: OwnStack, options: TakeoverOptions): Promise<readonly string[]> => {
  const violations = new Violations();
  const tenant = await createBareTenant(stack, 'One');
  await activateCampaign(
    { stack, tenant },
    { name: 'Points', earningRule: { type: 'SPEND_PERCENTAGE', percentage: 1 } },
  );
  const run = { stack, tenant, violations };
  const second = new SecondEngine(stack, 'earn-engine');
  try {
    await withProbes(run, async (probes) => {
      await killInTurn({ ...run, probes }, second, options);
      await loseNode(run, second, probes);
      await second.stop();
      await killServers({ ...run, probes }, options.kills);
    });
    await second.ensure();
    const engines = await joinAtOnce(run);
    await restartInTurn(run, engines);
    for (const engine of engines) await engine.stop();
  } finally {
    await second.stop();
  }
  return violations.lines();
};

const withProbes = async (
  { stack, tenant, violations }: Run,
  work: (probes: Probes) => Promise<void>,
): Promise<void> => {
  const journal = new Journal(`${stack.home}/journal.ndjson`);
  const client = new Client(stack.now().baseUrl, probesCount, violations);
  try {
    await work(createProbes(client, journal, tenant));
  } finally {
    await client.close();
    await journal.close();
  }
};

const killInTurn = async (
  { stack, violations, probes }: Run & { readonly probes: Probes },
  second: SecondEngine,
  { kills, seed }: TakeoverOptions,
): Promise<void> => {
  const random = seededRandom(seed);
  const silentMs: number[] = [];
  for (let kill = 0; kill < kills; kill += 1) {
    await second.ensure();
    // The supervisor waits longer each time before it starts one again that lived for a short time only.
    await eventually('the engine of the stack runs', () => runs(stack, 'earn-engine'));
    await pause(restMs);
    await probes.evaluate();
    if (random() < 0.5) process.kill(pidOf(stack, 'earn-engine'), 'SIGKILL');
    else second.kill();
    silentMs.push(await probes.evaluate());
    say(`  killed: every partition answered after ${(silentMs.at(-1) ?? 0).toFixed(0)} ms`);
  }
  const median = medianOf(silentMs);
  say(
    `Killed ${kills.toString()} times: median ${median.toFixed(0)} ms, longest ${Math.max(...silentMs).toFixed(0)} ms`,
  );
  if (median > bounds.killMedian) violations.add('silent after a kill', `${median.toFixed(0)} ms`);
};

const joinAtOnce = async (run: Run): Promise<StartedService[]> => {
  const { stack, violations } = run;
  let engines: StartedService[] = [];
  const served = await underLoad(run, 'join', async () => {
    engines = await Promise.all(
      Array.from({ length: joiners }, () => startService({ name: 'earn-engine', stack: stack.now() })),
    );
  });
  say(`2 → 6 engines: ${lineOf(served)}`);
  if (served.failed > 0) violations.add('failed while engines joined', lineOf(served));
  if (served.longestMs > bounds.joinLongest) violations.add('silent while engines joined', lineOf(served));
  return engines;
};

const restartInTurn = async (run: Run, engines: StartedService[]): Promise<void> => {
  const { stack, violations } = run;
  const served = await underLoad(run, 'restart', async () => {
    for (const [place, engine] of engines.entries()) {
      await engine.stop();
      engines[place] = await startService({ name: 'earn-engine', stack: stack.now() });
      await pause(restMs);
    }
  });
  say(`Each restarted in turn: ${lineOf(served)}`);
  if (served.failed > 0) violations.add('failed while engines restarted', lineOf(served));
  if (served.p99Ms > bounds.restartP99) violations.add('slow while engines restarted', lineOf(served));
};

const lineOf = ({ sent, failed, p99Ms, longestMs }: Served): string =>
  `${sent.toString()} sent, ${failed.toString()} failed, p99 ${p99Ms.toFixed(0)} ms, longest ${longestMs.toFixed(0)} ms`;
