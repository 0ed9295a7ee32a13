import type { QueryOf } from '@loyalty/contracts/http';
import type { Handler } from '@loyalty/http/api';
import type { DatabaseShares } from '@loyalty/storage';
import {
  listRefused,
  readLeftOutRecords,
  type RefusedQuery,
  type RefusedRequest,
} from '@loyalty/tables/transactions/management';
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
    const { since, until, code, partition } = request.query;
    const filters = { since, until, code, partition };
    return listResponse(request, { list: 'refused', filters, loadSecret }, async (page) => {
      const source = { db: lists.of(environmentId), environmentId };
      const wanted = { ...narrowedBy(request.query), ...newestFirst(page.after), limit: page.limit };
      const { refused, next } = await listRefused(source, wanted);
      const leftOut = await readLeftOutRecords(source.db, environmentId);
      return { refused: refused.map(refusedBody), leftOut, nextCursor: cursorTo(page, next) };
    });
  };

const narrowedBy = ({
  code,
  partition,
  since,
  until,
}: QueryOf<'listRefusedTransactions'>): Pick<RefusedQuery, 'code' | 'partition' | 'since' | 'until'> => ({
  ...(code === undefined ? {} : { code }),
  ...(partition === undefined ? {} : { partition }),
  ...instantsOf({ ...(since === undefined ? {} : { since }), ...(until === undefined ? {} : { until }) }),
});

const refusedBody = ({ operation, ref, code, context, memberId, createdAt, ...place }: RefusedRequest) => ({
  operation,
  transactionRef: ref,
  code,
  context,
  memberId,
  source: sourceBody(place),
  at: createdAt.toISOString(),
});

const sourceBody = ({ topic, partition, offset }: Pick<RefusedRequest, 'topic' | 'partition' | 'offset'>) =>
  topic === null ? null : { topic, partition, offset };
