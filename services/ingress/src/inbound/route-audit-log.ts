import type { QueryOf } from '@loyalty/contracts/http';
import type { Handler } from '@loyalty/http/api';
import { isUuid } from '@loyalty/kernel';
import type { DatabaseShares } from '@loyalty/storage';
import { listAuditEntries } from '@loyalty/tables/audit';
import { cursorTo, instantsOf, listResponse, newestFirst } from './list-page.ts';
import type { LoadEnvironmentSecret, Routes } from './routes.ts';

interface AuditRoutesOptions {
  readonly lists: DatabaseShares;
  readonly loadSecret: LoadEnvironmentSecret;
}

export const createAuditRoutes = (options: AuditRoutesOptions): Pick<Routes, 'listAuditEntries'> => ({
  listAuditEntries: list(options),
});

const list =
  ({ lists, loadSecret }: AuditRoutesOptions): Handler<unknown, QueryOf<'listAuditEntries'>> =>
  (request) => {
    const { environmentId } = request.credential;
    const { actor, actorKind, action, objectType, objectId, since, until } = request.query;
    const equal = { actor: ownId(actor), actorKind, action, objectType, objectId: ownId(objectId) };
    const filters = { ...equal, since, until };
    return listResponse(request, { list: 'audit-log', filters, loadSecret }, async (page) => {
      const asked = { environmentId, ...equal, ...instantsOf({ since, until }) };
      const wanted = { ...asked, ...newestFirst(page.after), limit: page.limit };
      const { rows, next } = await listAuditEntries(lists.of(environmentId), wanted);
      return { auditEntries: rows, nextCursor: cursorTo(page, next) };
    });
  };

/** Ids are stored in small letters. */
const ownId = (text: string | undefined): string | undefined =>
  text !== undefined && isUuid(text) ? text.toLowerCase() : text;
