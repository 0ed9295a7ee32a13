import type { TierId } from '@loyalty/kernel';
import { tierOf, type TierThreshold } from './tier-of.ts';

/** What one transaction added to the lifetime points. */
export interface EarnStep {
  readonly points: number;
  /** When it was entered into the ledger, milliseconds since the epoch. */
  readonly atMs: number;
}

/** A member as far as the tiers that they went through can be told. */
export interface TierTraveller {
  /** The tier that was told of them last; null for none. */
  readonly announced: TierId | null;
  readonly lifetimePoints: number;
  readonly enrolledAtMs: number;
  /** Their newest steps, newest first. */
  readonly steps: readonly EarnStep[];
}

/** A member's move from one tier to another; no two are equal. */
export interface TierCrossing {
  readonly from: TierId | null;
  readonly to: TierId | null;
  /** What they had after it. */
  readonly lifetimePoints: number;
  /** When points brought it about, milliseconds since the epoch; null: a change of the tiers did. */
  readonly atMs: number | null;
}

/** Lifetime points after a step, or on enrolling. */
interface Stand {
  readonly lifetimePoints: number;
  readonly atMs: number;
}

/**
 * How a member came from the tier that was told last to the one that their lifetime points reach: a chain, one crossing for each
 * transaction that passed a threshold. It is found by going back over the ledger to where that tier was true; where it was not
 * within the steps given, the tiers were changed, and the move is one.
 */
export const tierPath = (tiers: readonly TierThreshold[], traveller: TierTraveller): TierCrossing[] => {
  const { announced, lifetimePoints } = traveller;
  const derived = tierOf(tiers, lifetimePoints);
  if (derived === announced) return [];
  const stands = standsSince(tiers, traveller);
  if (stands === null) return [{ from: announced, to: derived, lifetimePoints, atMs: null }];
  const crossings: TierCrossing[] = [];
  let from = announced;
  for (const stand of stands) {
    const to = tierOf(tiers, stand.lifetimePoints);
    if (to === from) continue;
    crossings.push({ from, to, ...stand });
    from = to;
  }
  return crossings;
};

/** What the member had since the announced tier was true, oldest first; null when that is not known. */
const standsSince = (
  tiers: readonly TierThreshold[],
  { announced, lifetimePoints, enrolledAtMs, steps }: TierTraveller,
): Stand[] | null => {
  const stands: Stand[] = [];
  let before = lifetimePoints;
  for (const { points, atMs } of steps) {
    stands.unshift({ lifetimePoints: before, atMs });
    before -= points;
    if (tierOf(tiers, before) === announced) return stands;
  }
  // Nobody has a tier before they enrol.
  return before === 0 && announced === null ? [{ lifetimePoints: 0, atMs: enrolledAtMs }, ...stands] : null;
};
