import { setTimeout as pause } from 'node:timers/promises';
import type { BenchRun } from './bench-run.ts';
import { withAllConfigured } from './configure-whole.ts';
import { evaluatePhases } from './measure-evaluates.ts';
import { measurePhases, type Phase } from './measure-phases.ts';
import { redeemPhases, fundRedeems } from './measure-redeems.ts';
import { streamTo } from './measure-stream.ts';
import { untilFollowed } from './until-followed.ts';
import { totalOf, usedSince, usesOf } from './uses.ts';

const idleMs = 10_000;
/** The phases that measure a tenant with everything configured. */
const titlesConfigured = ['evaluate, 64 connections', 'fixed 300/s'];

/**
 * Measures all seven services together, as a retailer runs them. First with five campaigns only, then also with tiers, twenty
 * dynamic segments and an endpoint. The load is on our tenant; the monolith has none of these features.
 */
export const measureWhole = async (run: BenchRun): Promise<void> => {
  run.say('The whole: nothing configured but five campaigns');
  await measureIdle(run);
  await fundRedeems(run);
  await measurePhases(run, [...evaluatePhases, ...redeemPhases.filter(isOfTheWhole)]);
  await stream(run, 'nothing configured');
  run.say('The whole: three tiers, twenty segments and an endpoint configured');
  await withAllConfigured(run, async () => {
    const phases = evaluatePhases.filter(({ title }) => titlesConfigured.includes(title));
    await measurePhases(run, phases.map(configured));
    await stream(run, 'all configured');
  });
};

const isOfTheWhole = ({ title }: Phase): boolean => /^redeem, (8|64) connections$/.test(title);

const configured = (phase: Phase): Phase => ({ ...phase, title: `configured: ${phase.title}` });

/** Measures the cost of an idle stack. */
const measureIdle = async (run: BenchRun): Promise<void> => {
  const [ours] = run.contenders;
  await untilFollowed(run.stack);
  await pause(idleMs / 2);
  const before = usesOf(ours);
  await pause(idleMs);
  const used = usedSince(before, ours);
  const { cpuSeconds, wakeUps } = totalOf(used);
  const seconds = idleMs / 1_000;
  run.figures.add('engine', { title: 'idle: processor time', unit: 'ms/s' }, (cpuSeconds * 1_000) / seconds);
  run.figures.add('engine', { title: 'idle: wake-ups', unit: '/s' }, wakeUps / seconds);
  const parts = Object.entries(used).map(([name, use]) => `${name} ${(use.wakeUps / seconds).toFixed(0)}`);
  run.say(
    `  idle: ${((cpuSeconds * 1_000) / seconds).toFixed(0)} ms/s, ${(wakeUps / seconds).toFixed(0)} wake-ups/s: ${parts.join(', ')}`,
  );
};

const stream = async (run: BenchRun, how: string): Promise<void> => {
  const [{ tenantId }] = run.contenders;
  for (let round = 1; round <= run.options.rounds; round += 1) {
    const label = `${how.replaceAll(' ', '-')}-${round.toString()}`;
    await streamTo(run, tenantId, { label, copies: 2, title: `streamed receipts, ${how}` });
    const seconds = await untilFollowed(run.stack);
    run.say(`           followers ${seconds.toFixed(1)} s behind`);
    run.figures.add(
      'engine',
      { title: `streamed receipts, ${how}: followers behind it`, unit: 's' },
      seconds,
    );
  }
};
