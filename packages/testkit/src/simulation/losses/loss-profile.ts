import type { FaultProfile } from '../fault-profile.ts';
import type { Random } from '../random.ts';

/** The losses, and the addition of partitions. */
export const lossNames = ['set-back', 'log-cut', 'log-begins-later', 'partitions-added'] as const;

export type LossName = (typeof lossNames)[number];

/** The state of Redis after a set-back of the database. */
export type CacheFate = 'kept' | 'lost' | 'older';

/** The losses of a run, and their chances. */
export interface LossProfile {
  readonly losses: readonly LossName[];
  /** The chance of a loss at each step. */
  readonly chance: number;
  /** The maximum number of commits that are lost at once. */
  readonly commitsMax: number;
  readonly cacheFates: readonly CacheFate[];
  /** The chance that a process is killed when the database is set back, and the chance that all are. */
  readonly killChance: number;
  readonly killAllChance: number;
  /** The chance that sending a message also changes a configuration. */
  readonly configurationChance: number;
  /** The chances of redeems, which have the most to lose; members have points to redeem. */
  readonly workload: Pick<FaultProfile, 'redeemChance' | 'members'>;
  /** How long the caller of a redeem waits. */
  readonly waitMs: number;
}

/** The number of commits that are kept, and the most that can be lost at once. */
export const commitsKept = 60;

export const drawLossProfile = (random: Random): LossProfile => ({
  losses: drawLosses(random),
  chance: random.pick([0.004, 0.01, 0.02]),
  commitsMax: random.pick([2, 8, 25, commitsKept]),
  cacheFates: random.pick([['kept'], ['kept'], ['kept', 'lost', 'older']]),
  killChance: random.pick([0, 0.5]),
  killAllChance: random.pick([0, 0, 0.3]),
  configurationChance: random.pick([0.1, 0.5]),
  workload: { redeemChance: random.pick([0.3, 0.5]), members: random.between(1, 4) },
  waitMs: random.pick([3_000, 8_000]),
});

/** Most runs are set back: that affects most of the cached state. */
const drawLosses = (random: Random): LossName[] => {
  const drawn = lossNames.filter((name) => random.chance(name === 'set-back' ? 0.8 : 0.4));
  return drawn.length === 0 ? [random.pick(lossNames)] : drawn;
};
