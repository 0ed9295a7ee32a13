import { awaitAll } from '@loyalty/kernel';
import { onlyRow, type Statement, type Transaction } from '@loyalty/storage';
import {
  type MemberDayWrites,
  openStatement,
  raiseDays,
  valuesOfOpened,
  writeMemberDays,
} from './member-days.ts';
import {
  type AccountUpdate,
  insertPostings,
  type PostingWrite,
  postingsStatement,
  updateAccounts,
  updateStatement,
  valuesOfPostings,
  valuesOfUpdates,
} from './write-accounts.ts';

interface AccountsToStore {
  readonly updated: readonly AccountUpdate[];
  readonly postings: readonly PostingWrite[];
  readonly days: MemberDayWrites;
}

/** With the numbers of its parameters behind those of other statements. */
const behind = (parameters: number, { text }: Statement): string =>
  text.replaceAll(/\$(\d+)/g, (_, number: string) => `$${(Number(number) + parameters).toString()}`);

const updateParameters = valuesOfUpdates([]).length;
const postingParameters = valuesOfPostings([]).length;

/**
 * One stage of the lock order (D98), so Postgres may run its parts in any order. Each sees the rows as they were
 * before the others, and none reads what another writes.
 */
const statement: Statement = {
  name: 'accounts-store',
  text: `WITH updated AS (${updateStatement.text}),
         entered AS (${behind(updateParameters, postingsStatement)}),
         opened AS (${behind(updateParameters + postingParameters, openStatement)})
         SELECT count(*) AS opened FROM opened`,
};

/**
 * Of members that are locked or created, each named once. Returns how many opened days existed: normally none; they
 * stay. A seq that exists fails the transaction.
 */
export const storeAccounts = async (
  tx: Transaction,
  { updated, postings, days }: AccountsToStore,
): Promise<number> => {
  if ([updated, postings, days.opened].filter(({ length }) => length > 0).length < 2)
    return storeOne(tx, { updated, postings, days });
  const values = [...valuesOfUpdates(updated), ...valuesOfPostings(postings), ...valuesOfOpened(days.opened)];
  const [, rows] = await awaitAll([
    // Before days are opened: it raises all later days, and opened ones have what they count.
    raiseDays(tx, days.backdated),
    tx.query<{ opened: number }>(statement, values),
  ]);
  return days.opened.length - onlyRow(rows, 'a count').opened;
};

const storeOne = async (tx: Transaction, { updated, postings, days }: AccountsToStore): Promise<number> => {
  const [, , conflicts] = await awaitAll([
    updateAccounts(tx, updated),
    insertPostings(tx, postings),
    writeMemberDays(tx, days),
  ]);
  return conflicts;
};
