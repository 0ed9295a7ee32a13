import { permissionsOf, wordsOfClaims } from '@loyalty/contracts/permissions';
import { createLruMap } from '@loyalty/tables/lookup';

export type PermissionsIn = (claims: Readonly<Record<string, unknown>>) => ReadonlySet<string>;

/** Few texts are in use at once: the roles of a programme. Each set has at most a few KiB. */
const setsMax = 1_000;

/** Sets are kept by their words, so tokens that say the same share one, and a request costs one look-up (D211). */
export const createPermissionsIn = (rolesClaim: string): PermissionsIn => {
  const kept = createLruMap<string, ReadonlySet<string>>(setsMax);
  return (claims) => {
    const words = wordsOfClaims(claims, rolesClaim);
    const text = words.join(' ');
    const known = kept.get(text);
    if (known !== undefined) return known;
    const permissions = permissionsOf(words);
    kept.set(text, permissions);
    return permissions;
  };
};
