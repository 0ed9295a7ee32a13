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
    const filters = filtersOf(request.query);
    return listResponse(request, { list: 'audit-log', filters, loadSecret }, async (page) => {
      const source = { db: lists.of(environmentId), environmentId };
      const { since, until, ...equal } = filters;
      const times = instantsOf({ ...(since && { since }), ...(until && { until }) });
      const wanted = { ...equal, ...times, ...newestFirst(page.after), limit: page.limit };
      const { entries, next } = await listAuditEntries(source, wanted);
      return { auditEntries: entries, nextCursor: cursorTo(page, next) };
    });
  };

type Filters = QueryOf<'listAuditEntries'>;

const filtersOf = ({ actor, actorKind, action, objectType, objectId, since, until }: Filters) => ({
  ...(actor === undefined ? {} : { actor: ownId(actor) }),
  ...(actorKind === undefined ? {} : { actorKind }),
  ...(action === undefined ? {} : { action }),
  ...(objectType === undefined ? {} : { objectType }),
  ...(objectId === undefined ? {} : { objectId: ownId(objectId) }),
  ...(since === undefined ? {} : { since }),
  ...(until === undefined ? {} : { until }),
});

/** Ids are stored in small letters. */
const ownId = (text: string): string => (isUuid(text) ? text.toLowerCase() : text);
