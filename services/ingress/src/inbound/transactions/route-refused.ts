import type { QueryOf } from '@loyalty/contracts/http';
import type { Handler } from '@loyalty/http/api';
import type { DatabaseShares } from '@loyalty/storage';
import { listRefused, type RefusedQuery, type RefusedRequest } from '@loyalty/tables/transactions/management';
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
      const source = { db: lists.of(environmentId), environmentId };
      const wanted = { ...narrowedBy(request.query), ...newestFirst(page.after), limit: page.limit };
      const { refused, next } = await listRefused(source, wanted);
      return { refused: refused.map(refusedBody), nextCursor: cursorTo(page, next) };
    });
  };

const narrowedBy = ({
  code,
  since,
}: QueryOf<'listRefusedTransactions'>): Pick<RefusedQuery, 'code' | 'since'> => ({
  ...(code === undefined ? {} : { code }),
  ...instantsOf(since === undefined ? {} : { since }),
});

const refusedBody = ({ operation, ref, code, context, memberId, createdAt }: RefusedRequest) => ({
  operation,
  transactionRef: ref,
  code,
  context,
  memberId,
  at: createdAt.toISOString(),
});
