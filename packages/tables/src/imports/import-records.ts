import type { EnvironmentId } from '@loyalty/kernel';
import {
  type Database,
  onlyRow,
  type Queryable,
  readEnvironments,
  type Statement,
  type Transaction,
  writeTransaction,
} from '@loyalty/storage';
import { growingWrite } from '../configuration/write-configuration.ts';
import { lockSegments, readDynamicSegmentIds } from '../segments/segments.ts';
import { requestRefresh } from '../segments/segment-refreshes.ts';

/** An import of members from another programme. Instants are in ISO 8601 in UTC. */
export interface ImportRecord {
  /** The name of the other programme, which is unique in the environment. */
  readonly source: string;
  readonly state: 'OPEN' | 'CLOSED';
  readonly signedUp: boolean;
  /** The members who got an opening by it. */
  readonly members: number;
  /** Of these, the members who were not here before. */
  readonly created: number;
  /** The sum of their points, shown up to 2^53−1. */
  readonly points: number;
  readonly lifetimePoints: number;
  /** The key or the person who began it. */
  readonly createdBy: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly closedAt: string | null;
}

interface ImportRow extends Omit<ImportRecord, 'createdAt' | 'updatedAt' | 'closedAt'> {
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly closedAt: Date | null;
}

const shown = (sum: string): string => `least(${sum}, 9007199254740991)::bigint`;

const columns = `source, state, signed_up AS "signedUp", members, created, ${shown('points')} AS points,
  ${shown('lifetime_points')} AS "lifetimePoints", created_by AS "createdBy", created_at AS "createdAt",
  updated_at AS "updatedAt", closed_at AS "closedAt"`;

const recordOf = (row: ImportRow): ImportRecord => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
  closedAt: row.closedAt?.toISOString() ?? null,
});

const findStatement: Statement = {
  name: 'import-find',
  text: `SELECT ${columns} FROM imports WHERE environment_id = $1 AND source = $2`,
};

export const findImport = async (
  db: Queryable,
  environmentId: EnvironmentId,
  source: string,
): Promise<ImportRecord | null> => {
  const [row] = await db.query<ImportRow>(findStatement, [environmentId, source]);
  return row === undefined ? null : recordOf(row);
};

const findToFillStatement: Statement = {
  name: 'import-find-to-fill',
  text: `SELECT ${columns}, (SELECT has_references FROM environments WHERE id = $1) AS "hasReferences"
           FROM imports WHERE environment_id = $1 AND source = $2`,
};

interface ImportToFill {
  readonly record: ImportRecord;
  /** False if every reference of the environment is the only one of its member. */
  readonly hasReferences: boolean;
}

/** Finds an import for lines that are about to be written. */
export const findImportToFill = async (
  tx: Transaction,
  environmentId: EnvironmentId,
  source: string,
): Promise<ImportToFill | null> => {
  type Row = ImportRow & Pick<ImportToFill, 'hasReferences'>;
  const [row] = await tx.query<Row>(findToFillStatement, [environmentId, source]);
  if (row === undefined) return null;
  const { hasReferences, ...record } = row;
  return { record: recordOf(record), hasReferences };
};

const listStatement: Statement = {
  name: 'imports-list',
  text: `SELECT ${columns} FROM imports WHERE environment_id = $1 ORDER BY source`,
};

/** Lists all imports of an environment, at most {@link importsMax}, in the order of their sources. */
export const listImports = async (db: Queryable, environmentId: EnvironmentId): Promise<ImportRecord[]> =>
  (await db.query<ImportRow>(listStatement, [environmentId])).map(recordOf);

/** A retailer who buys a chain imports once more, and a hundred times is more than anybody buys. */
const importsMax = 100;

interface ImportInput {
  readonly source: string;
  readonly signedUp: boolean;
  readonly createdBy: string;
}

export type OpenImportResult =
  | { readonly outcome: 'created'; readonly record: ImportRecord }
  | { readonly outcome: 'unchanged'; readonly record: ImportRecord }
  | { readonly outcome: 'changed'; readonly before: ImportRecord; readonly record: ImportRecord }
  | { readonly outcome: 'limit-exceeded'; readonly limit: number; readonly of: 'imports' }
  /** It is closed, and so was its `signedUp`. */
  | { readonly outcome: 'closed' };

const openStatement: Statement = {
  name: 'import-open',
  text: `INSERT INTO imports (environment_id, source, signed_up, created_by) VALUES ($1, $2, $3, $4)
         ON CONFLICT (environment_id, source) DO UPDATE SET signed_up = EXCLUDED.signed_up, updated_at = now()
         RETURNING ${columns}`,
};

