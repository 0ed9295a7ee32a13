import { instantOf } from '@loyalty/contracts';
import type { QueryOf } from '@loyalty/contracts/http';
import { encodeCursor, type Handler } from '@loyalty/http/api';
import type { DatabaseShares } from '@loyalty/storage';
import { listRequestLogs, type RequestLogQuery } from '@loyalty/tables/request-logs';
import { loadListPage, newestFirst, placeOf } from './list-page.ts';
import type { LoadEnvironmentSecret, Routes } from './routes.ts';

export interface RequestLogRoutesOptions {
  /** For lists, which may read many rows: few connections, whose statements end soon. */
  readonly lists: DatabaseShares;
  readonly loadSecret: LoadEnvironmentSecret;
}

/** Creates the route that lists the requests of test keys (interface 5, D82). */
export const createRequestLogRoutes = (
  options: RequestLogRoutesOptions,
): Pick<Routes, 'listRequestLogs'> => ({
  listRequestLogs: list(options),
});

const list =
  ({ lists, loadSecret }: RequestLogRoutesOptions): Handler<unknown, QueryOf<'listRequestLogs'>> =>
  async (request) => {
    const { status, path, since, until } = request.query;
    const filters = { status, path, since, until };
    const page = await loadListPage(request, { list: 'request-logs', filters }, loadSecret);
    if ('problem' in page) return page;
    const { environmentId } = request.credential;
    const source = { db: lists.of(environmentId), environmentId };
    const wanted = { ...narrowedBy(request.query), ...newestFirst(page.after), limit: page.limit };
    const { requestLogs, next } = await listRequestLogs(source, wanted);
    const nextCursor = next === null ? null : encodeCursor(page.scope, placeOf(next));
    return { status: 200, body: { requestLogs, nextCursor } };
  };

type RequestLogFilters = Pick<RequestLogQuery, 'status' | 'path' | 'since' | 'until'>;

const narrowedBy = ({ status, path, since, until }: QueryOf<'listRequestLogs'>): RequestLogFilters => ({
  ...(status === undefined ? {} : { status }),
  ...(path === undefined ? {} : { path }),
  ...(since === undefined ? {} : { since: new Date(instantOf(since, 'start') ?? 0) }),
  ...(until === undefined ? {} : { until: new Date(instantOf(until, 'end') ?? 0) }),
});
