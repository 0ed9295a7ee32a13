import type { FieldError } from '@loyalty/contracts/http';
import { listPermissions, permissionNames, roleEntries } from '@loyalty/contracts/permissions';

/** All that a key may do, or a person who gives keys. */
export interface KeyBounds {
  /** The permissions; null means all of them, including those that later releases add (the role `admin`). */
  readonly permissions: ReadonlySet<string> | null;
  /** When the right expires; null means never. */
  readonly expiresAtMs: number | null;
  /** The limit of its own, or the default of its mode. */
  readonly rateLimitPerMinute: number;
}

/** Who gives a key; null means an operator, who has no bounds. */
export type Giver = KeyBounds | null;

export interface KeyGrant {
  readonly name: string;
  /**
   * The permissions in the order of the list; null means all of them, including those that later releases
   * add.
   */
  readonly permissions: readonly string[] | null;
  readonly role: string | null;
  readonly expiresAtMs: number | null;
  /** The limit; null means the default of the key's mode (D5). */
  readonly rateLimitPerMinute: number | null;
}

/** A key as a caller requests it. */
export interface KeyRequest {
  readonly name: string;
  readonly permissions?: readonly string[];
  readonly role?: string;
  readonly expiresAtMs?: number | null;
  readonly rateLimitPerMinute?: number | null;
}

export type KeyPatch = Partial<KeyRequest>;

/**
 * The response is 403 with the permission that the giver lacks, or `admin` for a key whose permissions grow
 * with releases.
 */
interface NotPermitted {
  readonly outcome: 'not-permitted';
  readonly permission: string;
}

/** The response is 400 with the fields at fault. */
interface InvalidGrant {
  readonly outcome: 'invalid';
  readonly faults: readonly FieldError[];
}

/** 409: `from` is REVOKED, EXPIRED or REPLACED. */
interface NotInForce {
  readonly outcome: 'refused';
  readonly from: 'REVOKED' | 'EXPIRED' | 'REPLACED';
  readonly to: 'ACTIVE';
  readonly replacedBy: string | null;
}

export type GrantRefusal = NotPermitted | InvalidGrant;
export type KeyChangeRefusal = GrantRefusal | NotInForce;

/** A key as it is stored. */
export interface StoredGrant extends KeyGrant {
  readonly createdAtMs: number;
  readonly revokedAtMs: number | null;
  readonly replacedBy: string | null;
}

interface Judged {
  readonly giver: Giver;
  /** The time is from the database's clock. */
  readonly nowMs: number;
  /** Requests a minute of a key of this mode without a limit of its own. */
  readonly defaultLimit: number;
}

/** Returns true if the key has an expiry or permissions. Builds from before D216 must find no such key. */
export const isNarrow = ({
  permissions,
  expiresAtMs,
}: Pick<KeyGrant, 'permissions' | 'expiresAtMs'>): boolean => permissions !== null || expiresAtMs !== null;

/** Decides what a new key gets (D215), which is at most what the giver has. */
export const decideGrant = (
  wanted: KeyRequest,
  { giver, nowMs, defaultLimit }: Judged,
): { readonly grant: KeyGrant } | { readonly refuse: GrantRefusal } => {
  const named = permissionsIn(wanted);
  if ('faults' in named) return invalid(named.faults);
  if (named.given === null)
    return invalid([{ pointer: '/permissions', message: 'is required without role' }]);
  const { permissions, role } = named.given;
  const missing = missingPermission(giver, permissions);
  if (missing !== null) return { refuse: { outcome: 'not-permitted', permission: missing } };
  const { name, expiresAtMs = null, rateLimitPerMinute = null } = wanted;
  const faults = [
    ...endFaults(expiresAtMs, { giver, nowMs }),
    ...limitFaults(rateLimitPerMinute, { giver, defaultLimit }),
  ];
  if (faults.length > 0) return invalid(faults);
  return { grant: { name, permissions, role, expiresAtMs, rateLimitPerMinute } };
};

const invalid = (faults: readonly FieldError[]): { readonly refuse: InvalidGrant } => ({
  refuse: { outcome: 'invalid', faults },
});

/**
 * Returns a permission that the giver lacks, or null. Only a giver with `admin` can give what later releases
 * add.
 */
