import type { HttpSchemas, ParametersOf, QueryOf } from '@loyalty/contracts/http';
import type { Permission } from '@loyalty/contracts/permissions';
import {
  type Credential,
  type CursorPosition,
  encodeCursor,
  type Handler,
  usesPermission,
} from '@loyalty/http/api';
import type { Clock } from '@loyalty/kernel';
import type { Database, DatabaseShares } from '@loyalty/storage';
import type { BoundedPage } from '@loyalty/storage/lists';
import { listAuditEntries } from '@loyalty/tables/audit';
import { listEvents } from '@loyalty/tables/events/management';
import { readLedgerPage } from '@loyalty/tables/ledger';
import type { Scope } from '@loyalty/tables/members';
import { listMemberTransactions, listNotes } from '@loyalty/tables/members/management';
import { listRewards } from '@loyalty/tables/rewards/management';
import { listResponse } from '../list-page.ts';
import { missingPermission } from '../responses.ts';
import type { LoadEnvironmentSecret, Routes } from '../routes.ts';
import { mergeNewest, type NextRows } from './merge-newest.ts';
import { shownTransaction } from './route-member-transactions.ts';
import { findOwnMember, memberNotFound, scopeOf } from './shown-member.ts';

interface TimelineRoutesOptions {
  readonly db: DatabaseShares;
  readonly lists: DatabaseShares;
  readonly loadSecret: LoadEnvironmentSecret;
  readonly clock: Pick<Clock, 'now'>;
}

/** Creates the route of a member's timeline (D371). */
export const createTimelineRoutes = (options: TimelineRoutesOptions): Pick<Routes, 'listMemberTimeline'> => ({
  listMemberTimeline: list(options),
});

type Kind = HttpSchemas['TimelineKind'];

/** In the order in which items of the same time are listed: what was caused stands above its cause. */
const kinds: readonly Kind[] = ['CHANGE', 'NOTE', 'REWARD', 'LEDGER', 'EVENT', 'TRANSACTION'];

/** What a kind requires beside the permission of the operation. */
const permissionOf: Readonly<Partial<Record<Kind, Permission>>> = {
  CHANGE: 'audit:read',
  EVENT: 'events:read',
  REWARD: 'rewards:read',
};

const isReadable = (credential: Credential, kind: Kind): boolean => {
  const permission = permissionOf[kind];
  return permission === undefined || usesPermission(credential, permission);
};

const list =
  ({
    db,
    lists,
    loadSecret,
    clock,
  }: TimelineRoutesOptions): Handler<ParametersOf<'listMemberTimeline'>, QueryOf<'listMemberTimeline'>> =>
  (request) => {
    const { credential } = request;
    const memberId = request.params.memberId.toLowerCase();
    const { kind } = request.query;
    const wanted = kind === undefined ? kinds : [kind];
    const readable = wanted.filter((one) => isReadable(credential, one));
    const missing = kind !== undefined && readable.length === 0 ? permissionOf[kind] : undefined;
    if (missing !== undefined) return Promise.resolve(missingPermission(missing));
    const filters = { memberId, kinds: readable.join() };
    return listResponse(request, { list: 'timeline', filters, loadSecret }, async (page) => {
      if ((await findOwnMember(db, credential, memberId)) === null) return memberNotFound;
      const scope = scopeOf(credential);
      const source = {
        db: lists.of(scope.environmentId),
        scope,
        memberId,
        atMs: clock.now(),
        limit: page.limit,
      };
      const before = placesIn(page.after, readable);
      const found: NextRows<TimelineItem>[] = [];
      // One after the other, because they take the slot of one list.
      for (const [at, one] of readable.entries()) found.push(await readKind(one, source, before[at] ?? null));
      const { items, places } = mergeNewest(found, before, page.limit);
      const isLast = places.every((place) => place === null);
      const nextCursor = isLast ? null : encodeCursor(page.scope, places);
      return { timeline: items, kinds: readable, nextCursor };
    });
  };

