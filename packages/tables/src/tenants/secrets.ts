import { createSecretKey, type KeyObject } from 'node:crypto';
import { type EnvironmentId, Fault, uuidMin } from '@loyalty/kernel';
import { type Database, type Queryable, rowArrays, writeTransaction } from '@loyalty/storage';
import { sealedKeyIdOf, type SecretBox, type SecretOwner } from '@loyalty/storage/secrets';

/**
 * Opens a secret; returns null if its key is missing or it was sealed for another row. Only the tasks of this
 * row wait then.
 */
export const openSecret = (box: SecretBox, place: SecretOwner, sealed: Uint8Array): KeyObject | null => {
  try {
    const secret = box.open(place, sealed);
    return secret === null ? null : createSecretKey(secret);
  } catch (failure) {
    if (failure instanceof Fault && failure.code === 'SECRET_REFUSED') return null;
    throw failure;
  }
};

/** Returns true if this is the stored secret. One that cannot be opened counts as different. */
export const isSecret = (
  box: SecretBox,
  place: SecretOwner,
  { sealed, given }: { readonly sealed: Uint8Array; readonly given: string },
): boolean => openSecret(box, place, sealed)?.equals(createSecretKey(given, 'utf8')) === true;

export interface ResealReport {
  readonly looked: number;
  readonly resealed: number;
  /**
   * The number of secrets that stayed unchanged, because their key is missing or they were sealed for another
   * row.
   */
  readonly unopened: number;
}

interface ResealOptions {
  readonly db: Database;
  readonly box: SecretBox;
  readonly columns: readonly SecretColumn[];
}

/** A chunk locks its rows for some milliseconds, and is some 100 KB. */
const chunkRows = 500;

/**
 * Seals secrets again, in chunks of one transaction. It can be stopped and repeated. A secret that is changed
 * meanwhile keeps the change.
 */
export const resealSecrets = async (
  sealing: ResealOptions,
  report: (progress: ResealReport) => void = () => undefined,
): Promise<ResealReport> => {
  let total: ResealReport = { looked: 0, resealed: 0, unopened: 0 };
  for (const column of sealing.columns) {
    let after: SealedRowPlace | undefined = origin;
    while (after !== undefined) {
      const chunk: Chunk = await resealChunk(sealing, column, after);
      total = sumOf(total, chunk);
      report(total);
      after = chunk.last;
    }
  }
  return total;
};

interface SealedRowPlace {
  readonly environmentId: EnvironmentId;
  readonly id: string;
}

const origin = { environmentId: 0 as EnvironmentId, id: uuidMin };

interface Chunk extends ResealReport {
  /** It is absent after the last chunk. */
  readonly last?: SealedRowPlace;
}

const sumOf = (one: ResealReport, other: ResealReport): ResealReport => ({
  looked: one.looked + other.looked,
  resealed: one.resealed + other.resealed,
  unopened: one.unopened + other.unopened,
});

interface SealedRow extends SealedRowPlace {
  readonly sealed: Buffer;
}

const resealChunk = async (
  sealing: ResealOptions,
  column: SecretColumn,
  after: SealedRowPlace,
): Promise<Chunk> => {
  const rows = await readRows(sealing.db, column, after);
  const old = rows.filter(({ sealed }) => sealedKeyIdOf(sealed) !== sealing.box.sealingKeyId);
  const anew = old.flatMap((row) => sealedAnew(sealing.box, column, row));
  const resealed = anew.length === 0 ? 0 : await store(sealing.db, column, anew);
  const last = rows.length < chunkRows ? undefined : rows.at(-1);
  return {
    looked: rows.length,
    resealed,
    unopened: old.length - anew.length,
    ...(last === undefined ? null : { last }),
  };
};

