import type { Schemas } from '@loyalty/client';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useList } from '../../../api/use-operation.ts';
import { modeIn } from '../../../app/mode.ts';
import { useSession } from '../../../app/session.tsx';
import { centsText, changeText } from '../../../model/numbers/figures.ts';
import { namedText } from '../../../model/shown-text.ts';
import { clockText, dayText } from '../../../model/times/times.ts';
import { ActionButton } from '../../../parts/forms/action-button.tsx';
import { Name } from '../../../parts/names/name.tsx';
import { Time } from '../../../parts/texts/time.tsx';
import { ReturnDialog } from '../dialogs/return-dialog.tsx';
import { memberWords } from '../words.ts';
import { ListBody } from './list-body.tsx';
import { actTexts, operationText, pointsOf, refOf } from './transaction.ts';
import { TypeFilter, useChosenType } from './type-filter.tsx';
import * as css from '../../../styles/common.module.css';
import * as own from '../member-page.module.css';
import * as rowsCss from '../../../parts/lists/rows.module.css';

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
      </div>
      <ListBody list={list} count={transactions.length} empty={[words.none, words.noneDetail]}>
        <ul className={rowsCss.rows}>
          {transactions.map((transaction) => (
            <Transaction
              key={`${transaction.operation} ${refOf(transaction)} ${transaction.createdAt}`}
              transaction={transaction}
              onReturn={setReturned}
            />
          ))}
        </ul>
      </ListBody>
      <ReturnDialog transactionRef={returned} onClose={() => setReturned(null)} />
    </>
  );
}

interface TransactionProps {
  readonly transaction: Schemas['MemberTransaction'];
  readonly onReturn: (transactionRef: string) => void;
}

function Transaction({ transaction, onReturn }: TransactionProps) {
  const { operation, createdAt, transactionRef } = transaction;
  const points = pointsOf(transaction);
  return (
    <li className={rowsCss.row}>
      <div className={rowsCss.text}>
        <p className={css.strong}>{operationText(operation)}</p>
        <p className={rowsCss.sub}>
          <Name text={refOf(transaction)} className={css.mono} />
          <Time iso={createdAt} text={`${dayText(createdAt)}, ${clockText(createdAt)}`} />
        </p>
        <Details transaction={transaction} />
      </div>
      {operation === 'evaluate' && transactionRef !== undefined ? (
        <ReceiptActions transactionRef={transactionRef} onReturn={onReturn} />
      ) : null}
      {points === null || points === 0 ? (
        <span className={css.faint}>{points === null ? words.unknownPoints : words.noPoints}</span>
      ) : (
        <span className={`${css.num} ${css.strong} ${points > 0 ? css.earn : css.burn}`}>
          {changeText(points)}
        </span>
      )}
    </li>
  );
}

interface ReceiptActionsProps {
  readonly transactionRef: string;
  readonly onReturn: (transactionRef: string) => void;
}

function ReceiptActions({ transactionRef, onReturn }: ReceiptActionsProps) {
  return (
    <div className={rowsCss.acts}>
      <Link
        className={css.btn}
        data-small
        data-kind="quiet"
        to="/why"
        search={(search) => ({ receipt: transactionRef, ...modeIn(search) })}
      >
        {words.why}
      </Link>
      <ActionButton
        isSmall
        kind="quiet"
        operations={['quoteReturn', 'returnPurchase']}
        onClick={() => onReturn(transactionRef)}
      >
        {words.giveBack}
      </ActionButton>
    </div>
  );
}

/** Each kind shows what one asks for first. */
function Details({ transaction }: Pick<TransactionProps, 'transaction'>) {
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
