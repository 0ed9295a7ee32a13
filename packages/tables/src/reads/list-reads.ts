import { dayMs, type EnvironmentId } from '@loyalty/kernel';
import type { Queryable, Statement } from '@loyalty/storage';
import { type AuthorRecord, readAuthors } from '../authors/read-authors.ts';

export interface ReadItem {
  /** The beginning of a UTC day, in ISO 8601. */
  readonly at: string;
  /** The author; null for all people together who were beyond the bounds of the day. */
  readonly author: AuthorRecord | null;
  readonly operation: string;
  readonly count: number;
}

export interface ListedReads {
  /** The day from which everything is listed. It is later than requested if there was too much. */
  readonly countedFromMs: number;
  /** The items, newest day first, and within a day those that were read most. */
  readonly items: readonly ReadItem[];
}

/** These are some 200 KB of JSON. */
const itemsMax = 1_000;

interface StoredRead {
  readonly dayMs: number;
  readonly operation: string;
  readonly author: Buffer;
  readonly reads: number;
}

const listStatement: Statement = {
  name: 'people-reads-list',
  // By the key, backwards: only the days that are shown are read and sorted.
  text: `SELECT (extract(epoch FROM day) * 1000)::bigint AS "dayMs", operation, author, reads
           FROM people_reads
          WHERE environment_id = $1 AND day BETWEEN $2::date AND $3::date
          ORDER BY day DESC, reads DESC, operation, author LIMIT $4`,
};

export const listReads = async (
  db: Queryable,
  {
    environmentId,
    fromMs,
    toMs,
  }: {
    readonly environmentId: EnvironmentId;
    /** `fromMs` and `toMs` are inclusive; both are beginnings of UTC days. */
    readonly fromMs: number;
    readonly toMs: number;
  },
): Promise<ListedReads> => {
  const values = [environmentId, dayOf(fromMs), dayOf(toMs), itemsMax + 1];
  const found = await db.query<StoredRead>(listStatement, values);
  const shown = found.slice(0, itemsMax);
  const authors = await readAuthors(
    db,
    environmentId,
    shown.map(({ author }) => author),
  );
  const firstCut = found[itemsMax];
  return {
    countedFromMs: firstCut === undefined ? fromMs : firstCut.dayMs + dayMs,
    items: shown.map(({ dayMs: atMs, operation, reads: count }, place) => ({
      at: new Date(atMs).toISOString(),
      author: authors[place] ?? null,
      operation,
      count,
    })),
  };
};

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
