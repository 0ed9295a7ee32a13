import { Fault, systemClock, type Clock } from '@loyalty/kernel';
import type { LifetimePointsRange, MemberState } from '@loyalty/rules';
import { databaseFailureOf } from '@loyalty/storage';
import {
  membersInRange,
  narrowMembers,
  readMembers,
  type MemberPlace,
  type MemberSource,
} from './member-filters.ts';
import { foldText, gramLength, gramsOf } from './search-text.ts';
import { isShort, pageOf, walkMembers, type MemberPage, type MemberWalk } from './walk-members.ts';

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
  /** Members of one slice, of lists that no index serves. */
  readonly slice: number;
  readonly budgetMs: number;
  readonly clock: Clock;
}

const usualBounds: ListBounds = { newest: 5_000, slice: 20_000, budgetMs: 200, clock: systemClock };

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
    return walkMembers(source, walk, slicesOf(bounds));
  return readPage(source, walk, []);
};

const slicesOf = ({ slice, budgetMs, clock }: ListBounds) => ({ size: slice, budgetMs, clock });

type Condition = readonly [text: string, values: readonly (string | number | Buffer)[]];

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
  const first = await walkMembers(source, walk, { size: newest, budgetMs: 0, clock });
  if (!isShort(first, walk.limit)) return first;
  const rest = { ...walk, after: first.next, limit: walk.limit - first.members.length };
  const found = (await searchByGrams(source, rest)) ?? (await walkMembers(source, rest, slicesOf(bounds)));
  return { members: [...first.members, ...found.members], next: found.next };
};

/** More would make the question dearer and its answer hardly shorter. */
const gramsMax = 8;

/** What the index of grams finds; null when the needle has none, or too many members have them to be sorted in time. */
const searchByGrams = async (source: MemberSource, walk: MemberWalk): Promise<MemberPage | null> => {
  const { environmentId } = source.scope;
  const needle = walk.filters.needle ?? '';
  if (needle.length < gramLength) return null;
  const grams = gramsOf(environmentId, needle).slice(0, gramsMax);
  try {
    // Whoever's grams are not filled yet is looked at as well: while they are many, this ends in slices.
    return await readPage(source, walk, [
      ['p.environment_id = ?', [environmentId]],
      ['(p.grams @> ?::int[] OR p.grams IS NULL)', [`{${grams.join(',')}}`]],
    ]);
  } catch (failure) {
    if (tookTooLong(failure)) return null;
    throw failure;
  }
};

/** Also where it comes as a Fault, for a caller who may try again. */
const tookTooLong = (failure: unknown): boolean =>
  databaseFailureOf(failure instanceof Fault ? failure.cause : failure) === 'slow';
