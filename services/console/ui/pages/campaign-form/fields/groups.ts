/** Rules whose points a tier may multiply. */
const multipliedKinds: readonly string[] = [
  'SPEND_PERCENTAGE',
  'FIXED_POINTS',
  'VISIT_FIXED',
  'PRODUCT_PURCHASE',
];

export const canMultiply = (kind: string): boolean => multipliedKinds.includes(kind);

interface Grouped {
  readonly exclusiveGroup: string | null;
  readonly state: string;
}

/** Returns the names of groups of campaigns, each of them once and in alphabetical order. */
export const groupsInUse = (campaigns: readonly Grouped[]): readonly string[] =>
  [
    ...new Set(
      campaigns.flatMap(({ exclusiveGroup, state }) =>
        exclusiveGroup === null || state === 'ARCHIVED' ? [] : [exclusiveGroup],
      ),
    ),
  ].toSorted((one, other) => one.localeCompare(other));
