import { setTimeout as pause } from 'node:timers/promises';
import type { BenchRun } from './bench-run.ts';
import { withAllConfigured } from './configure-whole.ts';
import { evaluatePhases } from './measure-evaluates.ts';
import { measurePhases, type Phase } from './measure-phases.ts';
import { redeemPhases, fundRedeems } from './measure-redeems.ts';
import { measureStreamsOfWhole } from './measure-streams-of-whole.ts';
import { untilFollowed } from './until-followed.ts';
import { totalOf, type Used, usedSince, usesOf } from './uses.ts';

const idleMs = 10_000;
/** A load leaves checkpoints and dead rows behind. */
const settlingMs = 60_000;
/** The phases that measure a tenant with everything configured. */
const titlesConfigured = ['evaluate, 64 connections', 'fixed 300/s'];

/**
 * Measures all seven services together, as a retailer runs them. First with five campaigns only, then also with tiers, twenty
 * dynamic segments and an endpoint. The load is on our tenant; the monolith has none of these features.
 */
export const measureWhole = async (run: BenchRun): Promise<void> => {
  run.say('The whole: nothing configured but five campaigns');
  await measureIdle(run, 'idle');
  await fundRedeems(run);
  await measurePhases(run, [...evaluatePhases, ...redeemPhases.filter(isOfTheWhole)]);
  await measureStreamsOfWhole(run, { how: 'nothing configured', roundsBefore: 0, endpoint: null });
  await pause(settlingMs);
  await measureIdle(run, 'idle once warm');
  run.say('The whole: three tiers, twenty segments and an endpoint configured');
  await withAllConfigured(run, async (endpoint) => {
    const phases = evaluatePhases.filter(({ title }) => titlesConfigured.includes(title));
    await measurePhases(run, phases.map(configured));
    const roundsBefore = run.options.rounds;
    await measureStreamsOfWhole(run, { how: 'all configured', roundsBefore, endpoint });
  });
};

const isOfTheWhole = ({ title }: Phase): boolean => /^redeem, (8|64) connections$/.test(title);

const configured = (phase: Phase): Phase => ({ ...phase, title: `configured: ${phase.title}` });

/** Measures the cost of an idle stack. Just started, it runs code that is not compiled yet. */
const measureIdle = async (run: BenchRun, title: string): Promise<void> => {
  const [ours] = run.contenders;
  await untilFollowed(run.stack);
  await pause(idleMs / 2);
  const before = usesOf(ours);
  await pause(idleMs);
  const used = usedSince(before, ours);
  const { cpuSeconds, wakeUps } = totalOf(used);
  const seconds = idleMs / 1_000;
  run.figures.add(
    'engine',
    { title: `${title}: processor time`, unit: 'ms/s' },
    (cpuSeconds * 1_000) / seconds,
  );
  run.figures.add('engine', { title: `${title}: wake-ups`, unit: '/s' }, wakeUps / seconds);
  noteServices(run, used, title);
  const parts = Object.entries(used).map(([name, use]) =>
    [name, ((use.cpuSeconds * 1_000) / seconds).toFixed(1), (use.wakeUps / seconds).toFixed(0)].join(' '),
  );
  run.say(
    `  ${title}: ${((cpuSeconds * 1_000) / seconds).toFixed(0)} ms/s, ${(wakeUps / seconds).toFixed(0)} wake-ups/s: ${parts.join(', ')}`,
  );
};

const noteServices = (run: BenchRun, used: Readonly<Record<string, Used>>, title: string): void => {
  const ofServices = Object.entries(used).filter(([name]) => name in run.stack.services);
  const { cpuSeconds, wakeUps } = totalOf(Object.fromEntries(ofServices));
  const [msOfSecond, ofSecond] = [(cpuSeconds * 1e6) / idleMs, (wakeUps * 1e3) / idleMs];
  run.figures.add('engine', { title: `${title}: processor time of the services`, unit: 'ms/s' }, msOfSecond);
  run.figures.add('engine', { title: `${title}: wake-ups of the services`, unit: '/s' }, ofSecond);
  run.say(`  the services: ${msOfSecond.toFixed(0)} ms/s, ${ofSecond.toFixed(0)} wake-ups/s`);
};
