import { findMember, listMembers, readLedgerPage, type MemberQuery, type Scope } from '@loyalty/accounts';
import type { ParamsOf, QueryOf } from '@loyalty/contracts';
import { encodeCursor, pageOf, problem, type AnyHandler, type Credential, type Handler } from '@loyalty/http';
import { isUuid } from '@loyalty/kernel';
import type { Queryable } from '@loyalty/storage';
import { listPageOf, newestFirst, placeOf } from './list-page.ts';
import type { SecretOf } from './secret-of.ts';

export interface MemberRoutesOptions {
  readonly db: Queryable;
  readonly secretOf: SecretOf;
}

/** The members of an environment and their ledgers (interface 4.5, D50, D53). */
export const createMemberRoutes = (options: MemberRoutesOptions): Readonly<Record<string, AnyHandler>> => ({
  listMembers: list(options),
  getMember: get(options),
  listLedgerEntries: ledger(options),
});

const list =
  ({ db, secretOf }: MemberRoutesOptions): Handler<unknown, QueryOf<'listMembers'>> =>
  async (request) => {
    const filters = filtersOf(request.query);
    const page = await listPageOf(request, { list: 'members', filters }, secretOf);
    if ('problem' in page) return page;
    const wanted = { ...filters, ...newestFirst(page.after), limit: page.limit + 1 };
    const found = await listMembers(db, scopeOf(request.credential), wanted);
    const { rows, nextCursor } = pageOf({ ...page, rows: found, positionOf: placeOf });
    return { status: 200, body: { members: rows, nextCursor } };
  };

type Filters = Omit<MemberQuery, 'before' | 'limit'>;

const filtersOf = ({ ref, search, state, tierId }: QueryOf<'listMembers'>): Filters => ({
  ...(ref === undefined ? {} : { ref }),
  ...(search === undefined ? {} : { search }),
  ...(state === undefined ? {} : { state }),
  ...(tierId === undefined ? {} : { tierId: tierId.toLowerCase() }),
});

const get =
  ({ db }: MemberRoutesOptions): Handler<ParamsOf<'getMember'>> =>
  async ({ credential, params }) => {
    const member = isUuid(params.memberId)
      ? await findMember(db, scopeOf(credential), params.memberId)
      : null;
    return member === null ? notFound : { status: 200, body: member };
  };

const ledger =
  ({
    db,
    secretOf,
  }: MemberRoutesOptions): Handler<ParamsOf<'listLedgerEntries'>, QueryOf<'listLedgerEntries'>> =>
  async (request) => {
    const { memberId } = request.params;
    const filters = { memberId: memberId.toLowerCase() };
    const page = await listPageOf(request, { list: 'ledger', filters }, secretOf);
    if ('problem' in page) return page;
    const scope = scopeOf(request.credential);
    if (!isUuid(memberId) || (await findMember(db, scope, memberId)) === null) return notFound;
    const belowSeq = page.after === null ? null : Number(page.after[0]);
    const { entries, nextSeq } = await readLedgerPage(db, scope, { memberId, belowSeq, limit: page.limit });
    const nextCursor = nextSeq === null ? null : encodeCursor(page.scope, [nextSeq]);
    return { status: 200, body: { entries, nextCursor } };
  };

const scopeOf = ({ environmentId, tenantId }: Credential): Scope => ({ environmentId, tenantId });

const notFound = problem('MEMBER_NOT_FOUND');
