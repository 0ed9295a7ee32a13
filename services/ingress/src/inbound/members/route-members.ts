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
import { listMembers, type MemberQuery } from '@loyalty/tables/members/management';
import { listOpenRedemptions } from '@loyalty/tables/redemptions';
import { listTiers } from '@loyalty/tables/tiers/management';
import { refusedAuthor, withActs } from '../acts.ts';
import { cursorTo, instantsOf, listResponse, newestFirst } from '../list-page.ts';
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

const list =
  ({
    db,
    lists,
    loadSecret,
    loadPhoneCountry,
  }: MemberRoutesOptions): Handler<unknown, QueryOf<'listMembers'>> =>
  (request) => {
    const filters = filtersOf(request.query);
    const scope = scopeOf(request.credential);
    const { environmentId } = scope;
    // A reference is known to who asks; anything else would list or search members (D212). Asked only where needed: it counts as a use.
    if (Object.keys(filters).join() !== 'ref' && !canReadProfiles(request.credential))
      return Promise.resolve(missingPermission('members:read'));
    return listResponse(request, { list: 'members', filters, loadSecret }, async (page) => {
      const tiers = await listTiers(db.of(environmentId), environmentId);
      const asked = askedOf(filters, tiers, page.scope.secret);
      const phoneCountry = await loadPhoneCountry(request.credential);
      const wanted = { ...asked, phoneCountry, ...newestFirst(page.after), limit: page.limit };
      const found =
        asked === null ? noMembers : await listMembers({ db: lists.of(environmentId), scope }, wanted);
      const members = found.members.map((member) => foundMember(request.credential)(member, tiers));
      return { members, nextCursor: cursorTo(page, found.next), phoneCountry };
    });
  };

const noMembers = { members: [], next: null };

type MemberListFilters = Pick<MemberQuery, 'search' | 'state' | 'phone' | 'email'> & {
  readonly ref?: string;
  readonly tierId?: string;
};

const filtersOf = ({
  ref,
  search,
  state,
  tierId,
  phone,
  email,
}: QueryOf<'listMembers'>): MemberListFilters => ({
  ...(ref === undefined ? {} : { ref }),
  ...(search === undefined ? {} : { search }),
  ...(state === undefined ? {} : { state }),
  ...(tierId === undefined ? {} : { tierId: tierId.toLowerCase() }),
  ...(phone === undefined ? {} : { phone }),
  ...(email === undefined ? {} : { email: withPluses(email) }),
});

/** No address has blanks: one within it is a plus that was not encoded in the URL. */
const withPluses = (email: string): string => email.trim().replaceAll(' ', '+');

/**
 * Converts a tier to a range of lifetime points. Null for a tier that does not exist, which has no members.
 */
const askedOf = (
  { ref, tierId, ...filters }: MemberListFilters,
  tiers: readonly TierThreshold[],
  secret: Uint8Array,
): Omit<MemberQuery, 'before' | 'limit'> | null => {
  const asked = ref === undefined ? filters : { ...filters, memberKey: memberKeyOf(secret, ref) };
  if (tierId === undefined) return asked;
  const lifetimePoints = rangeOfTier(tiers, tierId);
  return lifetimePoints === null ? null : { ...asked, lifetimePoints };
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
