import type { TierId } from '@loyalty/kernel';
import { tierOf } from './tier-of.ts';
import { thresholdOf, type TierHistory, type TierVersion } from './tier-version.ts';

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
  /** True when these are all of their steps. Otherwise the oldest may be a part of one. */
  readonly isLedgerWhole: boolean;
}

/** A member's move from one tier to another; no two are equal. */
export interface TierCrossing {
  readonly from: TierId | null;
  readonly to: TierId | null;
  /** What they had in the new tier: after the step that brought them there; of a change of tiers, when it was over. */
  readonly lifetimePoints: number;
  /** When the points or the change of tiers brought it about, milliseconds since the epoch. */
  readonly atMs: number;
  /** True when the tier gives its rewards for it: entered upwards, by points or by a change that said so (D93, D96). */
  readonly isRewarded: boolean;
}

/**
 * How a member came from the tier that was told last to the one that they are in: a chain, one crossing for each transaction and each
 * change of tiers that moved them. It is found by going back, over the ledger and the versions of the tiers, to the newest
 * moment at which the tier told was true. Null: older steps or older versions are needed to find it.
 */
export const tierPath = (history: TierHistory, traveller: TierTraveller): TierCrossing[] | null => {
  const { announced, lifetimePoints } = traveller;
  if (announced === tierIn(history.versions.at(-1), lifetimePoints)) return [];
  const moves: Move[] = [];
  for (const move of new WayBack(history, traveller).moves()) {
    if (move === null) return null;
    moves.unshift(move);
    if (move.from === announced) return crossingsOf(moves, lifetimePoints);
  }
  return null;
};

/** The path of a member of whom it cannot be found how they came where they are: the newest change of tiers has moved them. */
export const abruptPath = ({ versions }: TierHistory, traveller: TierTraveller): TierCrossing[] => {
  const version = versions.at(-1);
  const { announced: from, lifetimePoints: points, enrolledAtMs } = traveller;
  if (version === undefined || tierIn(version, points) === from) return [];
  const move = changeMove({ version, from, points });
  return crossingsOf([{ ...move, atMs: Math.max(move.atMs, enrolledAtMs) }], points);
};

/** A step or a change of tiers, whether it led into another tier or not. */
interface Move extends Omit<TierCrossing, 'lifetimePoints'> {
  readonly pointsBefore: number;
  readonly pointsAfter: number;
  readonly isByPoints: boolean;
}

const crossingsOf = (moves: readonly Move[], lifetimePoints: number): TierCrossing[] => {
  const crossed = moves.filter(({ from, to }) => from !== to);
  return crossed.map(({ from, to, atMs, isRewarded, isByPoints, pointsAfter }, n) => {
    const pointsAtEnd = crossed[n + 1]?.pointsBefore ?? lifetimePoints;
    return { from, to, atMs, isRewarded, lifetimePoints: isByPoints ? pointsAfter : pointsAtEnd };
  });
};

/** Goes back over what may have moved a member. */
class WayBack {
  readonly #traveller: TierTraveller;
  readonly #isHistoryWhole: boolean;
  /** Those that were in force up to where it is. */
  readonly #versions: TierVersion[];
  #points: number;
  /** Steps follow each other as in the ledger, whatever clocks said. */
  #atMs = Number.POSITIVE_INFINITY;

  constructor({ versions, isWhole }: TierHistory, traveller: TierTraveller) {
    this.#traveller = traveller;
    this.#isHistoryWhole = isWhole;
    this.#versions = [...versions];
    this.#points = traveller.lifetimePoints;
  }

  /** The newest first; null, and nothing after it, where more would have to be known. */
  *moves(): Generator<Move | null> {
    const { steps, isLedgerWhole, enrolledAtMs } = this.#traveller;
    const known = isLedgerWhole ? steps : steps.slice(0, -1);
    for (const { atMs, points } of known) {
      yield* this.#changesSince(atMs);
      yield this.#step(points);
    }
    const oldest = steps.at(known.length);
    if (oldest !== undefined) yield* this.#changesSince(oldest.atMs);
    if (!isLedgerWhole || this.#points !== 0) yield null;
    yield* this.#changesSince(enrolledAtMs);
    // Nobody has a tier before they enrol.
    const stand = this.#step(0);
    yield { ...stand, from: null, isRewarded: stand.to !== null };
  }

  *#changesSince(atMs: number): Generator<Move | null> {
    this.#atMs = Math.min(this.#atMs, atMs);
    for (let version = this.#versions.at(-1); version !== undefined; version = this.#versions.at(-1)) {
      if (version.sinceMs <= this.#atMs) return;
      this.#versions.pop();
      const before = this.#versions.at(-1);
      if (before === undefined && !this.#isHistoryWhole) yield null;
      // Of the time before the first version it is known only what was told.
      const from = before === undefined ? this.#traveller.announced : tierIn(before, this.#points);
      yield changeMove({ version, from, points: this.#points });
    }
  }

  #step(points: number): Move {
    const version = this.#versions.at(-1);
    const [pointsBefore, pointsAfter] = [this.#points - points, this.#points];
    this.#points = pointsBefore;
    const [from, to] = [tierIn(version, pointsBefore), tierIn(version, pointsAfter)];
    const isRewarded = isUpwards(version, { from, to });
    return { from, to, atMs: this.#atMs, isRewarded, pointsBefore, pointsAfter, isByPoints: true };
  }
}

interface MovingChange {
  readonly version: TierVersion;
  readonly from: TierId | null;
  readonly points: number;
}

const changeMove = ({ version, from, points }: MovingChange): Move => {
  const to = tierIn(version, points);
  const isRewarded = to !== null && version.grantedTierIds.includes(to) && isUpwards(version, { from, to });
  const atMs = version.sinceMs;
  return { from, to, atMs, isRewarded, pointsBefore: points, pointsAfter: points, isByPoints: false };
};

/** From a tier that is gone nobody rises: its members were moved by the change that took it away. */
const isUpwards = (
  version: TierVersion | undefined,
  { from, to }: Pick<TierCrossing, 'from' | 'to'>,
): boolean => {
  if (version === undefined || to === null) return false;
  if (from === null) return true;
  const [before, after] = [thresholdOf(version, from), thresholdOf(version, to)];
  return before !== null && after !== null && before < after;
};

const tierIn = (version: TierVersion | undefined, lifetimePoints: number): TierId | null =>
  version === undefined ? null : tierOf(version.tiers, lifetimePoints);
