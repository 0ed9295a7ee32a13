import type { TierId } from '@loyalty/kernel';
import { type Tier, tierOf, type TierThreshold } from './tier.ts';

/** One transaction's addition to the lifetime points. */
export interface EarnStep {
  readonly points: number;
  /** When it was entered into the ledger, milliseconds since the epoch. */
  readonly atMs: number;
}

/** The data of a member from which the path through the tiers is derived. */
export interface TierPathMember {
  /** The tier announced last; null for none. */
  readonly announced: TierId | null;
  readonly lifetimePoints: number;
  readonly enrolledAtMs: number;
  /** The member's newest steps, newest first. */
  readonly steps: readonly EarnStep[];
  /** True when these are all steps of the member. Otherwise the oldest may be incomplete. */
  readonly isLedgerWhole: boolean;
}

/** A member's move from one tier to another, different one. */
export interface TierCrossing {
  readonly from: TierId | null;
  readonly to: TierId | null;
  /** The member's lifetime points: after the step, or for a change of tiers at the next move. */
  readonly lifetimePoints: number;
  /** When the points or the change of tiers caused it, milliseconds since the epoch. */
  readonly atMs: number;
  /** The tier gives its rewards: entered upwards, by points or by a change that grants them (D93, D96). */
  readonly isRewarded: boolean;
}

/**
 * Returns the member's crossings from the tier announced last to the present one, one for each transaction
 * and each change of tiers that moved them. It goes back over the ledger and the versions of the tiers to the
 * newest moment at which the announced tier was true. Null when that needs older steps or versions.
 */
export const tierPath = (history: TierHistory, member: TierPathMember): TierCrossing[] | null => {
  const { announced, lifetimePoints } = member;
  if (announced === tierIn(history.versions.at(-1), lifetimePoints)) return [];
  const moves: TierMove[] = [];
  for (const move of new BackwardWalk(history, member).moves()) {
    if (move === null) return null;
    moves.unshift(move);
    if (move.from === announced) return crossingsOf(moves, lifetimePoints);
  }
  return null;
};

/** For a member whose path is unknown: the newest change of tiers is taken to have moved them. */
export const assumedPath = ({ versions }: TierHistory, member: TierPathMember): TierCrossing[] => {
  const version = versions.at(-1);
  const { announced: from, lifetimePoints: points, enrolledAtMs } = member;
  if (version === undefined || tierIn(version, points) === from) return [];
  const move = changeMove(version, from, points);
  return crossingsOf([{ ...move, atMs: Math.max(move.atMs, enrolledAtMs) }], points);
};

/** A step or a change of tiers, even one that led into no other tier. */
interface TierMove extends Omit<TierCrossing, 'lifetimePoints'> {
  readonly pointsBefore: number;
  readonly pointsAfter: number;
  readonly isByPoints: boolean;
}

const crossingsOf = (moves: readonly TierMove[], lifetimePoints: number): TierCrossing[] => {
  const crossed = moves.filter(({ from, to }) => from !== to);
  return crossed.map(({ from, to, atMs, isRewarded, isByPoints, pointsAfter }, n) => {
    const pointsAtEnd = crossed[n + 1]?.pointsBefore ?? lifetimePoints;
    return { from, to, atMs, isRewarded, lifetimePoints: isByPoints ? pointsAfter : pointsAtEnd };
  });
};

/** Walks back over the steps and changes that may have moved a member. */
class BackwardWalk {
  readonly #member: TierPathMember;
  readonly #isHistoryWhole: boolean;
  /** The versions in force up to the present place of the walk. */
  readonly #versions: TierVersion[];
  #points: number;
  /** Steps are taken in the order of the ledger, even where clocks went back. */
  #atMs = Number.POSITIVE_INFINITY;

  constructor({ versions, isWhole }: TierHistory, member: TierPathMember) {
    this.#member = member;
    this.#isHistoryWhole = isWhole;
    this.#versions = [...versions];
    this.#points = member.lifetimePoints;
  }

