import type { QueryOf } from '@loyalty/contracts/http';
import type { Handler } from '@loyalty/http/api';
import { isUuid } from '@loyalty/kernel';
import type { DatabaseShares } from '@loyalty/storage';
import { type AuditEntryRecord, listAuditEntries } from '@loyalty/tables/audit';
import { type MemberName, readMemberNames } from '@loyalty/tables/members';
import { cursorTo, instantsOf, listResponse, newestFirst } from './list-page.ts';
import { canReadProfiles } from './members/shown-member.ts';
import { missingPermission } from './responses.ts';
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
    const { credential } = request;
    const { environmentId } = credential;
    const { actor, actorKind, action, objectType, objectId, since, until } = request.query;
    const { withMemberNames = false } = request.query;
    if (withMemberNames && !canReadProfiles(credential))
      return Promise.resolve(missingPermission('members:read'));
    const equal = { actor: ownId(actor), actorKind, action, objectType, objectId: ownId(objectId) };
    const filters = { ...equal, since, until };
    return listResponse(request, { list: 'audit-log', filters, loadSecret }, async (page) => {
      const asked = { environmentId, ...equal, ...instantsOf({ since, until }) };
      const wanted = { ...asked, ...newestFirst(page.after), limit: page.limit };
      const source = lists.of(environmentId);
      const { rows, next } = await listAuditEntries(source, wanted);
      const ids = withMemberNames ? rows.flatMap(memberIdsOf) : [];
      const names = await readMemberNames(source, environmentId, ids);
      return {
        auditEntries: rows.map((row) => withMemberName(row, names)),
        nextCursor: cursorTo(page, next),
      };
    });
  };

const memberIdsOf = ({ object: { type, id } }: AuditEntryRecord): readonly string[] =>
  type === 'member' && isUuid(id) ? [id] : [];

/** An entry keeps no name of a person, so that an erasure leaves the log as it is: the present one is read. */
const withMemberName = (entry: AuditEntryRecord, names: ReadonlyMap<string, MemberName>): object => {
  const found = entry.object.type === 'member' ? names.get(entry.object.id) : undefined;
  if (found === undefined) return entry;
  const object = { ...entry.object, memberName: found.name ?? found.externalRef };
  return { ...entry, object };
};

/** Ids are stored in small letters. */
const ownId = (text: string | undefined): string | undefined =>
  text !== undefined && isUuid(text) ? text.toLowerCase() : text;
