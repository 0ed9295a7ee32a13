import type { TierId } from '@loyalty/kernel';
import { type Tier, tierOf, type TierThreshold } from './tier.ts';

export interface EarnStep {
  readonly points: number;
  readonly atMs: number;
}

export interface TierPathMember {
  readonly announced: TierId | null;
  readonly lifetimePoints: number;
  readonly enrolledAtMs: number;
  /** The steps, newest first. */
  readonly steps: readonly EarnStep[];
  /** True if these are all steps. Otherwise the oldest one may be incomplete. */
  readonly isLedgerWhole: boolean;
}

export interface TierCrossing {
  readonly from: TierId | null;
  readonly to: TierId | null;
  /** The points after the step or, for a change of tiers, at the next move. */
  readonly lifetimePoints: number;
  readonly atMs: number;
  /** True if the tier was entered upwards, by points or by a change that grants its rewards (D93, D96). */
  readonly isRewarded: boolean;
  /** The tiers whose thresholds the member passed upwards, by points. */
  readonly reached: readonly TierId[];
  /** The tiers below whose thresholds a return took the member (D304); a change of tiers never does. */
  readonly lost: readonly TierId[];
}

/**
 * Returns the path from the tier announced last to the present one, with one crossing for each transaction
 * and each change of tiers that moved the member. It goes back to the newest moment at which the announced
 * tier was true. Null means that it needs older steps or versions.
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

/**
 * Returns the path of a member whose path is unknown. It assumes that the newest change of tiers moved the
 * member.
 */
export const assumedPath = ({ versions }: TierHistory, member: TierPathMember): TierCrossing[] => {
  const version = versions.at(-1);
  const { announced: from, lifetimePoints: points, enrolledAtMs } = member;
  if (version === undefined || tierIn(version, points) === from) return [];
  const move = changeMove(version, from, points);
  return crossingsOf([{ ...move, atMs: Math.max(move.atMs, enrolledAtMs) }], points);
};

/** Returns all moves that the steps and versions show, and the enrolment, newest first. */
export const tierMoves = (history: TierHistory, member: TierPathMember): TierMove[] => {
  const moves: TierMove[] = [];
  for (const move of new BackwardWalk(history, member).moves()) {
    if (move === null) break;
    moves.push(move);
  }
  return moves.filter(({ from, to }) => from !== to);
};

export interface TierMove extends Omit<TierCrossing, 'lifetimePoints'> {
  readonly pointsBefore: number;
  readonly pointsAfter: number;
  readonly isByPoints: boolean;
}

const crossingsOf = (moves: readonly TierMove[], lifetimePoints: number): TierCrossing[] => {
  const crossed = moves.filter(({ from, to }) => from !== to);
  return crossed.map(({ from, to, atMs, isRewarded, reached, lost, isByPoints, pointsAfter }, n) => {
    const pointsAtEnd = crossed[n + 1]?.pointsBefore ?? lifetimePoints;
    const points = isByPoints ? pointsAfter : pointsAtEnd;
    return { from, to, atMs, isRewarded, reached, lost, lifetimePoints: points };
  });
};

class BackwardWalk {
  readonly #member: TierPathMember;
  readonly #isHistoryWhole: boolean;
  readonly #versions: TierVersion[];
  #points: number;
  /** Steps keep the order of the ledger, even where clocks went back. */
  #atMs = Number.POSITIVE_INFINITY;

  constructor({ versions, isWhole }: TierHistory, member: TierPathMember) {
    this.#member = member;
    this.#isHistoryWhole = isWhole;
    this.#versions = [...versions];
    this.#points = member.lifetimePoints;
  }

  /** Newest first. Yields null and stops where older data would be needed. */
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
    const reached = stand.to === null ? [] : [stand.to];
    yield { ...stand, from: null, isRewarded: stand.to !== null, reached };
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
    const reached = tiersBetween(version, { above: pointsBefore, upTo: pointsAfter });
    const lost = tiersBetween(version, { above: pointsAfter, upTo: pointsBefore });
    const by = { pointsBefore, pointsAfter, isByPoints: true };
    return { from, to, atMs: this.#atMs, isRewarded, reached, lost, ...by };
  }
}

const changeMove = (version: TierVersion, from: TierId | null, points: number): TierMove => {
  const to = tierIn(version, points);
  const isRewarded = to !== null && version.grantedTierIds.includes(to) && isUpwards(version, { from, to });
  const atMs = version.sinceMs;
  const unmoved = { pointsBefore: points, pointsAfter: points, isByPoints: false };
  return { from, to, atMs, isRewarded, reached: [], lost: [], ...unmoved };
};

const tiersBetween = (
  version: TierVersion | undefined,
  { above, upTo }: { readonly above: number; readonly upTo: number },
): TierId[] =>
  (version?.tiers ?? [])
    .filter(({ minLifetimePoints }) => minLifetimePoints > above && minLifetimePoints <= upTo)
    .map(({ id }) => id);

/** Nobody rises from a deleted tier, because its deletion moved its members. */
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

export interface TierVersion {
  readonly sinceMs: number;
  readonly tiers: readonly TierThreshold[];
  /** The tiers that give their rewards to the members whom this change moved up into them (D93). */
  readonly grantedTierIds: readonly TierId[];
}

export interface TierHistory {
  readonly versions: readonly TierVersion[];
  /** True if there is no older version, here or elsewhere. */
  readonly isWhole: boolean;
}

/**
 * Returns since when the thresholds are in force, as far as the tiers alone show. If there is no tier, not
 * even that is known.
 */
export const historyOfTiers = (tiers: readonly Tier[]): TierHistory => ({
  versions: [{ sinceMs: thresholdsSetAtMs(tiers), tiers, grantedTierIds: [] }],
  isWhole: false,
});

const thresholdsSetAtMs = (tiers: readonly Tier[]): number =>
  tiers.length === 0 ? Number.POSITIVE_INFINITY : Math.max(...tiers.map((tier) => tier.thresholdsSetAtMs));

/**
 * Returns the versions, oldest first and without those that were stored after the tiers were read. Tiers that
 * no stored version has, because an older build changed them, become a version of their own.
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

export const thresholdOf = ({ tiers }: TierVersion, tierId: TierId): number | null =>
  tiers.find(({ id }) => id === tierId)?.minLifetimePoints ?? null;
