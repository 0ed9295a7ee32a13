import { type EnvironmentId, uuidMin } from '@loyalty/kernel';
import { sealedKeyIdOf, type Database, type SecretBox, writeTransaction } from '@loyalty/storage';
import { openSecret } from './open-secret.ts';
import type { SecretColumn } from './stored-secrets.ts';

/** The progress of a run, and at its end the result. */
export interface ResealReport {
  /** Secrets that were read. */
  readonly looked: number;
  /** Secrets that were sealed again with the first key. */
  readonly resealed: number;
  /** Secrets left unchanged: their key is missing, or they were sealed for another row. */
  readonly unopened: number;
}

interface Sealing {
  readonly db: Database;
  readonly box: SecretBox;
  readonly columns: readonly SecretColumn[];
}

/** A chunk locks its rows for some milliseconds, and is some 100 KB. */
const chunkRows = 500;

/**
 * Seals every secret of every environment with the first key, in chunks of one transaction each. It can be stopped and run again at
 * any time. A secret that is changed meanwhile keeps the change. `report` is called after each chunk.
 */
export const resealSecrets = async (
  sealing: Sealing,
  report: (progress: ResealReport) => void = () => undefined,
): Promise<ResealReport> => {
  let total: ResealReport = { looked: 0, resealed: 0, unopened: 0 };
  for (const column of sealing.columns) {
    let after: Place | undefined = origin;
    while (after !== undefined) {
      const chunk: Chunk = await resealChunk(sealing, column, after);
      total = sumOf(total, chunk);
      report(total);
      after = chunk.last;
    }
  }
  return total;
};

interface Place {
  readonly environmentId: EnvironmentId;
  readonly id: string;
}

const origin = { environmentId: 0 as EnvironmentId, id: uuidMin };

interface Chunk extends ResealReport {
  /** The last row; absent after the last chunk. */
  readonly last?: Place;
}

const sumOf = (one: ResealReport, other: ResealReport): ResealReport => ({
  looked: one.looked + other.looked,
  resealed: one.resealed + other.resealed,
  unopened: one.unopened + other.unopened,
});

interface SealedRow extends Place {
  readonly sealed: Buffer;
}

const resealChunk = async (sealing: Sealing, column: SecretColumn, after: Place): Promise<Chunk> => {
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

const readRows = (db: Database, { table, column }: SecretColumn, after: Place): Promise<SealedRow[]> =>
  db.query<SealedRow>(
    `SELECT environment_id AS "environmentId", id, ${column} AS sealed FROM ${table}
      WHERE (environment_id, id) > ($1, $2::uuid) AND ${column} IS NOT NULL
      ORDER BY environment_id, id LIMIT ${chunkRows.toString()}`,
    [after.environmentId, after.id],
  );

interface ResealedRow extends SealedRow {
  readonly anew: Buffer;
}

/** Returns the row with its secret sealed by the first key; none when it cannot be opened. */
const sealedAnew = (box: SecretBox, { placeOf }: SecretColumn, row: SealedRow): ResealedRow[] => {
  const place = placeOf(row.environmentId, row.id);
  const secret = openSecret(box, place, row.sealed);
  return secret === null ? [] : [{ ...row, anew: box.seal(place, secret.export()) }];
};

/** Skips a row that was changed since it was read: the change has sealed it. */
const store = (
  db: Database,
  { table, column }: SecretColumn,
  rows: readonly ResealedRow[],
): Promise<number> =>
  writeTransaction(db, async (tx) => {
    const stored = await tx.query(
      `UPDATE ${table} t SET ${column} = n.anew
         FROM unnest($1::int[], $2::uuid[], $3::bytea[], $4::bytea[]) AS n (environment_id, id, sealed, anew)
        WHERE t.environment_id = n.environment_id AND t.id = n.id AND t.${column} = n.sealed
       RETURNING t.id`,
      [
        rows.map(({ environmentId }) => environmentId),
        rows.map(({ id }) => id),
        rows.map(({ sealed }) => sealed),
        rows.map(({ anew }) => anew),
      ],
    );
    return stored.length;
  });
