import type { Schemas } from '@loyalty/client';
import type { CsvColumn } from '../../../model/csv.ts';
import { centsField } from '../../../model/numbers/typed-number.ts';
import { exportWords } from '../../../words/export.ts';
import { wordOf, words } from '../../../words/index.ts';
import { memberWords } from '../words.ts';
import { operationText, pointsOf, refOf } from './transaction.ts';

const { heads } = exportWords;

interface Bought {
  readonly occurredAt?: string | null;
  readonly amount?: number | null;
  readonly storeRef?: string | null;
  readonly createdAt: string;
}

const bought: readonly CsvColumn<Bought>[] = [
  { head: heads.bought, value: ({ occurredAt = null }) => occurredAt },
  { head: heads.stored, value: ({ createdAt }) => createdAt },
  { head: memberWords.receipts.amount, value: ({ amount }) => centsField(amount, 'en') },
  { head: heads.store, value: ({ storeRef = null }) => storeRef },
];

export const ledgerColumns: readonly CsvColumn<Schemas['LedgerEntry']>[] = [
  { head: memberWords.facts.entry, value: ({ type }) => wordOf(words.member.kinds, type) },
  { head: heads.reference, value: ({ transactionRef }) => transactionRef },
  { head: heads.description, value: ({ description }) => description },
  ...bought,
  { head: memberWords.facts.change, value: ({ points }) => points },
  { head: memberWords.facts.after, value: ({ balanceAfter }) => balanceAfter },
];

export const transactionColumns: readonly CsvColumn<Schemas['MemberTransaction']>[] = [
  { head: memberWords.receipts.transaction, value: ({ operation }) => operationText(operation) },
  { head: heads.reference, value: refOf },
  ...bought,
  { head: memberWords.receipts.points, value: pointsOf },
];
