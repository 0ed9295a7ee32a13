import type { ParametersOf, QueryOf } from '@loyalty/contracts/http';
import {
  type CursorPosition,
  encodeCursor,
  type Handler,
  type HttpRequest,
  type HttpResponse,
  problem,
  type Problem,
} from '@loyalty/http/api';
import { type Clock } from '@loyalty/kernel';
import type { DatabaseShares } from '@loyalty/storage';
import {
  exportLedger,
  exportMembers,
  exportRewards,
  exportSubject,
  exportTransactions,
  type RowPlace,
} from '@loyalty/tables/exports';
import { noteCall } from '../audited-calls.ts';
import { type ListPage, type ListQuery, listResponse } from './list-page.ts';
import { shownTransaction } from './members/route-member-transactions.ts';
import { findOwnMember, memberNotFound } from './members/shown-member.ts';
import type { LoadEnvironmentSecret, Routes } from './routes.ts';

interface ExportRoutesOptions {
  readonly db: DatabaseShares;
  readonly lists: DatabaseShares;
  readonly loadSecret: LoadEnvironmentSecret;
  readonly clock: Pick<Clock, 'now'>;
}

/** Creates the routes by which everything of an environment, or of one member, is read out (D342). */
export const createExportRoutes = (
  options: ExportRoutesOptions,
): Pick<
  Routes,
  'exportMembers' | 'exportLedger' | 'exportTransactions' | 'exportRewards' | 'exportMember'
> => ({
  exportMembers: members(options),
  exportLedger: ledger(options),
  exportTransactions: transactions(options),
  exportRewards: rewards(options),
  exportMember: subject(options),
});

interface Exported {
  readonly list: string;
  /** The id of the object in the audit log. */
  readonly objectId: string;
  readonly filters?: Readonly<Record<string, string | undefined>>;
}

const pageMax = 1_000;

/** The first page leaves the row of the audit log. It stands before anything is read. */
const exportResponse = (
  { db, loadSecret }: ExportRoutesOptions,
  request: HttpRequest<unknown, ListQuery>,
  { list, objectId, filters = {} }: Exported,
  read: (page: ListPage) => Promise<{ readonly nextCursor: string | null } | Problem>,
): Promise<HttpResponse | Problem> =>
  listResponse(request, { list, filters, loadSecret, limitMax: pageMax }, async (page) => {
    if (page.after === null)
      await db
        .of(request.credential.environmentId)
        .transaction((tx) => noteCall(tx, request, { objectId, changes: [] }));
    return read(page);
  });

const cursorAt = ({ scope }: ListPage, next: CursorPosition | null): string | null =>
  next === null ? null : encodeCursor(scope, next);

const members =
  (options: ExportRoutesOptions): Handler<unknown, QueryOf<'exportMembers'>> =>
  (request) =>
    exportResponse(options, request, { list: 'export-members', objectId: 'members' }, async (page) => {
      const { environmentId } = request.credential;
      const after = page.after === null ? null : String(page.after[0]);
      const wanted = { environmentId, after, limit: page.limit };
      const found = await exportMembers(options.lists.of(environmentId), wanted);
      return {
        members: found.members,
        nextCursor: cursorAt(page, found.next === null ? null : [found.next]),
      };
    });

const ledger =
  (options: ExportRoutesOptions): Handler<unknown, QueryOf<'exportLedger'>> =>
  (request) =>
    exportResponse(options, request, { list: 'export-ledger', objectId: 'ledger' }, async (page) => {
      const { environmentId } = request.credential;
      const [memberId, seq] = page.after ?? [];
      const after = page.after === null ? null : { memberId: String(memberId), seq: Number(seq) };
      const wanted = { environmentId, after, limit: page.limit };
      const { entries, next } = await exportLedger(options.lists.of(environmentId), wanted);
      const nextCursor = cursorAt(page, next === null ? null : [next.memberId, next.seq]);
      return { ledgerEntries: entries, nextCursor };
    });

const transactions =
  (options: ExportRoutesOptions): Handler<unknown, QueryOf<'exportTransactions'>> =>
  (request) => {
    const { expand } = request.query;
    const exported = { list: 'export-transactions', objectId: 'transactions', filters: { expand } };
    return exportResponse(options, request, exported, async (page) => {
      const { environmentId } = request.credential;
      const wanted = { environmentId, after: rowPlaceOf(page.after), limit: page.limit };
      const { rows, next } = await exportTransactions(options.lists.of(environmentId), wanted);
      const shown = rows.map((row) => shownTransaction(row, expand === 'campaigns'));
      return { transactions: shown, nextCursor: cursorAt(page, positionOf(next)) };
    });
  };

const rewards =
  (options: ExportRoutesOptions): Handler<unknown, QueryOf<'exportRewards'>> =>
  (request) =>
    exportResponse(options, request, { list: 'export-rewards', objectId: 'rewards' }, async (page) => {
      const { environmentId } = request.credential;
      const wanted = { environmentId, after: rowPlaceOf(page.after), limit: page.limit };
      const source = options.lists.of(environmentId);
      const { rows, next } = await exportRewards(source, wanted, options.clock.now());
      return { rewards: rows, nextCursor: cursorAt(page, positionOf(next)) };
    });

const positionOf = (place: RowPlace | null): CursorPosition | null =>
  place === null
    ? null
    : [place.memberId, ...(place.row === null ? [] : [place.row.createdAt, place.row.id])];

const rowPlaceOf = (position: CursorPosition | null): RowPlace | null => {
  if (position === null) return null;
  const [memberId, createdAt, id] = position;
  const row = createdAt === undefined ? null : { createdAt: String(createdAt), id: String(id) };
  return { memberId: String(memberId), row };
};

const erased = problem('MEMBER_ERASED');

const subject =
  (options: ExportRoutesOptions): Handler<ParametersOf<'exportMember'>, QueryOf<'exportMember'>> =>
  async (request) => {
    const memberId = request.params.memberId.toLowerCase();
    const member = await findOwnMember(options.db, request.credential, memberId);
    if (member === null) return memberNotFound;
    if (member.state === 'anonymized') return erased;
    const exported = { list: 'export-member', objectId: memberId, filters: { memberId } };
    return exportResponse(options, request, exported, async (page) => {
      const { environmentId } = request.credential;
      const { records, next } = await exportSubject(options.lists.of(environmentId), {
        environmentId,
        memberId,
        after: subjectPlaceOf(page.after),
        limit: page.limit,
      });
      return { records, nextCursor: cursorAt(page, next === null ? null : [next.section, ...next.row]) };
    });
  };

const subjectPlaceOf = (position: CursorPosition | null) => {
  if (position === null) return null;
  const [section, ...row] = position;
  return { section: Number(section), row: row.map((value) => value ?? '') };
};
