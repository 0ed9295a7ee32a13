import { permissionsOf, wordsOfClaims } from '@loyalty/contracts/permissions';
import { createLruMap } from '@loyalty/tables/lookup';

interface TokenPermissions {
  readonly permissions: ReadonlySet<string>;
  /** One of its words is `admin`, which grows with releases. */
  readonly isAdmin: boolean;
}

export type PermissionsIn = (claims: Readonly<Record<string, unknown>>) => TokenPermissions;

/** Few texts are in use at once: the roles of a programme. Each set has at most a few KiB. */
const setsMax = 1_000;

/**
 * Creates a function that reads the permissions of a token. Sets are kept by their words, so tokens with the
 * same words share one, and a request costs one look-up (D211).
 */
export const createPermissionsIn = (rolesClaim: string): PermissionsIn => {
  const kept = createLruMap<string, TokenPermissions>(setsMax);
  return (claims) => {
    const words = wordsOfClaims(claims, rolesClaim);
    const text = words.join(' ');
    const known = kept.get(text);
    if (known !== undefined) return known;
    const permissions = { permissions: permissionsOf(words), isAdmin: words.includes('admin') };
    kept.set(text, permissions);
    return permissions;
  };
};
