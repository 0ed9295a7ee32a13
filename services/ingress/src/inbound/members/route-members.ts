import {
  findMember,
  listMembers,
  readLedgerPage,
  readStampCards,
  type MemberQuery,
  type MemberRecord,
  type Scope,
} from '@loyalty/accounts';
import type { ParamsOf, QueryOf } from '@loyalty/contracts';
import { encodeCursor, pageOf, problem, type Credential, type Handler } from '@loyalty/http';
import { isUuid } from '@loyalty/kernel';
import { listStampCampaigns, listTiers } from '@loyalty/programme';
import { rangeOfTier, type TierThreshold } from '@loyalty/rules';
import type { Queryable } from '@loyalty/storage';
import { shownStampCards } from '../../usecases/members/stamp-cards.ts';
import type { LoadSecret } from '../load-secret.ts';
import { loadListPage, newestFirst, placeOf } from '../paging/list-page.ts';
import type { Routes } from '../routes.ts';
import { memberAnswer } from './member-answer.ts';

export interface MemberRoutesOptions {
  readonly db: Queryable;
  readonly loadSecret: LoadSecret;
}

/** The members of an environment, their ledgers and their stamp cards (interface 4.5, D50, D52, D53). */
export const createMemberRoutes = (
  options: MemberRoutesOptions,
): Pick<Routes, 'listMembers' | 'getMember' | 'listLedgerEntries' | 'listStampCards'> => ({
  listMembers: list(options),
  getMember: get(options),
  listLedgerEntries: ledger(options),
  listStampCards: stampCards(options),
});

const list =
  ({ db, loadSecret }: MemberRoutesOptions): Handler<unknown, QueryOf<'listMembers'>> =>
  async (request) => {
    const filters = filtersOf(request.query);
    const page = await loadListPage(request, { list: 'members', filters }, loadSecret);
    if ('problem' in page) return page;
    const tiers = await listTiers(db, request.credential.environmentId);
    const asked = askedOf(filters, tiers);
    const wanted = { ...asked, ...newestFirst(page.after), limit: page.limit + 1 };
    const found = asked === null ? [] : await listMembers(db, scopeOf(request.credential), wanted);
    const { rows, nextCursor } = pageOf({ ...page, rows: found, positionOf: placeOf });
    return { status: 200, body: { members: rows.map((member) => memberAnswer(member, tiers)), nextCursor } };
  };

type Filters = Omit<MemberQuery, 'before' | 'limit' | 'lifetimePoints'> & { readonly tierId?: string };

const filtersOf = ({ ref, search, state, tierId }: QueryOf<'listMembers'>): Filters => ({
  ...(ref === undefined ? {} : { ref }),
  ...(search === undefined ? {} : { search }),
  ...(state === undefined ? {} : { state }),
  ...(tierId === undefined ? {} : { tierId: tierId.toLowerCase() }),
});

/** A tier is a range of lifetime points; null: nobody is in a tier that does not exist. */
const askedOf = (
  { tierId, ...filters }: Filters,
  tiers: readonly TierThreshold[],
): Omit<MemberQuery, 'before' | 'limit'> | null => {
  if (tierId === undefined) return filters;
  const lifetimePoints = rangeOfTier(tiers, tierId);
  return lifetimePoints === null ? null : { ...filters, lifetimePoints };
};

const get =
  ({ db }: MemberRoutesOptions): Handler<ParamsOf<'getMember'>> =>
  async ({ credential, params }) => {
    const member = await findOwnMember(db, credential, params.memberId);
    if (member === null) return notFound;
    const tiers = await listTiers(db, credential.environmentId);
    return { status: 200, body: memberAnswer(member, tiers) };
  };

const ledger =
  ({
    db,
    loadSecret,
  }: MemberRoutesOptions): Handler<ParamsOf<'listLedgerEntries'>, QueryOf<'listLedgerEntries'>> =>
  async (request) => {
    const { memberId } = request.params;
    const filters = { memberId: memberId.toLowerCase() };
    const page = await loadListPage(request, { list: 'ledger', filters }, loadSecret);
    if ('problem' in page) return page;
    if ((await findOwnMember(db, request.credential, memberId)) === null) return notFound;
    const belowSeq = page.after === null ? null : Number(page.after[0]);
    const scope = scopeOf(request.credential);
    const { entries, nextSeq } = await readLedgerPage(db, scope, { memberId, belowSeq, limit: page.limit });
    const nextCursor = nextSeq === null ? null : encodeCursor(page.scope, [nextSeq]);
    return { status: 200, body: { entries, nextCursor } };
  };

const stampCards =
  ({ db }: MemberRoutesOptions): Handler<ParamsOf<'listStampCards'>> =>
  async ({ credential, params: { memberId } }) => {
    if ((await findOwnMember(db, credential, memberId)) === null) return notFound;
    const { environmentId } = credential;
    const campaigns = await listStampCampaigns(db, environmentId);
    const collected = campaigns.length === 0 ? [] : await readStampCards(db, environmentId, memberId);
    return { status: 200, body: { stampCards: shownStampCards(campaigns, collected) } };
  };

/** The member, or null when there is none; also for a text that is no UUID (D2). */
const findOwnMember = (
  db: Queryable,
  credential: Credential,
  memberId: string,
): Promise<MemberRecord | null> =>
  isUuid(memberId) ? findMember(db, scopeOf(credential), memberId) : Promise.resolve(null);

const scopeOf = ({ environmentId, tenantId }: Credential): Scope => ({ environmentId, tenantId });

const notFound = problem('MEMBER_NOT_FOUND');
