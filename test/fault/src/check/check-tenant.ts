import type { Client } from 'pg';
import type { Violations } from '../violations.ts';
import type { Expectations } from './expectations.ts';

/** A transaction as it is stored. */
export interface TransactionRow {
  readonly ref: string;
  readonly answer: Buffer;
  readonly entries: string;
}

interface MemberRow {
  readonly ref: string;
  readonly balance: string;
  readonly ledger: string;
}

/**
 * By the names of operations (`refIn`). Includes the number of ledger entries of each transaction, which is one at most. They are counted in one pass: looked up for each
 * transaction, all entries of its member would be read every time.
 */
const transactionsSql = `
  SELECT CASE WHEN t.operation IN ('capture', 'void') THEN t.ref || ' ' || t.operation ELSE t.ref END AS ref, t.answer, coalesce(e.entries, 0) AS entries
    FROM transactions t JOIN environments v ON v.id = t.environment_id
    LEFT JOIN (SELECT environment_id, member_id, transaction_id, count(*) AS entries FROM ledger_entries
                GROUP BY environment_id, member_id, transaction_id) e
      ON e.environment_id = t.environment_id AND e.member_id = t.member_id AND e.transaction_id = t.id
   WHERE v.tenant_id = $1`;

const membersSql = `
  SELECT m.external_ref AS ref, m.points_balance AS balance, coalesce(sum(e.points), 0) AS ledger
    FROM members m JOIN environments v ON v.id = m.environment_id
    LEFT JOIN ledger_entries e ON e.environment_id = m.environment_id AND e.member_id = m.id
   WHERE v.tenant_id = $1 AND m.leads_to IS NULL
   GROUP BY m.environment_id, m.id`;

const cardsSql = `
  SELECT r.external_ref AS card, m.external_ref AS ref
    FROM members r JOIN members m ON m.environment_id = r.environment_id AND m.id = r.leads_to
    JOIN environments v ON v.id = r.environment_id WHERE v.tenant_id = $1`;

/** Compares one tenant's tables with what its clients know, by SQL and arithmetic of its own. */
export const checkTenant = async (
  db: Client,
  { tenantId, expected }: { readonly tenantId: string; readonly expected: Expectations },
  violations: Violations,
): Promise<void> => {
  checkTransactions(await readTransactions(db, tenantId), expected, violations);
  const members = await db.query<MemberRow>(membersSql, [tenantId]);
  checkBalances(members.rows, expected, violations);
  const cards = await db.query<CardRow>(cardsSql, [tenantId]);
  checkCards(cards.rows, expected, violations);
};

interface CardRow {
  readonly card: string;
  readonly ref: string;
}

const checkCards = (rows: readonly CardRow[], { cards }: Expectations, violations: Violations): void => {
  const missing = new Set(cards.keys());
  for (const { card, ref } of rows) {
    if (cards.get(card) !== ref) violations.add('card of somebody else', `${card} leads to ${ref}`);
    missing.delete(card);
  }
  for (const card of missing) violations.add('lost', `card ${card}`);
};

/** Reads all transactions of a tenant. */
export const readTransactions = async (db: Client, tenantId: string): Promise<readonly TransactionRow[]> =>
  (await db.query<TransactionRow>(transactionsSql, [tenantId])).rows;

const checkTransactions = (
  rows: readonly TransactionRow[],
  { responses }: Expectations,
  violations: Violations,
): void => {
  const missing = new Set(responses.keys());
  for (const { ref, answer, entries } of rows) {
    const acknowledged = responses.get(ref);
    if (acknowledged === undefined) violations.add('stored, never acknowledged', ref);
    else if (acknowledged !== null && acknowledged !== answer.toString())
      violations.add('stored answer differs', `${acknowledged} is stored as ${answer.toString()}`);
    if (Number(entries) > 1) violations.add('doubled', `${ref} has ${entries} ledger entries`);
    missing.delete(ref);
  }
  for (const ref of missing) violations.add('lost', ref);
};

const checkBalances = (
  rows: readonly MemberRow[],
  { balances }: Expectations,
  violations: Violations,
): void => {
  const missing = new Set(balances.keys());
  for (const { ref, balance, ledger } of rows) {
    const expected = balances.get(ref) ?? 0;
    if (Number(balance) !== expected)
      violations.add(
        Number(balance) > expected ? 'doubled' : 'lost',
        `${ref}: ${balance}, not ${expected.toString()}`,
      );
    if (Number(ledger) !== Number(balance))
      violations.add('ledger differs', `${ref}: ${ledger}, not ${balance}`);
    missing.delete(ref);
  }
  for (const ref of missing) violations.add('lost', `member ${ref}`);
};
