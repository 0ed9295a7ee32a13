import { setTimeout as pause } from 'node:timers/promises';
import { askOurs } from '../ask-ours.ts';
import { mixedCampaigns, type Contender } from '../contender.ts';
import { openOurTenant } from '../our-service.ts';
import type { BenchRun } from './bench-run.ts';
import { usedSince, usesOf } from './uses.ts';

const people = 50;
/** The console's overview asks this often. */
const oftenMs = 5_000;
const rarelyMs = 60_000;
const often = ['GET /activity?step=minute', 'GET /activity/campaigns'];
const rarely = ['GET /campaigns?limit=200', 'GET /webhooks', 'GET /rewards?state=FAILED'];
const idleMs = 15_000;
const openMs = 60_000;
/** The processes that work for people. */
const judged = ['ingress', 'postgres'];

/** Measures what fifty people with the overview of one tenant open cost, beyond a stack at rest. */
export const measurePeople = async (run: BenchRun): Promise<void> => {
  run.say(`${people.toString()} people with the overview open`);
  const ours = await openOurTenant(run.stack, mixedCampaigns);
  for (let n = 0; n < 20; n += 1)
    await askOurs(ours, 'POST /transactions/evaluate', {
      transactionRef: `seen-${n.toString()}`,
      memberRef: `somebody-${n.toString()}`,
      amount: 10_000,
    });
  await pause(idleMs);
  const idle = await useOf(ours, () => pause(idleMs));
  const open = await useOf(ours, () => openOverviews(ours));
  for (const name of judged) {
    const msPerSecond = (open.get(name) ?? 0) - (idle.get(name) ?? 0);
    run.figures.add('engine', { title: `50 people: ${name}`, unit: 'ms/s' }, msPerSecond);
    run.say(`  ${name.padEnd(20)}${msPerSecond.toFixed(1).padStart(6)} ms/s`);
  }
};

/** Milliseconds of the processor a second, by process. */
const useOf = async (ours: Contender, work: () => Promise<void>): Promise<ReadonlyMap<string, number>> => {
  const before = usesOf(ours);
  const beganMs = performance.now();
  await work();
  const seconds = (performance.now() - beganMs) / 1_000;
  return new Map(
    Object.entries(usedSince(before, ours)).map(([name, { cpuSeconds }]) => [
      name,
      (cpuSeconds * 1_000) / seconds,
    ]),
  );
};

/** All of them for a minute, each at times of their own. */
const openOverviews = async (ours: Contender): Promise<void> => {
  const untilMs = performance.now() + openMs;
  const each = async (asked: readonly string[], everyMs: number, after: number): Promise<void> => {
    await pause(after * everyMs);
    while (performance.now() < untilMs) {
      const rest = pause(everyMs);
      await Promise.all(asked.map((one) => askOurs(ours, one)));
      await rest;
    }
  };
  await Promise.all(
    Array.from({ length: people }, (_, n) =>
      Promise.all([each(often, oftenMs, n / people), each(rarely, rarelyMs, n / people)]),
    ),
  );
};