const readRows = (
  db: Database,
  { table, column }: SecretColumn,
  after: SealedRowPlace,
): Promise<SealedRow[]> =>
  db.query<SealedRow>(
    `SELECT environment_id AS "environmentId", id, ${column} AS sealed FROM ${table}
      WHERE (environment_id, id) > ($1, $2::uuid) AND ${column} IS NOT NULL
      ORDER BY environment_id, id LIMIT ${chunkRows.toString()}`,
    [after.environmentId, after.id],
  );

interface ResealedRow extends SealedRow {
  readonly anew: Buffer;
}

/** Seals with the first key; the list is empty when the secret cannot be opened. */
const sealedAnew = (box: SecretBox, { placeOf }: SecretColumn, row: SealedRow): ResealedRow[] => {
  const place = placeOf(row.environmentId, row.id);
  const secret = openSecret(box, place, row.sealed);
  return secret === null ? [] : [{ ...row, anew: box.seal(place, secret.export()) }];
};

const resealedRows = rowArrays<ResealedRow>((fields) =>
  fields('environment_id int', 'id uuid', 'sealed bytea', 'anew bytea'),
);

/** Skips a row that was changed since: the change has sealed it. */
const store = (
  db: Database,
  { table, column }: SecretColumn,
  rows: readonly ResealedRow[],
): Promise<number> =>
  writeTransaction(db, async (tx) => {
    const stored = await tx.query(
      `UPDATE ${table} t SET ${column} = n.anew
         FROM ${resealedRows.as('n')}
        WHERE t.environment_id = n.environment_id AND t.id = n.id AND t.${column} = n.sealed
       RETURNING t.id`,
      resealedRows.valuesOf(rows),
    );
    return stored.length;
  });

/** A column with secrets. Its table has `environment_id` and `id`. */
export interface SecretColumn {
  readonly table: 'reward_providers' | 'webhooks' | 'kept_responses';
  readonly column: 'secret' | 'previous_secret' | 'response';
  readonly placeOf: (environmentId: EnvironmentId, id: string) => SecretOwner;
}

export interface SecretCount {
  /** The id of the key; empty for secrets that were never sealed. */
  readonly keyId: string;
  readonly secrets: number;
}

/** Counts secrets by the key that sealed them, including deleted rows. */
export const countSecrets = async (
  db: Queryable,
  columns: readonly SecretColumn[],
): Promise<SecretCount[]> => {
  const counts = new Map<string, number>();
  for (const { table, column } of columns) {
    const rows = await db.query<{ head: Buffer; secrets: number }>(
      // The version and the id of the key.
      `SELECT substring(${column} FROM 1 FOR 9) AS head, count(*) AS secrets FROM ${table}
        WHERE ${column} IS NOT NULL GROUP BY 1`,
    );
    for (const { head, secrets } of rows) {
      const keyId = sealedKeyIdOf(head);
      counts.set(keyId, (counts.get(keyId) ?? 0) + secrets);
    }
  }
  return [...counts].map(([keyId, secrets]) => ({ keyId, secrets })).sort(byKeyId);
};

const byKeyId = (one: SecretCount, other: SecretCount): number => (one.keyId < other.keyId ? -1 : 1);

/** Counts secrets that the box cannot open. The box is only needed if there is a secret. */
export const countUnreadableSecrets = async (
  db: Queryable,
  {
    box,
    columns,
    environmentIds,
  }: {
    readonly box: () => SecretBox;
    readonly columns: readonly SecretColumn[];
    readonly environmentIds: readonly EnvironmentId[];
  },
): Promise<number> => {
  let unopened = 0;
  for (const { table, column, placeOf } of columns) {
    const rows = await db.query<{ environmentId: EnvironmentId; id: string; sealed: Buffer }>(
      `SELECT environment_id AS "environmentId", id, ${column} AS sealed FROM ${table}
        WHERE environment_id = ANY ($1::int[]) AND ${column} IS NOT NULL`,
      [environmentIds],
    );
    const closed = rows.filter(
      ({ environmentId, id, sealed }) => openSecret(box(), placeOf(environmentId, id), sealed) === null,
    );
    unopened += closed.length;
  }
  return unopened;
};
