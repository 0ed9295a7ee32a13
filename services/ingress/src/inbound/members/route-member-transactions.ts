import type { ParametersOf, QueryOf } from '@loyalty/contracts/http';
import { type Handler } from '@loyalty/http/api';
import type { DatabaseShares } from '@loyalty/storage';
import { readTransactionActs } from '@loyalty/tables/authors';
import { listMemberTransactions, type MemberTransaction } from '@loyalty/tables/members/management';
import { refusedAuthor, withActs } from '../acts.ts';
import { cursorTo, instantsOf, listResponse, newestFirst } from '../list-page.ts';
import type { LoadEnvironmentSecret, Routes } from '../routes.ts';
import { shownPurchase } from '../shown-purchase.ts';
import { findOwnMember, memberNotFound } from './shown-member.ts';

interface MemberTransactionRoutesOptions {
  readonly db: DatabaseShares;
  readonly lists: DatabaseShares;
  readonly loadSecret: LoadEnvironmentSecret;
}

type ListTransactions = Handler<ParametersOf<'listMemberTransactions'>, QueryOf<'listMemberTransactions'>>;

export const createMemberTransactionRoutes = (
  options: MemberTransactionRoutesOptions,
): Pick<Routes, 'listMemberTransactions'> => ({ listMemberTransactions: list(options) });

const list =
  ({ db, lists, loadSecret }: MemberTransactionRoutesOptions): ListTransactions =>
  (request) => {
    const { credential, query } = request;
    const memberId = request.params.memberId.toLowerCase();
    const { operation, from, to } = query;
    const filters = { memberId, operation, from, to };
    const refused = refusedAuthor(credential, query);
    if (refused !== null) return Promise.resolve(refused);
    return listResponse(request, { list: 'member-transactions', filters, loadSecret }, async (page) => {
      if ((await findOwnMember(db, credential, memberId)) === null) return memberNotFound;
      const { environmentId } = credential;
      const source = lists.of(environmentId);
      const asked = { environmentId, memberId, operation, ...instantsOf({ since: from, until: to }) };
      const wanted = { ...asked, ...newestFirst(page.after), limit: page.limit };
      const { rows, next } = await listMemberTransactions(source, wanted);
      const acts = query.withAuthor === true ? await readTransactionActs(source, environmentId, rows) : [];
      const shownOnes = rows.map((one) => shownTransaction(one, query.expand === 'campaigns'));
      return { transactions: withActs(shownOnes, acts), nextCursor: cursorTo(page, next) };
    });
  };

/** Adds the fields that a stored response lacks. It is our own JSON, so it is an object. */
export const shownTransaction = (transaction: MemberTransaction, hasCampaigns: boolean): object => {
  const { operation, createdAt, response, storeRef } = transaction;
  const { campaigns, awards, ...rest } = JSON.parse(response.toString()) as {
    readonly campaigns?: unknown;
    readonly awards?: unknown;
  };
  const expanded = hasCampaigns
    ? { ...(campaigns !== undefined && { campaigns }), ...(awards !== undefined && { awards }) }
    : {};
  const stored = operation === 'evaluate' ? shownPurchase(transaction) : { storeRef };
  return { operation, createdAt: createdAt.toISOString(), ...stored, ...rest, ...expanded };
};
