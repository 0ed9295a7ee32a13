import { instantOf } from '@loyalty/contracts';
import type { ParametersOf, QueryOf } from '@loyalty/contracts/http';
import { encodeCursor, type Handler } from '@loyalty/http/api';
import { type Clock, isUuid, memberKeyOf, utcDayOf } from '@loyalty/kernel';
import { rangeOfTier, type TierThreshold } from '@loyalty/rules/tiers';
import type { DatabaseShares } from '@loyalty/storage';
import { readStatisticsInputs } from '@loyalty/tables/accounts';
import { readActs } from '@loyalty/tables/authors';
import { readCampaignNames } from '@loyalty/tables/campaigns';
import { listStampCampaigns, readLimitsOfMember } from '@loyalty/tables/campaigns/management';
import { readStampCards, readVisits } from '@loyalty/tables/counts';
import { readLedgerPage } from '@loyalty/tables/ledger';
import type { MemberRecord } from '@loyalty/tables/members';
import {
  countWindow,
  findMemberWindow,
  listMembers,
  type MemberFilters,
  type MemberSort,
  type MemberSource,
  type MemberTotal,
  type MemberWindow,
  sortMembers,
} from '@loyalty/tables/members/management';
import { listOpenRedemptions } from '@loyalty/tables/redemptions';
import { listTiers } from '@loyalty/tables/tiers/management';
import { refusedAuthor, withActs } from '../acts.ts';
import { cursorTo, instantsOf, type ListPage, listResponse, newestFirst } from '../list-page.ts';
import { missingPermission } from '../responses.ts';
import type { LoadEnvironmentSecret, LoadPhoneCountry, Routes } from '../routes.ts';
import {
  findOwnMember,
  memberNotFound,
  foundMember,
  canReadProfiles,
  memberStatistics,
  scopeOf,
  shownStampCards,
} from './shown-member.ts';

interface MemberRoutesOptions {
  readonly db: DatabaseShares;
  readonly lists: DatabaseShares;
  readonly loadSecret: LoadEnvironmentSecret;
  readonly loadPhoneCountry: LoadPhoneCountry;
}

/** Creates the routes that find members and show their records (interface 4.5, D50, D52, D53). */
export const createMemberRoutes = (
  options: MemberRoutesOptions,
): Pick<
  Routes,
  'listMembers' | 'getMember' | 'listLedgerEntries' | 'listStampCards' | 'listOpenAuthorizations'
> => ({
  listMembers: list(options),
  getMember: get(options),
  listLedgerEntries: ledger(options),
  listStampCards: stampCards(options),
  listOpenAuthorizations: authorizations(options),
});

type ListQuery = QueryOf<'listMembers'>;

const list =
  ({ db, lists, loadSecret, loadPhoneCountry }: MemberRoutesOptions): Handler<unknown, ListQuery> =>
  (request) => {
    const { query, credential } = request;
    const asked = askedOf(query);
    // A reference is known to who asks; anything else would list or search members (D212). Asked only where needed: it counts as a use.
    if (namesOf(asked).join() !== 'ref' && !canReadProfiles(credential))
      return Promise.resolve(missingPermission('members:read'));
    const scope = scopeOf(credential);
    const { environmentId } = scope;
    return listResponse(request, { list: 'members', filters: asked, loadSecret }, async (page) => {
      const tiers = await listTiers(db.of(environmentId), environmentId);
      const phoneCountry = await loadPhoneCountry(credential);
      const filters = filtersOf(asked, { tiers, phoneCountry, secret: page.scope.secret });
      const source = { db: lists.of(environmentId), scope };
      const { members, ...rest } =
        filters === null ? noMembers(query) : await readMembers(source, { filters, query }, page);
      return {
        members: members.map((member) => matchedBy(asked.ref, foundMember(credential)(member, tiers))),
        ...rest,
        phoneCountry,
      };
    });
  };

/** A reference finds one member at most, whose it is. */
const matchedBy = <Shown extends object>(ref: string | undefined, member: Shown): Shown =>
  ref === undefined ? member : { ...member, matchedReference: ref };

/** These parameters decide which members are listed, and in which order. A cursor is bound to them. */
const askedOf = (query: ListQuery) => ({
  ref: query.ref,
  search: query.search,
  state: query.state,
  phone: query.phone,
  email: query.email === undefined ? undefined : withPluses(query.email),
  tierId: query.tierId?.toLowerCase(),
  segmentId: query.segmentId?.toLowerCase(),
  balanceFrom: query.balanceFrom,
  balanceTo: query.balanceTo,
  lastActivitySince: query.lastActivitySince,
  lastActivityBefore: query.lastActivityBefore,
  sort: query.sort === 'created' ? undefined : query.sort,
});

