import { errorTextMax, type FieldError, fieldErrorsMax, pointerTo } from './field-errors.ts';

/** Names each parameter that the operation does not have, with the nearest one that it has (D124). */
export const unknownParameters = (
  known: readonly string[],
  given: readonly string[],
): readonly FieldError[] => {
  const unknown = given.filter((name) => !known.includes(name));
  return unknown.slice(0, fieldErrorsMax).map((name) => ({
    pointer: pointerTo('', name.slice(0, errorTextMax)),
    message: `is not a query parameter here; ${hintFor(name, known)}`,
  }));
};

const hintFor = (name: string, known: readonly string[]): string => {
  const near = nearestTo(name, known);
  return near === null ? 'there is none' : `the nearest is ${near}`;
};

/** No name of ours is longer; what follows in a longer one does not bring it nearer. */
const comparedMax = 40;

/** The first of the nearest. Null when there is none to choose from. */
const nearestTo = (name: string, known: readonly string[]): string | null => {
  const asked = plain(name.slice(0, comparedMax));
  let nearest: string | null = null;
  let least = Infinity;
  for (const one of known) {
    const distance = distanceBetween(asked, plain(one));
    if (distance >= least) continue;
    nearest = one;
    least = distance;
  }
  return nearest;
};

/** Case, hyphens and underscores differ between conventions, not between meanings. */
const plain = (name: string): string => name.toLowerCase().replaceAll(/[-_]/g, '');

/** Insertions, deletions and replacements (Levenshtein); half of one where a text begins with the other. */
const distanceBetween = (one: string, other: string): number => {
  if (one !== '' && (one.startsWith(other) || other.startsWith(one))) return one === other ? 0 : 0.5;
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
