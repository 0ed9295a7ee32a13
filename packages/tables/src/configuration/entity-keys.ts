import type { EnvironmentId } from '@loyalty/kernel';
import { onlyRow, type Queryable, type Transaction } from '@loyalty/storage';

/** Another one has this key: 409 DUPLICATE_KEY (D62, D343). */
export interface DuplicateKey {
  readonly outcome: 'duplicate';
  readonly field: 'key';
}

export const duplicateKey: DuplicateKey = { outcome: 'duplicate', field: 'key' };

/** SQL: the rows among which keys are unique; `$1` is the environment. */
const keyedRows = {
  campaign: `campaigns WHERE environment_id = $1 AND state <> 'ARCHIVED'`,
  tier: 'tiers WHERE environment_id = $1',
  segment: 'segments WHERE environment_id = $1',
} as const;

type KeyedKind = keyof typeof keyedRows;

/**
 * SQL: the key as it is shown. Rows of builds before D343 have none in their column, and older builds still
 * add such rows during a rollout: their key is their id.
 */
export const shownKey = (alias: string): string => `COALESCE(${alias}.key, ${alias}.id::text) AS key`;

/** Returns what the column has: null where the id is shown as the key. */
export const storedKeyOf = ({ id, key }: { readonly id: string; readonly key: string }): string | null =>
  key === id ? null : key;

/**
 * Returns the refusal of a change that would give it the key of another one. The result is valid while nobody
 * else can write keys of this kind: in a `growingWrite`, or where all that have keys are locked.
 */
export const findDuplicateKey = async (
  tx: Transaction,
  environmentId: EnvironmentId,
  changed: {
    readonly kind: KeyedKind;
    readonly id: string;
    readonly before: string | null;
    readonly key: string | null;
  },
): Promise<DuplicateKey | null> => {
  const { kind, id, before, key } = changed;
  if (key === null || key === before) return null;
  return (await isKeyTaken(tx, environmentId, { kind, key, id })) ? duplicateKey : null;
};

const isKeyTaken = async (
  db: Queryable,
  environmentId: EnvironmentId,
  { kind, key, id }: { readonly kind: KeyedKind; readonly key: string; readonly id: string | null },
): Promise<boolean> => {
  const rows = await db.query<{ isTaken: boolean }>(
    `SELECT EXISTS (SELECT 1 FROM ${keyedRows[kind]}
                      AND COALESCE(key, id::text) = $2 AND id IS DISTINCT FROM $3::uuid) AS "isTaken"`,
    [environmentId, key, id],
  );
  return onlyRow(rows, 'keys').isTaken;
};

interface NewKey {
  readonly kind: KeyedKind;
  readonly name: string;
  /** Null if the caller gives none. */
  readonly given: string | null;
}

/**
 * Returns the key of something new: the given one, or one made from its name. Returns null if the given one
 * is taken. The result is valid until the end of a `growingWrite`.
 */
export const claimKey = async (
  tx: Transaction,
  environmentId: EnvironmentId,
  { kind, name, given }: NewKey,
): Promise<string | null> => {
  if (given !== null)
    return (await isKeyTaken(tx, environmentId, { kind, key: given, id: null })) ? null : given;
  const wanted = keyFromName(name, kind);
  const rows = await tx.query<{ key: string }>(
    `SELECT COALESCE(key, id::text) AS key FROM ${keyedRows[kind]} AND starts_with(COALESCE(key, id::text), $2)`,
    [environmentId, wanted],
  );
  return firstFree(wanted, new Set(rows.map(({ key }) => key)));
};

const firstFree = (wanted: string, taken: ReadonlySet<string>): string => {
  if (!taken.has(wanted)) return wanted;
  let number = 2;
  while (taken.has(`${wanted}-${number.toString()}`)) number += 1;
  return `${wanted}-${number.toString()}`;
};

/** A key has 128 characters. The others are for the number of a name that comes again. */
const lengthMax = 100;

/** Returns the letters and digits of a name as words joined by hyphens: «Été: 10 %» becomes `ete-10`. */
export const keyFromName = (name: string, otherwise: string): string => {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const words = plain.replace(/[^a-z0-9]+/g, '-').slice(0, lengthMax);
  return words.replace(/^-|-$/g, '') || otherwise;
};