type AskedMembers = ReturnType<typeof askedOf>;

const namesOf = (asked: AskedMembers): readonly string[] =>
  Object.entries(asked).flatMap(([name, value]) => (value === undefined ? [] : [name]));

/** No address has blanks: one within it is a plus that was not encoded in the URL. */
const withPluses = (email: string): string => email.trim().replaceAll(' ', '+');

interface FilterContext {
  readonly tiers: readonly TierThreshold[];
  readonly phoneCountry: string | null;
  readonly secret: Uint8Array;
}

/**
 * Converts a tier to a range of lifetime points. Null for a tier that does not exist, which has no members.
 */
const filtersOf = (
  asked: AskedMembers,
  { tiers, phoneCountry, secret }: FilterContext,
): MemberFilters | null => {
  const { ref, search, state, phone, email, tierId, segmentId } = asked;
  const lifetimePoints = tierId === undefined ? undefined : rangeOfTier(tiers, tierId);
  if (lifetimePoints === null) return null;
  return {
    search,
    state,
    phone,
    email,
    segmentId,
    phoneCountry,
    lifetimePoints,
    memberKey: ref === undefined ? undefined : memberKeyOf(secret, ref),
    balance: { from: asked.balanceFrom, to: asked.balanceTo },
    lastActivity: { since: dateOf(asked.lastActivitySince), before: dateOf(asked.lastActivityBefore) },
  };
};

/** A date without a time is the beginning of that day. */
const dateOf = (instant: string | undefined): Date | undefined =>
  instant === undefined ? undefined : new Date(instantOf(instant, 'start') ?? 0);

interface FoundMembers {
  readonly members: readonly MemberRecord[];
  readonly total?: MemberTotal;
  readonly nextCursor: string | null;
}

const noMembers = ({ withTotal }: ListQuery): FoundMembers => ({
  members: [],
  ...(withTotal === true ? { total: { memberCount: 0, isWhole: true } } : {}),
  nextCursor: null,
});

interface Wanted {
  readonly filters: MemberFilters;
  readonly query: ListQuery;
}

const readMembers = async (
  source: MemberSource,
  { filters, query: { sort = 'created', withTotal } }: Wanted,
  page: ListPage,
): Promise<FoundMembers> => {
  if (sort === 'created' && withTotal !== true) return readNewest(source, filters, page);
  const window = await findMemberWindow(source, filters);
  const found =
    sort === 'created'
      ? await readNewest(source, filters, page)
      : await readSorted(source, { window, sort }, page);
  return withTotal === true ? { ...found, total: await countWindow(source, window) } : found;
};

const readNewest = async (
  source: MemberSource,
  filters: MemberFilters,
  page: ListPage,
): Promise<FoundMembers> => {
  const wanted = { ...filters, ...newestFirst(page.after), limit: page.limit };
  const { members, next } = await listMembers(source, wanted);
  return { members, nextCursor: cursorTo(page, next) };
};

const readSorted = async (
  source: MemberSource,
  { window, sort }: { readonly window: MemberWindow; readonly sort: MemberSort },
  { scope, after, limit }: ListPage,
): Promise<FoundMembers> => {
  const [key, id] = after ?? [];
  const place = after === null ? undefined : { key: Number(key), id: String(id) };
  const { members, next } = await sortMembers(source, window, { sort, after: place, limit });
  return { members, nextCursor: next === null ? null : encodeCursor(scope, [next.key, next.id]) };
};

const get =
  ({ db }: MemberRoutesOptions): Handler<ParametersOf<'getMember'>, QueryOf<'getMember'>> =>
  async ({ credential, params, query }) => {
    const refused = refusedAuthor(credential, query);
    if (refused !== null) return refused;
    const member = await findOwnMember(db, credential, params.memberId);
    if (member === null) return memberNotFound;
    const { environmentId } = credential;
    const source = db.of(environmentId);
    const tiers = await listTiers(source, environmentId);
    const ofMember = { of: 'member', ids: [member.id], memberId: member.id } as const;
    const acts = query.withAuthor === true ? await readActs(source, environmentId, ofMember) : [];
    const record = foundMember(credential)(member, tiers);
    return { status: 200, body: withActs([record], acts)[0] ?? record };
  };

