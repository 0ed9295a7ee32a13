import { type EnvironmentId, uuidMin } from '@loyalty/kernel';
import type { Queryable, Statement } from '@loyalty/storage';
import type { LedgerEntryRecord } from '../ledger/ledger.ts';

/** An entry of the ledger by itself; `exportTransactions` has the reference and the store of its transaction. */
export interface ExportedEntry extends Omit<LedgerEntryRecord, 'tenantId' | 'transactionRef'> {
  /** The number of the entry in the ledger of its member, from 1 without gaps. */
  readonly seq: number;
}

interface LedgerPlace {
  readonly memberId: string;
  readonly seq: number;
}

export interface LedgerExportQuery {
  readonly environmentId: EnvironmentId;
  /** The last entry of the page before; null for the first page. */
  readonly after: LedgerPlace | null;
  readonly limit: number;
}

interface LedgerExportPage {
  readonly entries: readonly ExportedEntry[];
  readonly next: LedgerPlace | null;
}

interface EntryRow extends Omit<ExportedEntry, 'createdAt' | 'expiresAt'> {
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
}

const statement: Statement = {
  name: 'export-ledger',
  text: `SELECT id, member_id AS "memberId", seq, transaction_id AS "transactionId", type, points,
                balance_after AS "balanceAfter", description, expires_at AS "expiresAt", created_at AS "createdAt"
           FROM ledger_entries
          WHERE environment_id = $1 AND (member_id, seq) > ($2, $3)
          ORDER BY member_id, seq LIMIT $4`,
};

/** Reads the entries of all members, erased ones too, by member id and seq. */
export const exportLedger = async (
  db: Queryable,
  { environmentId, after, limit }: LedgerExportQuery,
): Promise<LedgerExportPage> => {
  const { memberId, seq } = after ?? { memberId: uuidMin, seq: 0 };
  const rows = await db.query<EntryRow>(statement, [environmentId, memberId, seq, limit + 1]);
  const entries = rows.slice(0, limit).map(({ createdAt, expiresAt, ...entry }) => ({
    ...entry,
    expiresAt: expiresAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  }));
  const last = entries.at(-1);
  return { entries, next: rows.length > limit && last !== undefined ? last : null };
};
