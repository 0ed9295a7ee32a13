import { type EnvironmentId, type MemberId, uuidMin } from '@loyalty/kernel';
import type { Queryable, Statement } from '@loyalty/storage';
import { type AuthorRecord, readAuthors } from '../authors/read-authors.ts';

/** The points of returns, voids and adjustments (D309). */
export interface ExceptionCounts {
  /** The number of returns, voids, lapses and adjustments. */
  readonly acts: number;
  readonly pointsForgiven: number;
  readonly pointsToDeduct: number;
  readonly pointsReversed: number;
  /** The points that were refunded by voids of a caller. */
  readonly pointsVoided: number;
  /** The points that were refunded because a redeem was neither captured nor voided in time. */
  readonly pointsLapsed: number;
  readonly pointsGiven: number;
  readonly pointsTaken: number;
}

export type ExceptionOrder = Exclude<keyof ExceptionCounts, 'acts'>;

export type ExceptionDay = ExceptionCounts & {
  /** The beginning of a UTC day, in ISO 8601. */
  readonly at: string;
};

/**
 * The subject whose actions are added up: a member by id and reference, an author, or a store. Null if it is
 * not known.
 */
type ExceptionSubject =
  | { readonly memberId: MemberId; readonly externalRef: string | null }
  | { readonly author: AuthorRecord | null }
  | { readonly storeRef: string | null };

export type ExceptionItem = ExceptionSubject &
  ExceptionCounts & {
    /** At most 31 days, oldest first: those with the most, by the requested order. */
    readonly days: readonly ExceptionDay[];
  };

export interface ExceptionQuery {
  readonly environmentId: EnvironmentId;
  readonly by: 'member' | 'credential' | 'store';
  readonly orderBy: ExceptionOrder;
  readonly fromMs: number;
  /** The end, which is not included. */
  readonly endMs: number;
}

export interface Exceptions {
  /** The time from which everything is counted. It is later than requested if there was too much to read. */
  readonly countedFromMs: number;
  /** At most 100 subjects, those with the most first. */
  readonly items: readonly ExceptionItem[];
}

const itemsMax = 100;
const daysMax = 31;

/**
 * A slice takes some 50 ms of Postgres, well within the limit of a list; all of them are some seconds for the one
 * caller of an environment who may list at a time.
 */
const usualBounds = { sliceMax: 5_000, slicesMax: 20 };

const countNames = [
  'acts',
  'pointsForgiven',
  'pointsToDeduct',
  'pointsReversed',
  'pointsVoided',
  'pointsLapsed',
  'pointsGiven',
  'pointsTaken',
] as const satisfies readonly (keyof ExceptionCounts)[];

type MutableCounts = { -readonly [Name in keyof ExceptionCounts]: number };

interface SliceRow extends ExceptionCounts {
  /** A member's id or a store; null of authors, and where there is none. */
  readonly text: string | null;
  readonly author: Buffer | null;
  readonly dayMs: number;
  /** These belong to the whole slice: how many acts it has, and its oldest one. */
  readonly taken: number;
  readonly oldestMs: number;
  readonly oldestId: string;
}

const subjectColumns: Readonly<Record<ExceptionQuery['by'], string>> = {
  member: 'member_id::text AS text, NULL::bytea AS author',
  credential: 'NULL AS text, author',
  store: 'store_ref AS text, NULL::bytea AS author',
};

const sumOf = (points: string): string => `least(${Number.MAX_SAFE_INTEGER.toString()}, ${points})::bigint`;

const answered = (name: string, operation: string): string =>
  sumOf(`coalesce(sum((answer ->> '${name}')::bigint) FILTER (WHERE operation = '${operation}'), 0)`);

const voided = (reason: string): string =>
  sumOf(
    `coalesce(sum((answer ->> 'pointsRefunded')::bigint)
                FILTER (WHERE operation = 'void' AND answer ->> 'reason' = '${reason}'), 0)`,
  );

