import type { EnvironmentId } from '@loyalty/kernel';

interface SearchableMember {
  readonly externalRef: string;
  readonly name: string | null;
  readonly email: string | null;
}

/** Separates the fields, so that no needle spans two of them. No text contains this character. */
const between = '\uffff';

export const searchTextOf = ({ externalRef, name, email }: SearchableMember): string =>
  foldText([externalRef, name ?? '', email ?? ''].join(between));

/** By Unicode: under locale C the database folds only ASCII. Both forms of the small sigma become one. */
export const foldText = (text: string): string => text.toLowerCase().replaceAll('ς', 'σ');

/** UTF-16 units of a gram: a shorter needle has none. */
export const gramLength = 3;

/** Each once. The hash includes the environment: tenants that share an index do not share its lists. */
export const gramsOf = (environmentId: EnvironmentId, folded: string): number[] => {
  const grams = new Set<number>();
  for (let at = 0; at + gramLength <= folded.length; at += 1) grams.add(hashOf(environmentId, folded, at));
  return [...grams];
};

/** FNV-1a, as the signed integer that Postgres stores. */
const hashOf = (environmentId: number, text: string, at: number): number => {
  let hash = mixed(fnvOffset, environmentId);
  for (let unit = at; unit < at + gramLength; unit += 1) hash = mixed(hash, text.charCodeAt(unit));
  return hash | 0;
};

const fnvOffset = 0x811c9dc5;
const fnvPrime = 0x01000193;

const mixed = (hash: number, value: number): number => {
  let after = Math.imul(hash ^ (value & 0xffff), fnvPrime);
  after = Math.imul(after ^ (value >>> 16), fnvPrime);
  return after ^ (after >>> 15);
};
