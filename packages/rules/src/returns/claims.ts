import { takenInOrder } from '../lots/deduct-points.ts';
import type { Account, Claim, ClaimKind } from '../member.ts';
import { deadIn, mostOf, outUpTo, type SpentPoints } from './spent-points.ts';

/** Points that a refund paid, and the campaign of their claim. */
export interface PaidClaim extends Pick<Claim, 'campaignId' | 'points'> {
  readonly kind: ClaimKind;
}

/** If a member has more claims, they are joined; a claim takes some 60 bytes of the member's row. */
const claimsMax = 32;

/**
 * Returns the claims that can still be paid. What the member earns pays what is owed without changing this
 * list, and points that are out may have expired on their way back, so both may be less than the list says.
 */
export const openClaims = (
  { claims = [], pointsToDeduct = 0 }: Pick<Account, 'claims' | 'pointsToDeduct'>,
  spent: SpentPoints,
): readonly Claim[] => {
  let [owed, out] = [claims.filter(isOwed).reduce((sum, { points }) => sum + points, 0) - pointsToDeduct, 0];
  return claims.flatMap((claim) => {
    if (isOwed(claim)) {
      // The oldest ones were paid first.
      const paid = Math.max(0, Math.min(owed, claim.points));
      owed -= paid;
      return withPoints(claim, claim.points - paid);
    }
    const points = Math.max(0, Math.min(claim.points, outUpTo(spent, claim.seq) - out));
    out += points;
    return withPoints(claim, points);
  });
};

const isOwed = ({ kind }: Claim): boolean => kind === 'OWED';

const withPoints = (claim: Claim, points: number): readonly Claim[] =>
  points === 0 ? [] : [points === claim.points ? claim : { ...claim, points }];

/** Returns the sums of a list, by kind. */
export const claimedOf = (claims: readonly Claim[]): Readonly<Record<ClaimKind, number>> => {
  const sums = { OUT: 0, EXPIRED: 0, OWED: 0 };
  for (const { kind, points } of claims) sums[kind] += points;
  return sums;
};

/**
 * Adds the claims of one return to those of earlier ones. If there would be too many, the oldest ones are
 * joined.
 */
export const withClaims = (claims: readonly Claim[], added: readonly Claim[]): readonly Claim[] => {
  const all = [...claims, ...added.filter(({ points }) => points > 0)];
  while (all.length > claimsMax) joinOldest(all);
  return all;
};

/** Two of a kind become one of the later return: no redeem pays it that would have paid neither. */
const joinOldest = (all: Claim[]): void => {
  const nextOf = (place: number): number =>
    all.findIndex(({ kind }, later) => later > place && kind === all[place]?.kind);
  const at = all.findIndex((_, place) => nextOf(place) >= 0);
  const [older, newer] = [all[at], all[nextOf(at)]];
  if (older === undefined || newer === undefined) return;
  const campaignId = older.campaignId === newer.campaignId ? newer.campaignId : null;
  all[nextOf(at)] = { ...newer, campaignId, points: older.points + newer.points };
  all.splice(at, 1);
};

/**
 * Pays claims in their order, as far as the points suffice; `payableOf` returns how many points of each may
 * be paid.
 */
export const payClaims = (
  claims: readonly Claim[],
  {
    points,
    payableOf,
  }: { readonly points: number; readonly payableOf: (claim: Claim, at: number) => number },
): { readonly left: readonly Claim[]; readonly paid: readonly PaidClaim[] } => {
  const taken = takenInOrder(claims.map(payableOf), points);
  return {
    left: claims.flatMap((claim, at) => withPoints(claim, claim.points - (taken[at] ?? 0))),
    paid: claims.flatMap(({ kind, campaignId }, at) => {
      const own = taken[at] ?? 0;
      return own === 0 ? [] : [{ kind, campaignId, points: own }];
    }),
  };
};

/**
 * Returns how many points of each EXPIRED claim can be paid now: those that exceed the points that are out
 * and past their expiry. As long as such points are out, nobody knows whether they will expire or become
 * valid again, so their claims wait for them. Then the order in which redeems are refunded does not matter
 * (D300).
 */
export const dueOf = (
  claims: readonly Claim[],
  spent: SpentPoints,
  at: Parameters<typeof deadIn>[1],
): readonly number[] => {
  let covered = 0;
  return claims.map((claim) => {
    if (claim.kind !== 'EXPIRED') return 0;
    const dead = deadIn({ out: spent.out.filter(({ seq }) => seq <= claim.seq) }, at);
    const own = Math.max(0, Math.min(claim.points, dead - covered));
    covered += own;
    return claim.points - own;
  });
};

/** What can be claimed and what can be excused, before a return is judged. */
export interface Slack {
  readonly claims: readonly Claim[];
  /** The points that are out and that no claim names. */
  readonly unclaimed: number;
  /**
   * The points that are gone for good and for which no return was excused: they expired or an adjustment
   * removed them.
   */
  readonly gone: number;
  /** By how much the balance may rise before it exceeds what the member has earned and was given. */
  readonly room: number;
}

/**
 * Returns the slack of a member. S = balance + out − claims − owed. The points that are gone are those earned
 * and given, minus S (D301).
 */
export const slackOf = (account: Account, spent: SpentPoints): Slack => {
  const claims = openClaims(account, spent);
  const { OUT, EXPIRED } = claimedOf(claims);
  const unclaimed = outIn(spent) - OUT - EXPIRED;
  const most = mostOf(account, spent);
  const room = Math.max(0, most - account.pointsBalance);
  const gone = most - (account.pointsBalance + unclaimed - (account.pointsToDeduct ?? 0));
  return { claims, unclaimed, gone: Math.max(0, gone), room };
};

const outIn = ({ out }: SpentPoints): number => out.reduce((sum, { points }) => sum + points, 0);