const placesIn = (after: CursorPosition | null, readable: readonly Kind[]): readonly (string | null)[] =>
  readable.map((_, at) => {
    if (after === null) return '';
    const place = after[at] ?? null;
    return place === null ? null : String(place);
  });

/** A record with its kind and time, as the document's `TimelineItem` has it. */
type TimelineItem = object;

interface Source {
  readonly db: Database;
  readonly scope: Scope;
  readonly memberId: string;
  readonly atMs: number;
  readonly limit: number;
}

const nothing: NextRows<TimelineItem> = { rows: [], next: null };

/** Reads what comes next of a kind, by the index of its own list. */
const readKind = (kind: Kind, source: Source, place: string | null): Promise<NextRows<TimelineItem>> =>
  place === null ? Promise.resolve(nothing) : readers[kind](source, place);

type ReadKind = (source: Source, place: string) => Promise<NextRows<TimelineItem>>;

const readers: Readonly<Record<Kind, ReadKind>> = {
  LEDGER: async ({ db, scope, memberId, limit }, place) => {
    const belowSeq = place === '' ? null : Number(place);
    const { entries, seqs, nextSeq } = await readLedgerPage(db, scope, { memberId, belowSeq, limit });
    const rows = entries.map((ledgerEntry, at) => {
      const { createdAt } = ledgerEntry;
      return { at: createdAt, place: String(seqs[at]), item: { kind: 'LEDGER', at: createdAt, ledgerEntry } };
    });
    return { rows, next: nextSeq === null ? null : String(nextSeq) };
  },
  TRANSACTION: async (source, place) => {
    const query = { ...queryOf(source, place), withoutEvents: true };
    return nextRowsOf('TRANSACTION', await listMemberTransactions(source.db, query), (row) => ({
      at: row.createdAt.toISOString(),
      id: row.id,
      record: { transaction: shownTransaction(row, false) },
    }));
  },
  EVENT: async (source, place) =>
    nextRowsOf('EVENT', await listEvents(source.db, queryOf(source, place)), (event) => ({
      at: event.receivedAt,
      id: event.eventId,
      record: { event },
    })),
  REWARD: async (source, place) => {
    const query = { ...queryOf(source, place), atMs: source.atMs };
    return nextRowsOf('REWARD', await listRewards(source.db, query), (reward) => ({
      at: reward.createdAt,
      id: reward.id,
      record: { reward },
    }));
  },
  NOTE: async (source, place) =>
    nextRowsOf('NOTE', await listNotes(source.db, queryOf(source, place)), (note) => ({
      at: note.createdAt,
      id: note.id,
      record: { note },
    })),
  CHANGE: async (source, place) => {
    const { memberId: objectId, ...query } = queryOf(source, place);
    const found = await listAuditEntries(source.db, { ...query, objectType: 'member', objectId });
    return nextRowsOf('CHANGE', found, (change) => ({ at: change.at, id: change.id, record: { change } }));
  },
};

const queryOf = ({ scope: { environmentId }, memberId, limit }: Source, place: string) => {
  const [createdAt, id] = place.split(' ');
  const before = createdAt === undefined || id === undefined ? {} : { before: { createdAt, id } };
  return { environmentId, memberId, limit, ...before };
};

/** The place of a row is its time and its id, as in the cursor of its own list. */
const nextRowsOf = <Row>(
  kind: Kind,
  { rows, next }: BoundedPage<Row>,
  placedOf: (row: Row) => { readonly at: string; readonly id: string; readonly record: object },
): NextRows<TimelineItem> => ({
  rows: rows.map((row) => {
    const { at, id, record } = placedOf(row);
    return { at, place: `${at} ${id}`, item: { kind, at, ...record } };
  }),
  next: next === null ? null : `${next.createdAt} ${next.id}`,
});