/** Opens an import, or returns the one that has this source. It may be repeated. */
export const openImport = (
  db: Database,
  environmentId: EnvironmentId,
  { source, signedUp, createdBy }: ImportInput,
): Promise<OpenImportResult> =>
  growingWrite(db, environmentId, async (tx): Promise<OpenImportResult> => {
    const imports = await listImports(tx, environmentId);
    const before = imports.find((known) => known.source === source) ?? null;
    if (before?.signedUp === signedUp) return { outcome: 'unchanged', record: before };
    if (before?.state === 'CLOSED') return { outcome: 'closed' };
    if (before === null && imports.length >= importsMax)
      return { outcome: 'limit-exceeded', limit: importsMax, of: 'imports' };
    const rows = await tx.query<ImportRow>(openStatement, [environmentId, source, signedUp, createdBy]);
    const record = recordOf(onlyRow(rows, 'imports'));
    return before === null ? { outcome: 'created', record } : { outcome: 'changed', before, record };
  });

const importingStatement: Statement = {
  name: 'imports-open',
  text: `SELECT DISTINCT environment_id AS id FROM imports WHERE state = 'OPEN'`,
};

/** Returns the environments with an open import, whose DYNAMIC segments lack the imported members (D341). */
export const readImportingEnvironments = (db: Queryable): Promise<EnvironmentId[]> =>
  readEnvironments(db, importingStatement);

const lockStatement: Statement = {
  name: 'import-lock',
  text: `SELECT ${columns} FROM imports WHERE environment_id = $1 AND source = $2 FOR UPDATE`,
};

const closeStatement: Statement = {
  name: 'import-close',
  text: `UPDATE imports SET state = 'CLOSED', closed_at = now(), updated_at = now()
          WHERE environment_id = $1 AND source = $2 RETURNING ${columns}`,
};

export type CloseImportResult =
  | { readonly outcome: 'changed'; readonly before: ImportRecord; readonly record: ImportRecord }
  /** It was closed with these numbers before. */
  | { readonly outcome: 'unchanged'; readonly record: ImportRecord }
  /** Other numbers than expected were imported (D341). */
  | { readonly outcome: 'incomplete'; readonly members: number; readonly points: number }
  | { readonly outcome: 'not-found' };

interface ExpectedImport {
  readonly source: string;
  readonly members: number;
  readonly points: number;
}

/**
 * Closes an import if as many members and points were imported as the caller counted (D341), and requests a
 * refresh of all DYNAMIC segments, because no fact has announced the members.
 */
export const closeImport = (
  db: Database,
  environmentId: EnvironmentId,
  expected: ExpectedImport,
): Promise<CloseImportResult> =>
  writeTransaction(db, async (tx): Promise<CloseImportResult> => {
    const { source } = expected;
    const seen = judgeClose(await findImport(tx, environmentId, source), expected);
    if (seen.outcome !== 'changed') return seen;
    // Before the import, in the order of locks.
    const segments = await lockSegments(tx, environmentId, await readDynamicSegmentIds(tx, environmentId));
    await requestRefresh(tx, environmentId, [...segments.keys()]);
    const [row] = await tx.query<ImportRow>(lockStatement, [environmentId, source]);
    const judged = judgeClose(row === undefined ? null : recordOf(row), expected);
    if (judged.outcome !== 'changed') return judged;
    const closed = await tx.query<ImportRow>(closeStatement, [environmentId, source]);
    return { ...judged, record: recordOf(onlyRow(closed, 'imports')) };
  });

const judgeClose = (before: ImportRecord | null, { members, points }: ExpectedImport): CloseImportResult => {
  if (before === null) return { outcome: 'not-found' };
  if (before.members !== members || before.points !== points)
    return { outcome: 'incomplete', members: before.members, points: before.points };
  return before.state === 'CLOSED'
    ? { outcome: 'unchanged', record: before }
    : { outcome: 'changed', before, record: before };
};

export interface ImportedCounts {
  readonly members: number;
  readonly created: number;
  /** A hundred members may have more points than a number holds. */
  readonly points: bigint;
  readonly lifetimePoints: bigint;
  /** The further references that members were given. */
  readonly references: number;
}

const countStatement: Statement = {
  name: 'import-count',
  text: `UPDATE imports
            SET members = members + $3, created = created + $4, points = points + $5::numeric,
                lifetime_points = lifetime_points + $6::numeric, updated_at = now()
          WHERE environment_id = $1 AND source = $2 AND state = 'OPEN' RETURNING ${columns}`,
};

/** Adds what a call has imported. Returns null if the import is not open, so roll back. */
export const countImported = async (
  tx: Transaction,
  { environmentId, source }: { readonly environmentId: EnvironmentId; readonly source: string },
  { members, created, points, lifetimePoints }: ImportedCounts,
): Promise<ImportRecord | null> => {
  const values = [environmentId, source, members, created, points.toString(), lifetimePoints.toString()];
  const [row] = await tx.query<ImportRow>(countStatement, values);
  return row === undefined ? null : recordOf(row);
};
