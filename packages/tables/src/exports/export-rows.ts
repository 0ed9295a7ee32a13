import { type EnvironmentId, uuidMax, uuidMin } from '@loyalty/kernel';
import { type Queryable, rowArrays, type Statement } from '@loyalty/storage';
import { pageBytesMax } from '@loyalty/storage/lists';
import type { MemberTransaction } from '../members/member-transactions.ts';
import { isMember } from '../members/members.ts';
import { rewardColumns, type RewardRecord, rewardRecordOf, type RewardRow } from '../rewards/rewards.ts';
import { purchaseColumns } from '../transactions/purchases.ts';

/** A place in the order of members by id, and within a member from the newest row to the oldest. */
export interface RowPlace {
  readonly memberId: string;
  /** The last row that was read of the member; null if all of them were. */
  readonly row: { readonly createdAt: string; readonly id: string } | null;
}

export interface RowExportQuery {
  readonly environmentId: EnvironmentId;
  /** The end of the page before; null for the first page. */
  readonly after: RowPlace | null;
  readonly limit: number;
}

interface RowExportPage<Row> {
  readonly rows: readonly Row[];
  /** The place after which the next page begins; null at the end. A page may be short, even empty, before it. */
  readonly next: RowPlace | null;
}

/** A member whose rows before `at` and `rowId` are asked for, and their place among the members. */
interface AskedMember {
  readonly id: string;
  readonly at: string;
  readonly rowId: string;
  readonly place: number;
}

const memberRows = rowArrays<AskedMember>(
  (fields) => fields('id uuid', 'at timestamptz', 'row_id uuid', 'place int'),
  2,
);

/** SQL: the rows of the members that are asked for, up to the row that exceeds 4 MiB. */
const rowsText = ({
  columns,
  rows,
  bytes,
}: {
  readonly columns: string;
  /** The rows `r` of the member `m`. */
  readonly rows: string;
  readonly bytes: string;
}): string => `
  SELECT * FROM (
    SELECT p.*, sum(p.bytes) OVER (ORDER BY p.place, p."createdAt" DESC, p.id DESC) - p.bytes AS "bytesBefore"
      FROM (SELECT m.place, m.id AS "ofMember", o.*
              FROM ${memberRows.as('m')}
             CROSS JOIN LATERAL (
               SELECT ${columns}, ${bytes} AS bytes FROM ${rows} AND (r.created_at, r.id) < (m.at, m.row_id)
                ORDER BY r.created_at DESC, r.id DESC LIMIT $6) o) p) q
   WHERE q."bytesBefore" < ${pageBytesMax.toString()}
   ORDER BY q.place, q."createdAt" DESC, q.id DESC LIMIT $6`;

const transactionsStatement: Statement = {
  name: 'export-transactions',
  text: rowsText({
    columns: `r.id, r.operation, r.ref, r.created_at AS "createdAt", r.answer AS response, ${purchaseColumns('r')}`,
    // Without statistics the planner would take the primary key for `=`, and read the whole environment.
    rows: `transactions r WHERE r.member_id = m.id AND r.environment_id IS NOT DISTINCT FROM $1
              AND r.operation <> ALL ('{adjust,credit}')`,
    bytes: 'octet_length(r.answer)',
  }),
};

const rewardsStatement: Statement = {
  name: 'export-rewards',
  text: rowsText({
    columns: rewardColumns,
    rows: 'rewards r WHERE r.environment_id = $1 AND r.member_id = m.id',
    bytes: 'octet_length(r.value::text)',
  }),
};

/** Reads the transactions of the next members by id, newest first within a member. Erased members are left out. */
export const exportTransactions = (
  db: Queryable,
  query: RowExportQuery,
): Promise<RowExportPage<MemberTransaction>> =>
  exportRows<MemberTransaction>(db, transactionsStatement, query);

/** Reads rewards in the same order, as they are shown at `atMs`. */
export const exportRewards = async (
  db: Queryable,
  query: RowExportQuery,
  atMs: number,
): Promise<RowExportPage<RewardRecord>> => {
  const { rows, next } = await exportRows<RewardRow>(db, rewardsStatement, query);
  return { rows: rows.map((row) => rewardRecordOf(row, atMs)), next };
};

interface Placed {
  readonly id: string;
  readonly createdAt: Date;
}

/** Members are read so many at first, and twice as many each time, because many may have no row. */
const membersFirst = 100;
const membersMax = 1_600;
/** A page reads at most so many members, some 100 ms where none has a row. */
const membersOfPage = 10_000;

const exportRows = async <Row extends Placed>(
  db: Queryable,
  statement: Statement,
  { environmentId, after, limit }: RowExportQuery,
): Promise<RowExportPage<Row>> => {
  const rows: Row[] = [];
  let place: RowPlace = after ?? { memberId: uuidMin, row: null };
  let [size, read, bytes] = [membersFirst, 0, 0];
  while (rows.length < limit && read < membersOfPage && bytes < pageBytesMax) {
    const ids = await readNextMembers(db, environmentId, place.memberId, size);
    const asked = { environmentId, place, ids, limit: limit - rows.length };
    const found = await readRows<Row>(db, statement, asked);
    rows.push(...found.rows);
    if (found.last !== null) return { rows, next: found.last };
    const lastId = ids.at(-1);
    if (lastId === undefined || ids.length < size) return { rows, next: null };
    place = { memberId: lastId, row: null };
    read += ids.length;
    bytes += found.bytes;
    size = Math.min(size * 2, membersMax);
  }
  return { rows, next: place };
};

const nextMembersStatement: Statement = {
  name: 'export-next-members',
  text: `SELECT id FROM members
          WHERE environment_id = $1 AND id > $2 AND state <> 'anonymized' AND (${isMember} OR state = 'merged')
          ORDER BY id LIMIT $3`,
};

const readNextMembers = async (
  db: Queryable,
  environmentId: EnvironmentId,
  after: string,
  size: number,
): Promise<string[]> =>
  (await db.query<{ id: string }>(nextMembersStatement, [environmentId, after, size])).map(({ id }) => id);

interface RowsToRead {
  readonly environmentId: EnvironmentId;
  /** A member whose rows were read in part comes first. */
  readonly place: RowPlace;
  readonly ids: readonly string[];
  readonly limit: number;
}

type FoundRow<Row> = Row & {
  readonly ofMember: string;
  readonly bytes: number;
  readonly bytesBefore: number;
};

interface FoundRows<Row> {
  readonly rows: readonly Row[];
  readonly bytes: number;
  /** The place of the last row if there may be more of them; null if the members have no more. */
  readonly last: RowPlace | null;
}

const readRows = async <Row extends Placed>(
  db: Queryable,
  statement: Statement,
  { environmentId, place, ids, limit }: RowsToRead,
): Promise<FoundRows<Row>> => {
  const { memberId, row: begun } = place;
  const asked = [
    ...(begun === null ? [] : [{ id: memberId, at: begun.createdAt, rowId: begun.id }]),
    ...ids.map((id) => ({ id, at: 'infinity', rowId: uuidMax })),
  ].map((member, at): AskedMember => ({ ...member, place: at }));
  const found = await db.query<FoundRow<Row>>(statement, [
    environmentId,
    ...memberRows.valuesOf(asked),
    limit + 1,
  ]);
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  if (last === undefined) return { rows, bytes: 0, last: null };
  const bytes = last.bytesBefore + last.bytes;
  const isWhole = found.length <= limit && bytes < pageBytesMax;
  const row = { createdAt: last.createdAt.toISOString(), id: last.id };
  return { rows, bytes, last: isWhole ? null : { memberId: last.ofMember, row } };
};
