import type { EnvironmentId } from '@loyalty/kernel';
import type { Queryable } from '@loyalty/storage';
import { pageBytesMax } from '@loyalty/storage/lists';
import { type PlaceValue, subjectSections } from './subject-sections.ts';

/** Something that is kept of a member. */
export interface SubjectRecord {
  /** The kind of the record; see `subjectSections`. */
  readonly section: string;
  readonly record: Readonly<Record<string, unknown>>;
}

export interface SubjectPlace {
  /** The number of the section in `subjectSections`. */
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

/**
 * Reads all that is kept of a member, section by section (D342). A page ends at `limit` or with the records
 * that exceed 4 MiB.
 */
export const exportSubject = async (db: Queryable, query: SubjectQuery): Promise<SubjectPage> => {
  const { environmentId, memberId, limit, after } = query;
  const records: SubjectRecord[] = [];
  let bytes = 0;
  for (const [at, { name, read }] of subjectSections.entries()) {
    if (at < (after?.section ?? 0)) continue;
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
