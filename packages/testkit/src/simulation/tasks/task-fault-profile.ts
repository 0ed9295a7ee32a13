import type { Random } from '../random.ts';

/** The faults around due tasks. */
export const workFaultNames = ['crash', 'stop', 'freeze', 'database-away', 'clock-step', 'blackout'] as const;

export type TaskFaultName = (typeof workFaultNames)[number];

/** The behaviour of a destination. */
export type Manner = 'quick' | 'leisurely' | 'slow' | 'busy' | 'away' | 'hangs' | 'moody' | 'deadly';

/** The kind of run that a seed draws; each has its own few faults. */
export interface TaskFaultProfile {
  readonly processes: number;
  /** The manners of destinations; there is one destination for each. */
  readonly manners: readonly Manner[];
  readonly jobs: number;
  readonly limits: {
    readonly initial: number;
    readonly max: number;
    readonly openAfterFailures?: number;
    readonly openMs?: number;
  };
  readonly faults: readonly TaskFaultName[];
  /** The chance of a fault at each step. */
  readonly faultChance: number;
  /** The chance that a recording transaction throws after it has written, because of a defect. */
  readonly failChance: number;
  readonly refusal: number;
  readonly loss: number;
  /** The number of steps before faults stop. */
  readonly steps: number;
}

const manners: readonly Manner[] = ['quick', 'quick', 'slow', 'busy', 'away', 'hangs', 'moody', 'deadly'];

export const drawTaskFaultProfile = (random: Random): TaskFaultProfile => ({
  processes: random.between(1, 3),
  manners: Array.from({ length: random.between(1, 6) }, () => random.pick(manners)),
  jobs: random.pick([1, 10, 60, 150]),
  limits: {
    initial: random.between(1, 4),
    max: random.between(4, 16),
    ...(random.chance(0.5) && { openAfterFailures: random.between(2, 10), openMs: 3_000 }),
  },
  faults: workFaultNames.filter(() => random.chance(0.5)),
  faultChance: random.pick([0, 0.004, 0.01, 0.03]),
  failChance: random.pick([0, 0, 0.05, 0.2]),
  refusal: random.pick([0, 0, 0.01, 0.05]),
  loss: random.pick([0, 0, 0.01, 0.05]),
  steps: random.between(300, 1_500),
});
