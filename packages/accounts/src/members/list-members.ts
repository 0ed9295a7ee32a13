import { Fault, systemClock, type Clock } from '@loyalty/kernel';
import type { LifetimePointsRange, MemberState } from '@loyalty/rules';
import { classifyFailure, type Statement } from '@loyalty/storage';
import {
  membersInRange,
  narrowMembers,
  readMembers,
  type MemberPlace,
  type MemberSource,
} from './member-filters.ts';
import { foldText, gramLength, gramsOf } from './search-text.ts';
import { isShort, pageOf, scanMembers, type MemberPage, type MemberWalk } from './scan-members.ts';

/** Filters of D53, and where the page begins (the last record of the page before). */
export interface MemberQuery {
  /** The key of an externalRef: exactly this member, unless they were erased (D91). */
  readonly memberKey?: Buffer;
  /** Part of the externalRef, the name or the e-mail; every character is literal, case does not count. */
  readonly search?: string;
  readonly state?: MemberState;
  readonly lifetimePoints?: LifetimePointsRange;
  readonly before?: MemberPlace;
  readonly limit: number;
}

/** How far a list looks before it answers what it has. */
export interface ListBounds {
  /** Members that a search looks at one by one before it asks the index: frequent needles, and those just enrolled. */
  readonly newest: number;
  /** Members that the index finds at most: what more have is frequent enough to be met one by one. */
  readonly found: number;
  /** Members of one slice, of lists that no index serves. */
  readonly slice: number;
  readonly budgetMs: number;
  readonly clock: Clock;
}

const usualBounds: ListBounds = {
  newest: 5_000,
  found: 10_000,
  slice: 20_000,
  budgetMs: 200,
  clock: systemClock,
};

/**
 * Members, newest first by (createdAt, id). The database must end statements that take long: a search by an index that finds too
 * many is given up, and goes on in slices.
 */
export const listMembers = async (
  source: MemberSource,
  { memberKey, search, before, limit, ...given }: MemberQuery,
  bounds = usualBounds,
): Promise<MemberPage> => {
  const filters = { ...given, ...(search === undefined ? {} : { needle: foldText(search) }) };
  const walk = { filters, limit, ...(before === undefined ? {} : { after: before }) };
  if (memberKey !== undefined) return findByKey(source, walk, memberKey);
  if (filters.needle !== undefined) return searchMembers(source, walk, bounds);
  if (filters.lifetimePoints !== undefined || filters.state === 'active')
    return scanMembers(source, walk, slicesOf(bounds));
  return readPage(source, walk, []);
};

const slicesOf = ({ slice, budgetMs, clock }: ListBounds) => ({ size: slice, budgetMs, clock });

type Condition = readonly [text: string, values: readonly (string | number | Buffer | string[])[]];

/** A page that an index finds; `conditions` say by what. */
const readPage = async (
  source: MemberSource,
  { filters, after, limit }: MemberWalk,
  conditions: readonly Condition[],
): Promise<MemberPage> => {
  const range = { ...(after === undefined ? {} : { after }), upTo: null };
  const query = narrowMembers(membersInRange(source.scope, range, filters.state), filters);
  for (const [text, values] of conditions) void query.whereRaw(text, values);
  return pageOf(await readMembers(source, query, limit + 1), limit);
};

const findByKey = (source: MemberSource, walk: MemberWalk, memberKey: Buffer): Promise<MemberPage> =>
  readPage(source, walk, [
    ['m.member_key = ?', [memberKey]],
    [`m.state <> 'anonymized'`, []],
  ]);

const searchMembers = async (
  source: MemberSource,
  walk: MemberWalk,
  bounds: ListBounds,
): Promise<MemberPage> => {
  const { newest, clock } = bounds;
  const first = await scanMembers(source, walk, { size: newest, budgetMs: 0, clock });
  if (!isShort(first, walk.limit)) return first;
  const rest = { ...walk, after: first.next, limit: walk.limit - first.members.length };
  const found =
    (await searchByGrams(source, rest, bounds)) ?? (await scanMembers(source, rest, slicesOf(bounds)));
  return { members: [...first.members, ...found.members], next: found.next };
};

/** What the index of grams finds; null when the needle has none, or too many members have them. */
const searchByGrams = async (
  source: MemberSource,
  walk: MemberWalk,
  { found: foundMax }: ListBounds,
): Promise<MemberPage | null> => {
  const needle = walk.filters.needle ?? '';
  if (needle.length < gramLength) return null;
  try {
    const ids = await findByGrams(source, needle, foundMax + 1);
    return ids.length > foundMax ? null : await readPage(source, walk, [['m.id = ANY (?::uuid[])', [ids]]]);
  } catch (failure) {
    if (tookTooLong(failure)) return null;
    throw failure;
  }
};

/** Whoever's grams are not filled yet is looked at as well: while they are many, this ends in slices. */
const gramsStatement: Statement = {
  name: 'members-by-grams',
  text: `SELECT member_id AS id FROM member_profiles
          WHERE environment_id = $1 AND grams @> $2::int[] AND strpos(search_text, $3) > 0
         UNION ALL
         SELECT member_id FROM member_profiles
          WHERE environment_id = $1 AND grams IS NULL AND strpos(search_text, $3) > 0
          LIMIT $4`,
};

/**
 * On its own: in one statement with the order of the list, the planner would walk the newest members and hope to meet them, because
 * it cannot know how rare grams are.
 */
const findByGrams = async (
  { db, scope: { environmentId } }: MemberSource,
  needle: string,
  limit: number,
): Promise<string[]> => {
  const grams = gramsOf(environmentId, needle);
  const found = await db.query<{ id: string }>(gramsStatement, [environmentId, grams, needle, limit]);
  return found.map(({ id }) => id);
};

/** Also where it comes as a Fault, for a caller who may try again. */
const tookTooLong = (failure: unknown): boolean =>
  classifyFailure(failure instanceof Fault ? failure.cause : failure) === 'timeout';
