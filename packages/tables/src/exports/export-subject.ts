import type { EnvironmentId } from '@loyalty/kernel';
import type { Queryable, Statement } from '@loyalty/storage';
import { pageBytesMax } from '@loyalty/storage/lists';
import { type PlaceValue, subjectSections } from './subject-sections.ts';

/** Something that is kept of a member. */
export interface SubjectRecord {
  /** The kind of the record; see `subjectSections`. */
  readonly section: string;
  readonly record: Readonly<Record<string, unknown>>;
}

export interface SubjectPlace {
  /** The number of the section in `subjectSections`; those of each merged member follow. */
  readonly section: number;
  /** The place of the last record in the order of its section; empty before the first. */
  readonly row: readonly PlaceValue[];
}

interface SubjectPage {
  readonly records: readonly SubjectRecord[];
  /** The place after which the next page begins; null at the end. */
  readonly next: SubjectPlace | null;
}

export interface SubjectQuery {
  readonly environmentId: EnvironmentId;
  readonly memberId: string;
  /** The end of the page before; null for the first page. */
  readonly after: SubjectPlace | null;
  readonly limit: number;
}

const mergedStatement: Statement = {
  name: 'subject-merged-members',
  // What is merged later comes later, so a cursor stays true.
  text: `SELECT id FROM members WHERE environment_id = $1 AND leads_to = $2 AND state = 'merged' ORDER BY led_since, id`,
};

/** Returns the sections to read in their order: those of the member, and then those of each merged one. */
const readSections = async (db: Queryable, { environmentId, memberId }: SubjectQuery) => {
  const merged = await db.query<{ readonly id: string }>(mergedStatement, [environmentId, memberId]);
  return [memberId, ...merged.map(({ id }) => id)].flatMap((id, person) =>
    subjectSections.map((section) => ({
      ...section,
      memberId: id,
      isRead: person === 0 || section.isOfMerged,
    })),
  );
};

/**
 * Reads all that is kept of a member, section by section (D342), and then of those who were merged into them. A
 * page ends at `limit` or with the records that exceed 4 MiB.
 */
export const exportSubject = async (db: Queryable, query: SubjectQuery): Promise<SubjectPage> => {
  const { environmentId, limit, after } = query;
  const records: SubjectRecord[] = [];
  let bytes = 0;
  for (const [at, { name, read, memberId, isRead }] of (await readSections(db, query)).entries()) {
    if (!isRead || at < (after?.section ?? 0)) continue;
    let row: readonly PlaceValue[] | null = at === after?.section ? after.row : [];
    while (row !== null) {
      if (records.length >= limit || bytes >= pageBytesMax) return { records, next: { section: at, row } };
      const found = await read(db, { environmentId, memberId, after: row, limit: limit - records.length });
      records.push(...found.rows.map((record) => ({ section: name, record })));
      bytes += found.bytes;
      row = found.next;
    }
  }
  return { records, next: null };
};
