import type { QueryOf } from '@loyalty/contracts/http';
import type { Handler } from '@loyalty/http/api';
import type { DatabaseShares } from '@loyalty/storage';
import { listLiveRequests, listRequestLogs } from '@loyalty/tables/request-logs';
import { cursorTo, instantsOf, listResponse, newestFirst } from './list-page.ts';
import type { LoadEnvironmentSecret, Routes } from './routes.ts';

interface RequestLogRoutesOptions {
  readonly lists: DatabaseShares;
  readonly loadSecret: LoadEnvironmentSecret;
}

/** Creates the routes for request logs (interface 5, D82), and for requests of live keys (D372). */
export const createRequestLogRoutes = (
  options: RequestLogRoutesOptions,
): Pick<Routes, 'listRequestLogs' | 'listLiveRequests'> => ({
  listRequestLogs: list(options),
  listLiveRequests: listLive(options),
});

const list =
  ({ lists, loadSecret }: RequestLogRoutesOptions): Handler<unknown, QueryOf<'listRequestLogs'>> =>
  (request) => {
    const { environmentId } = request.credential;
    const { status, path, since, until } = request.query;
    const filters = { status, path, since, until };
    return listResponse(request, { list: 'request-logs', filters, loadSecret }, async (page) => {
      const asked = { environmentId, status, path, ...instantsOf({ since, until }) };
      const wanted = { ...asked, ...newestFirst(page.after), limit: page.limit };
      const { rows, next } = await listRequestLogs(lists.of(environmentId), wanted);
      return { requestLogs: rows, nextCursor: cursorTo(page, next) };
    });
  };

const listLive =
  ({ lists, loadSecret }: RequestLogRoutesOptions): Handler<unknown, QueryOf<'listLiveRequests'>> =>
  (request) => {
    const { environmentId } = request.credential;
    const { status, refused, code, keyId, path, requestId, since, until } = request.query;
    const filters = { status, refused, code, keyId, path, requestId, since, until };
    return listResponse(request, { list: 'live-requests', filters, loadSecret }, async (page) => {
      const equal = { status, isRefused: refused, code, keyId, path, requestId };
      const asked = { environmentId, ...equal, ...instantsOf({ since, until }) };
      const wanted = { ...asked, ...newestFirst(page.after), limit: page.limit };
      const { rows, next } = await listLiveRequests(lists.of(environmentId), wanted);
      return { liveRequests: rows, nextCursor: cursorTo(page, next) };
    });
  };
