/** Permissions of credentials, and what the claims of a token name: which of them (D211), which environments (D305). */

import { scopeEntries, type Permission, permissionEntries, roleEntries } from './generated/permissions.ts';

export {
  freshOperationIds,
  type Permission,
  permissionEntries,
  roleEntries,
} from './generated/permissions.ts';

export const permissionNames: readonly Permission[] = permissionEntries.map(({ name }) => name);

const byWord: ReadonlyMap<string, readonly Permission[]> = new Map([
  ...permissionNames.map((name): [string, readonly Permission[]] => [name, [name]]),
  ...[...roleEntries, ...scopeEntries].map(({ name, permissions }): [string, readonly Permission[]] => [
    name,
    permissions,
  ]),
]);

/** All words that give permissions: permissions, roles, and the older scopes. */
export const permissionWords: readonly string[] = [...byWord.keys()];

/** Returns all permissions that the words give together; an unknown word gives none. */
export const permissionsOf = (words: readonly string[]): ReadonlySet<Permission> =>
  new Set(words.flatMap((word) => byWord.get(word) ?? []));

/** Returns the permissions in the order of the list of all permissions. */
export const listPermissions = (permissions: ReadonlySet<string>): readonly Permission[] =>
  permissionNames.filter((name) => permissions.has(name));

/** Splits a scope into its words, which are separated by blanks. */
export const wordsOf = (scope: string): readonly string[] => scope.split(' ').filter((word) => word !== '');

type Claims = Readonly<Record<string, unknown>>;

/**
 * Returns the words of `scope` and those of the list at `rolesClaim`, which is the name of a claim or a path
 * with dots (D213).
 */
export const wordsOfClaims = (claims: Claims, rolesClaim: string): readonly string[] => {
  const { scope } = claims;
  const roles = Object.hasOwn(claims, rolesClaim) ? claims[rolesClaim] : valueAt(claims, rolesClaim);
  return [
    ...(typeof scope === 'string' ? wordsOf(scope) : []),
    ...(Array.isArray(roles) ? roles.filter((word): word is string => typeof word === 'string') : []),
  ];
};

const valueAt = (claims: Claims, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => (isObject(value) ? value[name] : undefined), claims);

const isObject = (value: unknown): value is Claims =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

type ClaimedMode = 'live' | 'test';

/**
 * Returns the environments that the claim `env` opens: `live`, `test`, or a list of these with `live` first.
 * Returns null for anything else (D305).
 */
export const modesOfClaim = (env: unknown): readonly ClaimedMode[] | null => {
  const named: readonly unknown[] = Array.isArray(env) ? env : [env];
  const isKnown = named.length > 0 && named.every((mode) => mode === 'live' || mode === 'test');
  return isKnown ? (['live', 'test'] as const).filter((mode) => named.includes(mode)) : null;
};