export const missingPermission = (giver: Giver, permissions: Iterable<string> | null): string | null => {
  const held = giver?.permissions ?? null;
  if (held === null) return null;
  const all = permissions ?? permissionNames;
  for (const name of all) if (!held.has(name)) return name;
  return permissions === null ? 'admin' : null;
};

type NamedPermissions = Pick<KeyGrant, 'permissions' | 'role'>;

/** `given` is null where neither permissions nor a role is named. */
const permissionsIn = ({
  permissions,
  role,
}: KeyPatch): { readonly given: NamedPermissions | null } | { readonly faults: readonly FieldError[] } => {
  if (permissions !== undefined && role !== undefined)
    return { faults: [{ pointer: '/role', message: 'must not be sent together with permissions' }] };
  if (permissions !== undefined) return listedIn(permissions);
  if (role === undefined) return { given: null };
  const entry = roleEntries.find(({ name }) => name === role);
  if (entry === undefined)
    return { faults: [{ pointer: '/role', message: 'must be a role that GET /permissions lists' }] };
  return {
    given: { role, permissions: role === 'admin' ? null : listPermissions(new Set(entry.permissions)) },
  };
};

const listedIn = (permissions: readonly string[]): ReturnType<typeof permissionsIn> => {
  const known: ReadonlySet<string> = new Set(permissionNames);
  const faults = permissions.flatMap((name, at) =>
    known.has(name)
      ? []
      : [
          {
            pointer: `/permissions/${at.toString()}`,
            message: 'must be a permission that GET /permissions lists',
          },
        ],
  );
  return faults.length > 0
    ? { faults }
    : { given: { role: null, permissions: listPermissions(new Set(permissions)) } };
};

const endFaults = (
  expiresAtMs: number | null,
  { giver, nowMs }: Pick<Judged, 'giver' | 'nowMs'>,
): FieldError[] => {
  const pointer = '/expiresAt';
  if (expiresAtMs !== null && expiresAtMs <= nowMs) return [{ pointer, message: 'must be in the future' }];
  const latest = giver?.expiresAtMs ?? null;
  if (latest === null || (expiresAtMs !== null && expiresAtMs <= latest)) return [];
  const end = new Date(latest).toISOString();
  return [{ pointer, message: `must be at or before ${end}, when your own key ends` }];
};

const limitFaults = (
  rateLimitPerMinute: number | null,
  { giver, defaultLimit }: Pick<Judged, 'giver' | 'defaultLimit'>,
): FieldError[] => {
  if (giver === null || (rateLimitPerMinute ?? defaultLimit) <= giver.rateLimitPerMinute) return [];
  const message = `must be at most ${giver.rateLimitPerMinute.toString()}, the limit of your own credential`;
  return [{ pointer: '/rateLimitPerMinute', message }];
};

/** Decides a restriction of a key (D215), which only takes away. `'keep'` means that it changes nothing. */
export const decideNarrow = (
  key: StoredGrant,
  patch: KeyPatch,
  { giver, nowMs, defaultLimit }: Judged,
): { readonly grant: KeyGrant } | 'keep' | { readonly refuse: KeyChangeRefusal } => {
  const refused = refusalOf(key, { giver, nowMs });
  if (refused !== null) return { refuse: refused };
  const named = permissionsIn(patch);
  if ('faults' in named) return invalid(named.faults);
  const { given } = named;
  const faults = [
    ...(given === null ? [] : addedFaults(key, patch, given)),
    ...laterFaults(key, patch, nowMs),
    ...higherFaults(key, patch, defaultLimit),
  ];
  if (faults.length > 0) return invalid(faults);
  const grant = {
    name: patch.name ?? key.name,
    permissions: given === null ? key.permissions : given.permissions,
    role: given === null ? key.role : given.role,
    expiresAtMs: patch.expiresAtMs === undefined ? key.expiresAtMs : patch.expiresAtMs,
    rateLimitPerMinute:
      patch.rateLimitPerMinute === undefined ? key.rateLimitPerMinute : patch.rateLimitPerMinute,
  };
  return isSame(key, grant) ? 'keep' : { grant };
};