const adjusted = (sign: '' | '-'): string =>
  sumOf(
    `coalesce(sum(greatest(0, ${sign}(answer #>> '{entry,points}')::bigint)) FILTER (WHERE operation = 'adjust'), 0)`,
  );

// A partial index has the few transactions of these kinds; responses are read of a slice alone. An adjustment without a
// reference is no transaction: its entry is all that is kept, and says nobody.
const sliceStatement = (by: ExceptionQuery['by']): Statement => ({
  name: `exceptions-slice-${by}`,
  text: `WITH acts AS MATERIALIZED (
           SELECT * FROM (
             (SELECT created_at, id, member_id, author, store_ref, operation, convert_from(answer, 'UTF8')::jsonb AS answer
                FROM transactions
               WHERE environment_id = $1 AND operation IN ('return', 'void', 'adjust')
                 AND created_at >= to_timestamp($2::bigint / 1000.0)
                 AND (created_at, id) < (to_timestamp($3::bigint / 1000.0), $4::uuid)
               ORDER BY created_at DESC, id DESC LIMIT $5)
             UNION ALL
             (SELECT created_at, id, member_id, NULL, NULL, 'adjust',
                     jsonb_build_object('entry', jsonb_build_object('points', points))
                FROM ledger_entries
               WHERE environment_id = $1 AND type = 'ADJUST' AND transaction_id IS NULL
                 AND created_at >= to_timestamp($2::bigint / 1000.0)
                 AND (created_at, id) < (to_timestamp($3::bigint / 1000.0), $4::uuid)
               ORDER BY created_at DESC, id DESC LIMIT $5)) all_acts
            ORDER BY created_at DESC, id DESC LIMIT $5),
         subjects AS (
           SELECT ${subjectColumns[by]}, date_trunc('day', created_at, 'UTC') AS day, operation, answer FROM acts)
         SELECT text, author, (extract(epoch FROM day) * 1000)::bigint AS "dayMs", count(*) AS acts,
                ${answered('pointsForgiven', 'return')} AS "pointsForgiven",
                ${answered('pointsToDeduct', 'return')} AS "pointsToDeduct",
                ${answered('pointsReversed', 'return')} AS "pointsReversed",
                ${voided('VOIDED')} AS "pointsVoided", ${voided('EXPIRED')} AS "pointsLapsed",
                ${adjusted('')} AS "pointsGiven", ${adjusted('-')} AS "pointsTaken",
                (SELECT count(*) FROM acts) AS taken, o.ms AS "oldestMs", o.id AS "oldestId"
           FROM subjects
          CROSS JOIN (SELECT (extract(epoch FROM created_at) * 1000)::bigint AS ms, id FROM acts
                       ORDER BY created_at, id LIMIT 1) o
          GROUP BY text, author, day, o.ms, o.id`,
});

const sliceStatements: Readonly<Record<ExceptionQuery['by'], Statement>> = {
  member: sliceStatement('member'),
  credential: sliceStatement('credential'),
  store: sliceStatement('store'),
};

/**
 * Reads from the newest act back, slice by slice, to the beginning or up to the maximum that may be read at
 * once. It adds up here, so that no statement depends on how much there is.
 */
export const readExceptions = async (
  db: Queryable,
  query: ExceptionQuery,
  { sliceMax, slicesMax } = usualBounds,
): Promise<Exceptions> => {
  const { environmentId, by, fromMs, endMs } = query;
  const sums = new Map<string, Summed>();
  let [beforeMs, beforeId] = [endMs, uuidMin];
  for (let slice = 0; slice < slicesMax; slice += 1) {
    const values = [environmentId, fromMs, beforeMs, beforeId, sliceMax];
    const rows = await db.query<SliceRow>(sliceStatements[by], values);
    for (const row of rows) add(sums, row);
    const [first] = rows;
    if (first === undefined || first.taken < sliceMax)
      return { countedFromMs: fromMs, items: await itemsOf(db, query, sums) };
    [beforeMs, beforeId] = [first.oldestMs, first.oldestId];
  }
  // Of the instant of the oldest one some may be missing.
  return { countedFromMs: beforeMs + 1, items: await itemsOf(db, query, sums) };
};

