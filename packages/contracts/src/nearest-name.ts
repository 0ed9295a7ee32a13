/**
 * Returns the nearest of `known` names, and the first of several equally near ones. Returns null if all are
 * too far away to be a slip.
 */
export const nearestName = (name: string, known: readonly string[]): string | null =>
  nearestOf(name, known, plain(name.slice(0, comparedMax)).length * slipShare);

/** Returns the nearest of `known` names, however far away it is; null if `known` is empty. */
export const nearestNameOfAll = (name: string, known: readonly string[]): string | null =>
  nearestOf(name, known, Infinity);

const nearestOf = (name: string, known: readonly string[], farthest: number): string | null => {
  const asked = plain(name.slice(0, comparedMax));
  let nearest: string | null = null;
  let least = farthest;
  for (const one of known) {
    const distance = distanceBetween(asked, plain(one));
    if (distance > least || (distance === least && nearest !== null)) continue;
    nearest = one;
    least = distance;
  }
  return nearest;
};

/** No name of ours is longer; what follows in a longer one does not bring it nearer. */
const comparedMax = 64;

/** A name of which more is wrong resembles another by chance. */
const slipShare = 0.4;

/** Case, hyphens, dots and underscores differ between conventions, not between meanings. */
const plain = (name: string): string => name.toLowerCase().replaceAll(/[-_. ]/g, '');

/** Insertions, deletions and replacements (Levenshtein); half of one where a text begins with the other. */
const distanceBetween = (one: string, other: string): number => {
  if (one === other) return 0;
  if (one.length > 1 && other.length > 1 && (one.startsWith(other) || other.startsWith(one))) return 0.5;
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let at = 1; at <= one.length; at += 1) {
    const next = [at];
    for (let to = 1; to <= other.length; to += 1) {
      const replaced = (row[to - 1] ?? 0) + Number(one[at - 1] !== other[to - 1]);
      next.push(Math.min(replaced, (row[to] ?? 0) + 1, (next[to - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
};