/** Refuses a change that is not permitted, or whose key is no longer in force. */
const refusalOf = (
  key: StoredGrant,
  { giver, nowMs }: Pick<Judged, 'giver' | 'nowMs'>,
): NotPermitted | NotInForce | null => {
  const missing = missingPermission(giver, key.permissions);
  if (missing !== null) return { outcome: 'not-permitted', permission: missing };
  const { revokedAtMs, replacedBy, expiresAtMs } = key;
  const refused = { outcome: 'refused', to: 'ACTIVE', replacedBy } as const;
  if (revokedAtMs !== null) return { ...refused, from: 'REVOKED' };
  if (replacedBy !== null) return { ...refused, from: 'REPLACED' };
  return expiresAtMs !== null && expiresAtMs <= nowMs ? { ...refused, from: 'EXPIRED' } : null;
};

const addedFaults = (key: StoredGrant, patch: KeyPatch, given: NamedPermissions): FieldError[] => {
  if (key.permissions === null) return [];
  const held = new Set(key.permissions);
  const message = 'must be among the permissions of the key, because a change can only take permissions away';
  if (patch.permissions !== undefined)
    return patch.permissions.flatMap((name, at) =>
      held.has(name) ? [] : [{ pointer: `/permissions/${at.toString()}`, message }],
    );
  return given.permissions?.every((name) => held.has(name)) === true ? [] : [{ pointer: '/role', message }];
};

const laterFaults = (key: StoredGrant, { expiresAtMs }: KeyPatch, nowMs: number): FieldError[] => {
  const pointer = '/expiresAt';
  if (expiresAtMs === undefined || expiresAtMs === key.expiresAtMs) return [];
  if (expiresAtMs !== null && expiresAtMs <= nowMs) return [{ pointer, message: 'must be in the future' }];
  const { expiresAtMs: end } = key;
  if (end === null || (expiresAtMs !== null && expiresAtMs <= end)) return [];
  return [{ pointer, message: `must be at or before ${new Date(end).toISOString()}, when the key ends` }];
};

const higherFaults = (
  key: StoredGrant,
  { rateLimitPerMinute }: KeyPatch,
  defaultLimit: number,
): FieldError[] => {
  if (rateLimitPerMinute === undefined || rateLimitPerMinute === key.rateLimitPerMinute) return [];
  const most = key.rateLimitPerMinute ?? defaultLimit;
  if ((rateLimitPerMinute ?? defaultLimit) <= most) return [];
  return [
    { pointer: '/rateLimitPerMinute', message: `must be at most ${most.toString()}, the limit of the key` },
  ];
};

const isSame = (key: KeyGrant, grant: KeyGrant): boolean =>
  key.name === grant.name &&
  key.role === grant.role &&
  key.expiresAtMs === grant.expiresAtMs &&
  key.rateLimitPerMinute === grant.rateLimitPerMinute &&
  (key.permissions === null) === (grant.permissions === null) &&
  (key.permissions ?? []).join() === (grant.permissions ?? []).join();

interface Rotation {
  /** The end of the old key. */
  readonly endsAtMs: number;
  readonly successor: KeyGrant;
}

const hourMs = 3_600_000;

/**
 * Decides what a successor gets (D215): it may do what the old key may, for the period for which the old key
 * was created, within the giver's own expiry.
 */
export const decideRotate = (
  key: StoredGrant,
  overlapHours: number,
  { giver, nowMs, defaultLimit }: Judged,
): Rotation | { readonly refuse: KeyChangeRefusal } => {
  const refused = refusalOf(key, { giver, nowMs });
  if (refused !== null) return { refuse: refused };
  const { name, permissions, role, expiresAtMs, createdAtMs, rateLimitPerMinute: limit } = key;
  const spanEndMs = expiresAtMs === null ? null : nowMs + expiresAtMs - createdAtMs;
  const mostPerMinute = giver?.rateLimitPerMinute ?? Infinity;
  return {
    endsAtMs: Math.min(expiresAtMs ?? Infinity, nowMs + overlapHours * hourMs),
    successor: {
      name,
      permissions,
      role,
      expiresAtMs: earlier(spanEndMs, giver?.expiresAtMs ?? null),
      rateLimitPerMinute: (limit ?? defaultLimit) <= mostPerMinute ? limit : mostPerMinute,
    },
  };
};

const earlier = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.min(one, other);
