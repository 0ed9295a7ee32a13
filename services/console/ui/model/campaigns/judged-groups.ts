/** A campaign that was judged for a basket is grouped by these. */
interface Judged {
  readonly campaignName: string;
  readonly fired: boolean;
  /** Null if it fired. */
  readonly reason: string | null;
  /** Present for a campaign that is only tried. */
  readonly draft?: number | null;
}

interface JudgedGroups<Campaign> {
  /** Those that fired, those that are tried, and those that came nearest to firing. */
  readonly shown: readonly Campaign[];
  /** All others by the reason for which they did not fire, the largest group first. */
  readonly rest: readonly { readonly reason: string; readonly campaigns: readonly Campaign[] }[];
}

/** Up to so many are all shown: a person reads them at a glance. */
const allShownMax = 8;
const nearestMax = 3;

/**
 * Divides campaigns so that what concerns a basket stands first, however many there are. `passedChecks` says how
 * many checks a campaign passed before it failed; those that judge no purchase have none.
 */
export const judgedGroups = <Campaign extends Judged>(
  campaigns: readonly Campaign[],
  passedChecks: (reason: string) => number,
): JudgedGroups<Campaign> => {
  if (campaigns.length <= allShownMax) return { shown: campaigns, rest: [] };
  const nearest = new Set(
    nearestOf(
      campaigns.filter((one) => !isFirst(one)),
      passedChecks,
    ),
  );
  const left = campaigns.filter((one) => !isFirst(one) && !nearest.has(one));
  return { shown: [...campaigns.filter(isFirst), ...nearest], rest: byReason(left) };
};

const byReason = <Campaign extends Judged>(
  campaigns: readonly Campaign[],
): JudgedGroups<Campaign>['rest'] => {
  const reasons = [...new Set(campaigns.map(({ reason }) => reason ?? ''))];
  return reasons
    .map((reason) => ({ reason, campaigns: campaigns.filter((one) => (one.reason ?? '') === reason) }))
    .sort((one, other) => other.campaigns.length - one.campaigns.length);
};

const isFirst = ({ fired, draft }: Judged): boolean => fired || (draft ?? null) !== null;

/** Many that failed at the same check are a group, and none of them is nearer than the others. */
const nearestOf = <Campaign extends Judged>(
  campaigns: readonly Campaign[],
  passedChecks: (reason: string) => number,
): readonly Campaign[] =>
  byReason(campaigns)
    .filter((group) => group.campaigns.length <= nearestMax && passedChecks(group.reason) > 0)
    .sort((one, other) => passedChecks(other.reason) - passedChecks(one.reason))
    .flatMap((group) => group.campaigns)
    .slice(0, nearestMax);

/** Returns the campaigns whose names have these letters. */
export const filterByName = <Campaign extends Judged>(
  campaigns: readonly Campaign[],
  letters: string,
): readonly Campaign[] =>
  campaigns.filter(({ campaignName }) =>
    campaignName.toLocaleLowerCase().includes(letters.trim().toLocaleLowerCase()),
  );
