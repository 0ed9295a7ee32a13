import type { JobSchedule } from '@loyalty/jobs/job';
import type { Random } from '../random.ts';

export const jobFaultNames = [
  'crash',
  'stop',
  'freeze',
  'database-away',
  'session-dropped',
  'lock-lost',
  'clock-step',
  'unpublished',
  'blackout',
] as const;

export type JobFaultName = (typeof jobFaultNames)[number];

/** The kind of run that a seed draws; each has its own few faults. */
export interface JobFaultProfile {
  readonly processes: number;
  /** The number of members of each environment. */
  readonly members: readonly number[];
  readonly schedule: JobSchedule;
  readonly sizes: { readonly min: number; readonly max: number };
  /** Work that is free after a rest, in milliseconds. */
  readonly burstMs: number;
  /** The interval at which a leader checks that it still leads. The longer it is, the longer two may lead. */
  readonly pingEveryMs: number;
  readonly faults: readonly JobFaultName[];
  /** The chance of a fault at each step. */
  readonly faultChance: number;
  /** The chance that a chunk throws after it has written. */
  readonly failChance: number;
  /**
   * The chance that the database refuses a call, and the chance that it executes a call whose result is lost.
   */
  readonly refusal: number;
  readonly loss: number;
  /** The number of steps before faults stop. */
  readonly steps: number;
}

/** The simulated time begins at 22:13 UTC, so most runs of the simulation include a daily run. */
const schedules: readonly JobSchedule[] = [
  { everyMs: 5_000 },
  { everyMs: 20_000 },
  { everyMs: 300_000 },
  { dailyAtHourUtc: 22 },
  { dailyAtHourUtc: 23 },
];

export const drawJobFaultProfile = (random: Random): JobFaultProfile => {
  const min = random.between(1, 5);
  return {
    processes: random.between(1, 3),
    members: Array.from({ length: random.between(1, 4) }, () => random.pick([0, 1, 7, 40, 120, 300])),
    schedule: random.pick(schedules),
    sizes: { min, max: min + random.pick([0, 5, 20]) },
    burstMs: random.pick([0, 2_000, 20_000]),
    pingEveryMs: random.pick([2_000, 5_000, 9_000]),
    faults: jobFaultNames.filter(() => random.chance(0.5)),
    faultChance: random.pick([0, 0.004, 0.01, 0.03]),
    failChance: random.pick([0, 0, 0.05, 0.3]),
    refusal: random.pick([0, 0, 0.01, 0.05]),
    loss: random.pick([0, 0, 0.01, 0.05]),
    steps: random.between(300, 1_500),
  };
};