interface Summed {
  readonly text: string | null;
  readonly author: Buffer | null;
  readonly total: MutableCounts;
  readonly days: Map<number, MutableCounts>;
}

const noCounts = (): MutableCounts => ({
  acts: 0,
  pointsForgiven: 0,
  pointsToDeduct: 0,
  pointsReversed: 0,
  pointsVoided: 0,
  pointsLapsed: 0,
  pointsGiven: 0,
  pointsTaken: 0,
});

const add = (sums: Map<string, Summed>, row: SliceRow): void => {
  const { text, author, dayMs } = row;
  const key = text === null ? (author?.toString('hex') ?? '') : `:${text}`;
  const summed = sums.get(key) ?? { text, author, total: noCounts(), days: new Map<number, MutableCounts>() };
  const day = summed.days.get(dayMs) ?? noCounts();
  for (const name of countNames) {
    summed.total[name] = bounded(summed.total[name] + row[name]);
    day[name] = bounded(day[name] + row[name]);
  }
  summed.days.set(dayMs, day);
  sums.set(key, summed);
};

const bounded = (total: number): number => Math.min(Number.MAX_SAFE_INTEGER, total);

const itemsOf = async (
  db: Queryable,
  { environmentId, by, orderBy }: ExceptionQuery,
  sums: ReadonlyMap<string, Summed>,
): Promise<ExceptionItem[]> => {
  const most = [...sums.entries()]
    .sort(([keyA, a], [keyB, b]) => moreFirst(orderBy, a.total, b.total) || (keyA < keyB ? -1 : 1))
    .slice(0, itemsMax)
    .map(([, summed]) => summed);
  const subjects = await subjectsOf(db, { environmentId, by }, most);
  return most.flatMap(({ total, days }, at) => {
    const subject = subjects[at];
    return subject === undefined ? [] : [{ ...subject, ...total, days: mostOf(days, orderBy) }];
  });
};

const moreFirst = (orderBy: ExceptionOrder, a: ExceptionCounts, b: ExceptionCounts): number =>
  b[orderBy] - a[orderBy] || b.acts - a.acts;

const mostOf = (days: ReadonlyMap<number, ExceptionCounts>, orderBy: ExceptionOrder): ExceptionDay[] =>
  [...days]
    .sort(([atA, a], [atB, b]) => moreFirst(orderBy, a, b) || atB - atA)
    .slice(0, daysMax)
    .sort(([atA], [atB]) => atA - atB)
    .map(([atMs, counts]) => ({ at: new Date(atMs).toISOString(), ...counts }));

const subjectsOf = async (
  db: Queryable,
  { environmentId, by }: Pick<ExceptionQuery, 'environmentId' | 'by'>,
  most: readonly Summed[],
): Promise<ExceptionSubject[]> => {
  switch (by) {
    case 'member': {
      const ids = most.map(({ text }) => text as MemberId);
      const rows = await db.query<{ id: string; externalRef: string }>(membersStatement, [
        environmentId,
        ids,
      ]);
      const refs = new Map(rows.map(({ id, externalRef }) => [id, externalRef]));
      return ids.map((memberId) => ({ memberId, externalRef: refs.get(memberId) ?? null }));
    }
    case 'credential': {
      const bytes = most.map(({ author }) => author);
      return (await readAuthors(db, environmentId, bytes)).map((author) => ({ author }));
    }
    case 'store':
      return most.map(({ text }) => ({ storeRef: text }));
  }
};

const membersStatement: Statement = {
  name: 'exceptions-members',
  text: `SELECT id, external_ref AS "externalRef" FROM members WHERE environment_id = $1 AND id = ANY ($2::uuid[])`,
};
