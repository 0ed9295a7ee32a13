import type { AwardTotals } from '../campaigns/award-totals.ts';
import { expiryOf, type Expiry } from '../lots/expiry-of.ts';
import type { PointsExpiry } from '../model/campaign.ts';
import type { Award, DecisionContext, LedgerPosting } from '../model/decision.ts';

/** The bound of a description (D10); the names of many campaigns may be longer together. */
const descriptionLengthMax = 2000;
const noPostings: readonly LedgerPosting[] = [];

/** Awards whose points expire together. */
interface AwardGroup {
  /** Null: their points never expire. */
  readonly expiry: Expiry | null;
  readonly points: number;
  readonly awards: readonly Award[];
}

/** Returns one entry for all awards that expire together, in the order of the awards; none for 0 points (D50, D90). */
export const earnPostings = (context: DecisionContext, totals: AwardTotals): readonly LedgerPosting[] => {
  const { points, awards, expiryRules } = totals;
  if (points === 0) return noPostings;
  if (expiryRules === null) return postingsOf(context, [{ expiry: null, points, awards }]);
  return postingsOf(context, groupsOf(context, awards, expiryRules));
};

const groupsOf = (
  { snapshot, nowMs }: DecisionContext,
  awards: readonly Award[],
  expiryRules: readonly (PointsExpiry | null)[],
): readonly AwardGroup[] => {
  const groups = new Map<string, AwardGroup>();
  for (const [n, award] of awards.entries()) {
    const expiry = expiryOf(expiryRules[n] ?? snapshot.pointsExpiry, nowMs);
    const key = keyOf(expiry);
    const { points, awards: before } = groups.get(key) ?? { points: 0, awards: [] };
    groups.set(key, { expiry, points: points + award.pointsEarned, awards: [...before, award] });
  }
  return [...groups.values()].filter(({ points }) => points > 0);
};

const keyOf = (expiry: Expiry | null): string =>
  expiry === null ? 'never' : `${expiry.slidingDays.toString()}/${(expiry.expiresAtMs ?? 0).toString()}`;

const postingsOf = (
  { account, newId }: DecisionContext,
  groups: readonly AwardGroup[],
): readonly LedgerPosting[] => {
  let balanceAfter = account?.pointsBalance ?? 0;
  const seq = (account?.ledgerSeq ?? 0) + 1;
  return groups.map(({ expiry, points, awards }, n) => {
    balanceAfter += points;
    return {
      id: newId('entry', n),
      seq: seq + n,
      type: 'EARN',
      points,
      balanceAfter,
      description: descriptionOf(awards),
      expiresAtMs: expiry?.expiresAtMs ?? null,
      ...(expiry !== null && expiry.slidingDays > 0 ? { slidingDays: expiry.slidingDays } : null),
    };
  });
};

const descriptionOf = (awards: readonly Award[]): string => {
  let names = '';
  for (const { campaignName } of awards) names = names === '' ? campaignName : `${names}, ${campaignName}`;
  return names.length <= descriptionLengthMax ? names : cutWhole(names, descriptionLengthMax);
};

/** Returns the first `lengthMax` UTF-16 units, less one where the cut would split a surrogate pair. */
const cutWhole = (text: string, lengthMax: number): string => {
  const last = text.charCodeAt(lengthMax - 1);
  const endsInHalf = last >= 0xd800 && last <= 0xdbff;
  return text.slice(0, endsInHalf ? lengthMax - 1 : lengthMax);
};
