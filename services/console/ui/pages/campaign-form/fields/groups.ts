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

/** Names of groups that campaigns are in, each once, in the order of the alphabet. */
export const groupsInUse = (campaigns: readonly Grouped[]): readonly string[] =>
  [
    ...new Set(
      campaigns.flatMap(({ exclusiveGroup, state }) =>
        exclusiveGroup === null || state === 'ARCHIVED' ? [] : [exclusiveGroup],
      ),
    ),
  ].toSorted((one, other) => one.localeCompare(other));