const ledger =
  ({
    db,
    lists,
    loadSecret,
  }: MemberRoutesOptions): Handler<ParametersOf<'listLedgerEntries'>, QueryOf<'listLedgerEntries'>> =>
  (request) => {
    const { memberId } = request.params;
    const { type, since, until } = request.query;
    const filters = { memberId: memberId.toLowerCase(), type, since, until };
    return listResponse(request, { list: 'ledger', filters, loadSecret }, async (page) => {
      if ((await findOwnMember(db, request.credential, memberId)) === null) return memberNotFound;
      const narrowedBy = type === undefined ? {} : { type };
      const belowSeq = page.after === null ? null : Number(page.after[0]);
      const scope = scopeOf(request.credential);
      const wanted = { memberId, ...narrowedBy, ...instantsOf(request.query), belowSeq, limit: page.limit };
      const { entries, nextSeq } = await readLedgerPage(lists.of(scope.environmentId), scope, wanted);
      return { entries, nextCursor: nextSeq === null ? null : encodeCursor(page.scope, [nextSeq]) };
    });
  };

const stampCards =
  ({ db }: MemberRoutesOptions): Handler<ParametersOf<'listStampCards'>> =>
  async ({ credential, params: { memberId } }) => {
    if ((await findOwnMember(db, credential, memberId)) === null) return memberNotFound;
    const { environmentId } = credential;
    const collected = await readStampCards(db.of(environmentId), environmentId, memberId);
    const collectedIds = collected.map(({ campaignId }) => campaignId);
    const campaigns = await listStampCampaigns(db.of(environmentId), environmentId, collectedIds);
    return { status: 200, body: { stampCards: shownStampCards(campaigns, collected) } };
  };

const authorizations =
  ({ db }: MemberRoutesOptions): Handler<ParametersOf<'listOpenAuthorizations'>> =>
  async ({ credential, params: { memberId } }) => {
    if ((await findOwnMember(db, credential, memberId)) === null) return memberNotFound;
    const { environmentId } = credential;
    const open = await listOpenRedemptions(db.of(environmentId), { environmentId, memberId });
    const shown = open.map(({ transactionId, ref, points, expiresAt }) => ({
      redeemTransactionId: transactionId,
      transactionRef: ref,
      pointsRedeemed: points,
      expiresAt: expiresAt.toISOString(),
    }));
    return { status: 200, body: { authorizations: shown } };
  };

interface MemberStatisticsRoutesOptions {
  readonly db: DatabaseShares;
  readonly clock: Clock;
}

/**
 * Creates the routes for a member's purchases and visits (D23, D57), and for what limits leave them (D238).
 */
export const createMemberStatisticsRoutes = (
  options: MemberStatisticsRoutesOptions,
): Pick<Routes, 'getMemberStatistics' | 'listMemberLimits'> => ({
  getMemberStatistics: statistics(options),
  listMemberLimits: limits(options),
});

/** The limits are for the present local days. */
const limits =
  ({ db: shares, clock }: MemberStatisticsRoutesOptions): Handler<ParametersOf<'listMemberLimits'>> =>
  async ({ credential, params: { memberId } }) => {
    if ((await findOwnMember(shares, credential, memberId)) === null) return memberNotFound;
    const member = { environmentId: credential.environmentId, memberId };
    const body = await readLimitsOfMember(shares.of(member.environmentId), member, clock.now());
    return { status: 200, body };
  };

const statistics =
  ({ db, clock }: MemberStatisticsRoutesOptions): Handler<ParametersOf<'getMemberStatistics'>> =>
  async ({ credential: { environmentId }, params: { memberId } }) => {
    if (!isUuid(memberId)) return memberNotFound;
    const today = utcDayOf(clock.now());
    const inputs = await readStatisticsInputs(db.of(environmentId), { environmentId, memberId }, today);
    if (inputs === null) return memberNotFound;
    const visits = await readVisits(db.of(environmentId), environmentId, memberId);
    const visited = visits.map(({ campaignId }) => campaignId);
    const campaignNames = await readCampaignNames(db.of(environmentId), environmentId, visited);
    const tiers = await listTiers(db.of(environmentId), environmentId);
    return { status: 200, body: memberStatistics(inputs, { tiers, visits, campaignNames, today }) };
  };
