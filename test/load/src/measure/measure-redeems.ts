import type { BenchRun } from './bench-run.ts';
import { fundMembers } from './fund-members.ts';
import type { Spread } from './load-job.ts';
import { measurePhases, type Phase } from './measure-phases.ts';

/** Every second saver has fifty lots. */
const savers: Spread = { members: 10_000, memberPrefix: 'saver-' };
const hotSaver: Spread = { members: 1, memberPrefix: 'saver-' };

const evaluates = { bodies: 'evaluate', ratePerSecond: null, countsCpu: true } as const;
const redeems = { bodies: 'redeem', ratePerSecond: null, spread: savers, countsCpu: true } as const;

/** Each phase of redeems follows one of evaluates. */
export const redeemPhases: readonly Phase[] = [
  { ...redeems, title: 'redeem, 8 connections', connections: 8 },
  { ...evaluates, title: 'evaluate beside it in time, 64 connections', connections: 64 },
  { ...redeems, title: 'redeem, 64 connections', connections: 64 },
  { ...evaluates, title: 'evaluate beside it in time, 256 connections', connections: 256 },
  { ...redeems, title: 'redeem, 256 connections', connections: 256 },
  { ...redeems, title: 'redeem, idle (1 connection)', connections: 1, countsCpu: false },
  { ...redeems, title: 'redeem, one member, 64 connections', connections: 64, spread: hotSaver },
];

/** Measures redeems of R1 by members with millions of points, each phase next to evaluates of the same minute. */
export const measureRedeems = async (run: BenchRun): Promise<void> => {
  await fundRedeems(run);
  await measurePhases(run, redeemPhases);
};

/** Gives points to the members of {@link redeemPhases}. */
export const fundRedeems = async (run: BenchRun): Promise<void> => {
  run.say('Giving points to those who redeem');
  for (const contender of run.contenders) await fundMembers(contender, savers);
};
