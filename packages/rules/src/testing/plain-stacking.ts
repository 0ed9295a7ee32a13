/** What one campaign would give if nobody outranked it. */
export interface PlainContender {
  readonly id: string;
  readonly group: string | undefined;
  readonly priority: number;
  /** Its place among all campaigns. */
  readonly activated: number;
  /** The value in cents. */
  readonly value: number;
  readonly hasFired: boolean;
}

/** Sorts each group, which may be in any order. */
export const lostIn = (contenders: readonly PlainContender[]): ReadonlySet<string> => {
  const lost = new Set<string>();
  for (const group of new Set(contenders.map((one) => one.group))) {
    if (group === undefined) continue;
    const [, ...others] = contenders
      .filter((one) => one.group === group && one.hasFired)
      .sort((a, b) => b.priority - a.priority || b.value - a.value || a.activated - b.activated);
    for (const { id } of others) lost.add(id);
  }
  return lost;
};

/**
 * Returns the points that caps leave to each award, by its id: the last by priority and activation is cut
 * first.
 */
export const cutFromLast = (
  awards: readonly (Pick<PlainContender, 'id' | 'priority' | 'activated'> & { readonly points: number })[],
  left: number,
): ReadonlyMap<string, number> => {
  let rest = left;
  const given = new Map<string, number>();
  for (const { id, points } of awards.toSorted(
    (a, b) => b.priority - a.priority || a.activated - b.activated,
  )) {
    given.set(id, Math.min(points, rest));
    rest -= Math.min(points, rest);
  }
  return given;
};
