import type { Clock } from '@loyalty/kernel';
import { runBuilt, sql } from '@loyalty/storage';
import {
  membersInRange,
  narrowMembers,
  readMembers,
  type MemberFilters,
  type MemberPlace,
  type MemberSource,
} from './member-filters.ts';
import type { MemberRecord } from './member-record.ts';

/** Some members of a list, and the position of the next page: after the last member that was scanned. */
export interface MemberPage {
  readonly members: readonly MemberRecord[];
  /** Null at the end. A page may be short, even empty, before the end of the list. */
  readonly next: MemberPlace | null;
}

export interface MemberWalk {
  readonly filters: MemberFilters;
  /** The last member of the page before. */
  readonly after?: MemberPlace;
  readonly limit: number;
}

/** The number of members in a slice, and the time for all slices. */
export interface SliceBounds {
  readonly size: number;
  readonly budgetMs: number;
  readonly clock: Clock;
}

/**
 * Scans the list newest first, slice after slice, until a page is full or the time is over: for filters that no index serves. It
 * always scans at least one slice.
 */
export const scanMembers = async (
  source: MemberSource,
  walk: MemberWalk,
  { size, budgetMs, clock }: SliceBounds,
): Promise<MemberPage> => {
  const beganMs = clock.now();
  let page = await readSlice(source, walk, size);
  while (isShort(page, walk.limit) && clock.now() - beganMs < budgetMs) {
    const { members, next } = page;
    const rest = { ...walk, after: next, limit: walk.limit - members.length };
    const slice = await readSlice(source, rest, size);
    page = { members: [...members, ...slice.members], next: slice.next };
  }
  return page;
};

/** Returns true while more could be found. */
export const isShort = (
  page: MemberPage,
  limit: number,
): page is MemberPage & { readonly next: MemberPlace } => page.next !== null && page.members.length < limit;

const readSlice = async (
  source: MemberSource,
  { filters, after, limit }: MemberWalk,
  size: number,
): Promise<MemberPage> => {
  const from = after === undefined ? {} : { after };
  const upTo = await findSliceEnd(source, { filters, from, size });
  const query = narrowMembers(membersInRange(source.scope, { ...from, upTo }, filters.state), filters);
  const members = await readMembers(source, query, limit + 1);
  if (members.length <= limit) return { members, next: upTo };
  return pageOf(members, limit);
};

interface Slice {
  readonly filters: MemberFilters;
  readonly from: { readonly after?: MemberPlace };
  readonly size: number;
}

/** Returns the last member of the slice; null when the list ends within it. */
const findSliceEnd = async (
  { db, scope }: MemberSource,
  { filters, from, size }: Slice,
): Promise<MemberPlace | null> => {
  const query = membersInRange(scope, { ...from, upTo: null }, filters.state)
    .select(sql.raw('m.created_at AS "createdAt", m.id'))
    .offset(size - 1)
    .limit(1);
  const [row] = await runBuilt<{ createdAt: Date; id: string }>(db, query);
  return row === undefined ? null : { createdAt: row.createdAt.toISOString(), id: row.id };
};

/** Makes a page of a read with one record more than the page holds. The next page starts after the last record shown. */
export const pageOf = (members: readonly MemberRecord[], limit: number): MemberPage => {
  const shown = members.slice(0, limit);
  const last = shown.at(-1);
  if (members.length <= limit || last === undefined) return { members: shown, next: null };
  return { members: shown, next: { createdAt: last.createdAt, id: last.id } };
};