  /** Yields the moves, newest first. Yields null and stops where older data would be needed. */
  *moves(): Generator<TierMove | null> {
    const { steps, isLedgerWhole, enrolledAtMs } = this.#member;
    const known = isLedgerWhole ? steps : steps.slice(0, -1);
    for (const { atMs, points } of known) {
      yield* this.#changesSince(atMs);
      yield this.#step(points);
    }
    const oldest = steps.at(known.length);
    if (oldest !== undefined) yield* this.#changesSince(oldest.atMs);
    if (!isLedgerWhole || this.#points !== 0) yield null;
    yield* this.#changesSince(enrolledAtMs);
    // A member has no tier before they enrol.
    const stand = this.#step(0);
    yield { ...stand, from: null, isRewarded: stand.to !== null };
  }

  *#changesSince(atMs: number): Generator<TierMove | null> {
    this.#atMs = Math.min(this.#atMs, atMs);
    for (let version = this.#versions.at(-1); version !== undefined; version = this.#versions.at(-1)) {
      if (version.sinceMs <= this.#atMs) return;
      this.#versions.pop();
      const before = this.#versions.at(-1);
      if (before === undefined && !this.#isHistoryWhole) yield null;
      // Of the time before the first version only the announced tier is known.
      const from = before === undefined ? this.#member.announced : tierIn(before, this.#points);
      yield changeMove(version, from, this.#points);
    }
  }

  #step(points: number): TierMove {
    const version = this.#versions.at(-1);
    const [pointsBefore, pointsAfter] = [this.#points - points, this.#points];
    this.#points = pointsBefore;
    const [from, to] = [tierIn(version, pointsBefore), tierIn(version, pointsAfter)];
    const isRewarded = isUpwards(version, { from, to });
    return { from, to, atMs: this.#atMs, isRewarded, pointsBefore, pointsAfter, isByPoints: true };
  }
}

const changeMove = (version: TierVersion, from: TierId | null, points: number): TierMove => {
  const to = tierIn(version, points);
  const isRewarded = to !== null && version.grantedTierIds.includes(to) && isUpwards(version, { from, to });
  const atMs = version.sinceMs;
  return { from, to, atMs, isRewarded, pointsBefore: points, pointsAfter: points, isByPoints: false };
};

/** From a deleted tier nobody rises: its deletion moved its members. */
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

/** The thresholds of an environment between two changes. */
export interface TierVersion {
  /** When the change was made, milliseconds since the epoch. */
  readonly sinceMs: number;
  readonly tiers: readonly TierThreshold[];
  /** Tiers that give their rewards to the members whom this change moved up into them (D93). */
  readonly grantedTierIds: readonly TierId[];
}

/** The thresholds that were in force, the oldest version first. */
export interface TierHistory {
  readonly versions: readonly TierVersion[];
  /** True: there is no older version, here or elsewhere. False: there may be older versions. */
  readonly isWhole: boolean;
}

/**
 * Returns the history that the tiers alone give: since when their thresholds are in force. Without a tier not
 * even that is known.
 */
export const presentTiers = (tiers: readonly Tier[]): TierHistory => ({
  versions: [{ sinceMs: thresholdsSetAtMs(tiers), tiers, grantedTierIds: [] }],
  isWhole: false,
});

const thresholdsSetAtMs = (tiers: readonly Tier[]): number =>
  tiers.length === 0 ? Number.POSITIVE_INFINITY : Math.max(...tiers.map((tier) => tier.thresholdsSetAtMs));

/**
 * Returns the stored versions that led to these tiers, the oldest first. Leaves out versions stored after the
 * tiers were read. Tiers that no stored version has, because an older build changed them, become a version of
 * their own.
 */
export const tierHistoryOf = (tiers: readonly Tier[], stored: readonly TierVersion[]): TierHistory => {
  const present = stored.findLastIndex((version) => hasThresholds(version, tiers));
  if (present !== -1) return { versions: stored.slice(0, present + 1), isWhole: true };
  const sinceMs = Math.max(
    0,
    (stored.at(-1)?.sinceMs ?? -1) + 1,
    ...tiers.map((tier) => tier.thresholdsSetAtMs),
  );
  return { versions: [...stored, { sinceMs, tiers, grantedTierIds: [] }], isWhole: true };
};

const hasThresholds = (version: TierVersion, tiers: readonly TierThreshold[]): boolean =>
  version.tiers.length === tiers.length &&
  tiers.every(({ id, minLifetimePoints }) => thresholdOf(version, id) === minLifetimePoints);

/** Returns the threshold of a tier in a version; null when the version has no such tier. */
export const thresholdOf = ({ tiers }: TierVersion, tierId: TierId): number | null =>
  tiers.find(({ id }) => id === tierId)?.minLifetimePoints ?? null;
