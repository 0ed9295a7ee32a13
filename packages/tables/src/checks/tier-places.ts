import { groupBy, type TierId } from '@loyalty/kernel';
import { tierMoves, type TierVersion } from '@loyalty/rules/tiers';
import type { Queryable } from '@loyalty/storage';
import { mapKeyOf, readTierPaths, type TierMemberKey } from '../tiers/announced-tiers.ts';
import { readTierVersions } from '../tiers/retierings.ts';

/** As `member.tier_changed` says it. */
export interface PublishedTier extends TierMemberKey {
  readonly tierSeq: number;
  readonly from: TierId | null;
  readonly to: TierId | null;
  readonly lifetimePoints: number;
  readonly atMs: number;
}

/** `elsewhere`: as many changes were published, but not this one. Null: missing. */
export type TierPlace = 'in-place' | 'elsewhere' | null;

/** A move before these entries is not found. */
const entriesMax = 1_000;
/** Bounds the entries in memory. */
const membersAtOnce = 25;

/**
 * In the order of the facts. A fact's id is derived from the time of what moved the member: a transaction, a
 * change of tiers, or the enrolment. So that same move must still be in their ledger.
 */
export const readTierPlaces = async (
  db: Queryable,
  tiers: readonly PublishedTier[],
): Promise<TierPlace[]> => {
  const versions = await readTierVersions(db, [...new Set(tiers.map(({ environmentId }) => environmentId))]);
  const asked = [...groupBy(tiers, mapKeyOf).values()];
  const places = new Map<PublishedTier, TierPlace>();
  for (let at = 0; at < asked.length; at += membersAtOnce) {
    const some = asked.slice(at, at + membersAtOnce);
    const names = some.flatMap(([first]) => (first === undefined ? [] : [first]));
    const paths = groupBy(await readTierPaths(db, names, entriesMax), mapKeyOf);
    for (const tier of some.flat()) {
      const [path] = paths.get(mapKeyOf(tier)) ?? [];
      places.set(
        tier,
        path === undefined ? null : placeOf(tier, path, versions.get(tier.environmentId) ?? []),
      );
    }
  }
  return tiers.map((tier) => places.get(tier) ?? null);
};

type TierPathRead = Awaited<ReturnType<typeof readTierPaths>>[number];

const placeOf = (tier: PublishedTier, path: TierPathRead, versions: readonly TierVersion[]): TierPlace => {
  if (path.tierSeq < tier.tierSeq) return null;
  // Before the first tiers nobody had one.
  const moves = tierMoves({ versions, isWhole: true }, { ...path, announced: null });
  const isThere = moves.some(
    ({ from, to, atMs, isByPoints, pointsAfter }) =>
      from === tier.from &&
      to === tier.to &&
      atMs === tier.atMs &&
      // A change of tiers is published with the points of later.
      (!isByPoints || pointsAfter === tier.lifetimePoints),
  );
  return isThere ? 'in-place' : 'elsewhere';
};
