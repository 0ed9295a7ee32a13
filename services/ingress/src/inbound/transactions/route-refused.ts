import type { QueryOf } from '@loyalty/contracts/http';
import type { Handler } from '@loyalty/http/api';
import type { DatabaseShares } from '@loyalty/storage';
import { listRefused, type RefusedRequest } from '@loyalty/tables/transactions/management';
import { cursorTo, instantsOf, listResponse, newestFirst } from '../list-page.ts';
import type { LoadEnvironmentSecret, Routes } from '../routes.ts';

interface RefusedRoutesOptions {
  readonly lists: DatabaseShares;
  readonly loadSecret: LoadEnvironmentSecret;
}

export const createRefusedRoutes = (
  options: RefusedRoutesOptions,
): Pick<Routes, 'listRefusedTransactions'> => ({
  listRefusedTransactions: list(options),
});

const list =
  ({ lists, loadSecret }: RefusedRoutesOptions): Handler<unknown, QueryOf<'listRefusedTransactions'>> =>
  (request) => {
    const { environmentId } = request.credential;
    const { since, code } = request.query;
    const filters = { since, code };
    return listResponse(request, { list: 'refused', filters, loadSecret }, async (page) => {
      const asked = { environmentId, code, ...instantsOf({ since }) };
      const wanted = { ...asked, ...newestFirst(page.after), limit: page.limit };
      const { rows, next } = await listRefused(lists.of(environmentId), wanted);
      return { refused: rows.map(refusedBody), nextCursor: cursorTo(page, next) };
    });
  };

const refusedBody = ({ operation, ref, code, context, memberId, createdAt }: RefusedRequest) => ({
  operation,
  transactionRef: ref,
  code,
  context,
  memberId,
  at: createdAt.toISOString(),
});
