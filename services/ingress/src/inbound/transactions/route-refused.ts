import type { QueryOf } from '@loyalty/contracts/http';
import type { Handler } from '@loyalty/http/api';
import type { DatabaseShares } from '@loyalty/storage';
import {
  listRefused,
  readLeftOutRecords,
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
      const db = lists.of(environmentId);
      const asked = { environmentId, code, partition, ...instantsOf({ since, until }) };
      const wanted = { ...asked, ...newestFirst(page.after), limit: page.limit };
      const { rows, next } = await listRefused(db, wanted);
      const leftOut = await readLeftOutRecords(db, environmentId);
      return { refused: rows.map(refusedBody), leftOut, nextCursor: cursorTo(page, next) };
    });
  };

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
