import type { Schemas } from '@loyalty/client';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useList } from '../../../api/use-operation.ts';
import { modeIn } from '../../../app/mode.ts';
import { useSession } from '../../../app/session.tsx';
import { centsText, changeText } from '../../../model/numbers/figures.ts';
import { isConsoleRef } from '../console-ref.ts';
import { namedText } from '../../../model/shown-text.ts';
import { wholeDayText } from '../../../model/times/times.ts';
import { ActionButton } from '../../../parts/forms/action-button.tsx';
import { ExportButton } from '../../../parts/lists/export-button.tsx';
import { type Column, Table } from '../../../parts/lists/table.tsx';
import { Name } from '../../../parts/names/name.tsx';
import { Chip } from '../../../parts/texts/chip.tsx';
import { ReturnDialog } from '../dialogs/return-dialog.tsx';
import { memberWords } from '../words.ts';
import { daysOf, newestFirst } from './days.ts';
import { transactionColumns } from './exported-columns.ts';
import { ListBody } from './list-body.tsx';
import { actTexts, operationText, pointsOf, refOf } from './transaction.ts';
import { TypeFilter, useChosenType } from './type-filter.tsx';
import { When } from './when.tsx';
import * as css from '../../../styles/common.module.css';
import * as own from '../member-page.module.css';
import * as tabsCss from './tabs.module.css';

const words = memberWords.receipts;
const pageSize = 25;

export function Receipts({ member }: { readonly member: Schemas['Member'] }) {
  const operation = useChosenType(words.filters);
  const { permissions } = useSession();
  const list = useList('listMemberTransactions', {
    memberId: member.id,
    operation,
    expand: 'campaigns',
    ...(permissions.includes('audit:read') ? { withAuthor: true } : {}),
    limit: pageSize,
  });
  const [returned, setReturned] = useState<string | null>(null);
  const transactions = list.data?.pages.flatMap((page) => page.transactions) ?? [];
  return (
    <>
      <div className={own.tabHead}>
        <TypeFilter label={words.kind} all={words.allOperations} types={words.filters} />
        <ExportButton
          operation="listMemberTransactions"
          args={{ memberId: member.id, operation }}
          rowsOf={(page) => page.transactions}
          columns={transactionColumns}
          fileName="transactions"
        />
      </div>
      <ListBody list={list} count={transactions.length} empty={[words.none, words.noneDetail]}>
        <TransactionTable transactions={transactions} onReturn={setReturned} />
      </ListBody>
      <ReturnDialog transactionRef={returned} onClose={() => setReturned(null)} />
    </>
  );
}

type Transaction = Schemas['MemberTransaction'];

interface TransactionTableProps {
  readonly transactions: readonly Transaction[];
  readonly onReturn: (transactionRef: string) => void;
}

/** The API lists by the time of storing; what is shown of it is sorted by purchase. */
function TransactionTable({ transactions, onReturn }: TransactionTableProps) {
  const acts: Column<Transaction> = {
    head: <span className={css.vh}>{words.acts}</span>,
    width: '20%',
    phone: 'line',
    cell: (transaction) => <ReceiptActions transaction={transaction} onReturn={onReturn} />,
  };
  const groups = daysOf(newestFirst(transactions)).map(({ day, rows }) => ({
    head: wholeDayText(day),
    rows,
  }));
  return (
    <Table
      columns={columns.concat(acts)}
      groups={groups}
      keyOf={(transaction) => `${transaction.operation} ${refOf(transaction)} ${transaction.createdAt}`}
      className={tabsCss.receipts}
    />
  );
}

const columns: readonly Column<Transaction>[] = [
  { head: words.transaction, phone: 'title', cell: (transaction) => <What transaction={transaction} /> },
  {
    head: memberWords.time,
    width: '14%',
    phone: 'line',
    className: css.num,
    cell: (transaction) => <When row={transaction} />,
  },
  {
    head: words.amount,
    isRight: true,
    width: '15%',
    phone: 'top',
    className: `${css.num} ${css.strong}`,
    cell: ({ amount = null }) => (amount === null ? null : centsText(amount)),
  },
  {
    head: words.points,
    isRight: true,
    width: '12%',
    phone: 'bottom',
    className: css.num,
    cell: (transaction) => <Points points={pointsOf(transaction)} />,
  },
];

function What({ transaction }: { readonly transaction: Transaction }) {
  const ref = refOf(transaction);
  return (
    <>
      <p className={css.strong}>{operationText(transaction.operation)}</p>
      {isConsoleRef(ref) ? null : <Name text={ref} className={`${css.mono} ${css.small} ${css.faint}`} />}
      <Details transaction={transaction} />
    </>
  );
}

function Points({ points }: { readonly points: number | null }) {
  if (points === null || points === 0)
    return <span className={css.faint}>{points === null ? words.unknownPoints : words.noPoints}</span>;
  return <span className={`${css.strong} ${points > 0 ? css.earn : css.burn}`}>{changeText(points)}</span>;
}

interface ReceiptActionsProps {
  readonly transaction: Transaction;
  readonly onReturn: (transactionRef: string) => void;
}

function ReceiptActions({ transaction, onReturn }: ReceiptActionsProps) {
  const { operation, transactionRef, isReturned = false } = transaction;
  if (operation !== 'evaluate' || transactionRef === undefined) return null;
  return (
    <div className={tabsCss.acts}>
      <Link
        className={css.btn}
        data-small
        data-kind="quiet"
        to="/why"
        search={(search) => ({ receipt: transactionRef, ...modeIn(search) })}
      >
        {words.why}
      </Link>
      {isReturned ? (
        <Chip tone="line">{words.isReturned}</Chip>
      ) : (
        <ActionButton
          isSmall
          kind="quiet"
          operations={['quoteReturn', 'returnPurchase']}
          onClick={() => onReturn(transactionRef)}
        >
          {words.giveBack}
        </ActionButton>
      )}
    </div>
  );
}

/** Each kind shows what one asks for first. */
function Details({ transaction }: { readonly transaction: Transaction }) {
  const { campaigns = [], discountAmount, amountReturned, transactionRef, operation } = transaction;
  const texts = [
    ...(campaigns.length === 0
      ? []
      : [words.from(campaigns.map(({ campaignName }) => namedText(campaignName)).join(', '))]),
    ...(operation === 'return' && transactionRef !== undefined
      ? [words.ofReceipt(namedText(transactionRef))]
      : []),
    ...(typeof amountReturned === 'number' ? [words.returned(centsText(amountReturned))] : []),
    ...(discountAmount === undefined ? [] : [words.discount(centsText(discountAmount))]),
    ...actTexts(transaction),
  ];
  return texts.length === 0 ? null : (
    <p className={`${css.small} ${css.faint} ${css.wrap}`}>{texts.join(', ')}</p>
  );
}
