import type { Schemas } from '@loyalty/client';
import { ArrowDownLeft, ArrowUpRight, Clock, PenLine, RotateCcw, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useList } from '../../../api/use-operation.ts';
import { isConsoleRef } from '../console-ref.ts';
import { centsText, changeText, pointsText } from '../../../model/numbers/figures.ts';
import { wholeDayText } from '../../../model/times/times.ts';
import { ExportButton } from '../../../parts/lists/export-button.tsx';
import { type Column, Table } from '../../../parts/lists/table.tsx';
import { Name } from '../../../parts/names/name.tsx';
import { wordOf, words } from '../../../words/index.ts';
import { memberWords } from '../words.ts';
import { daysOf } from './days.ts';
import { ledgerColumns } from './exported-columns.ts';
import { ledgerSteps } from './ledger.ts';
import { ListBody } from './list-body.tsx';
import { TypeFilter, useChosenType } from './type-filter.tsx';
import { When } from './when.tsx';
import * as css from '../../../styles/common.module.css';
import * as own from './member-ledger.module.css';
import * as pageCss from '../member-page.module.css';

type Entry = Schemas['LedgerEntry'];

const pageSize = 50;

export function Ledger({ member }: { readonly member: Schemas['Member'] }) {
  const type = useChosenType(words.member.kinds);
  const args = { memberId: member.id, type };
  const list = useList('listLedgerEntries', { ...args, limit: pageSize });
  const entries = list.data?.pages.flatMap((page) => page.entries) ?? [];
  return (
    <>
      <div className={pageCss.tabHead}>
        <p className={`${css.small} ${css.muted}`}>
          {type === undefined && entries.length > 1 ? memberWords.facts.ledgerAbout : ''}
        </p>
        <TypeFilter label={memberWords.types} all={memberWords.allTypes} types={words.member.kinds} />
        <ExportButton
          operation="listLedgerEntries"
          args={args}
          rowsOf={(page) => page.entries}
          columns={ledgerColumns}
          fileName="ledger"
        />
      </div>
      <ListBody
        list={list}
        count={entries.length}
        empty={[memberWords.facts.noEntries, memberWords.facts.noEntriesDetail]}
      >
        {type === undefined ? <BalanceLine entries={entries} /> : null}
        <LedgerTable entries={entries} />
      </ListBody>
    </>
  );
}

const box = { width: 600, height: 56 };

/** The table below has the same numbers. */
function BalanceLine({ entries }: { readonly entries: readonly Entry[] }) {
  const steps = ledgerSteps(entries, box);
  if (steps === null) return null;
  return (
    <div className={own.line}>
      <svg viewBox="0 -2 600 60" preserveAspectRatio="none" aria-hidden className={own.steps}>
        <path d={steps.area} className={own.stepsArea} />
        <path d={steps.line} className={own.stepsLine} />
      </svg>
    </div>
  );
}

const icons: Readonly<Record<string, ReactNode>> = {
  EARN: <ArrowDownLeft size={15} />,
  REDEEM: <ArrowUpRight size={15} />,
  EXPIRE: <Clock size={15} />,
  RETURN: <Undo2 size={15} />,
  REFUND: <RotateCcw size={15} />,
};

const tones: Readonly<Record<string, string>> = { EARN: css.earn, REDEEM: css.burn, EXPIRE: css.bad };

const columns: readonly Column<Entry>[] = [
  { head: memberWords.facts.entry, phone: 'title', cell: (entry) => <What entry={entry} /> },
  {
    head: memberWords.purchase,
    width: '22%',
    phone: 'line',
    className: own.purchase,
    cell: (entry) => <Purchase entry={entry} />,
  },
  {
    head: memberWords.time,
    width: '15%',
    phone: 'line',
    className: css.num,
    cell: (entry) => <When row={entry} />,
  },
  {
    head: memberWords.facts.change,
    isRight: true,
    width: '12%',
    phone: 'top',
    className: `${css.num} ${css.strong}`,
    cell: ({ type, points }) => <span className={tones[type]}>{changeText(points)}</span>,
  },
  {
    head: memberWords.facts.after,
    isRight: true,
    width: '13%',
    phone: 'bottom',
    className: `${css.num} ${own.balance}`,
    cell: ({ balanceAfter }) => pointsText(balanceAfter),
  },
];

/** The order stays that of the balances, so a day may come twice. */
function LedgerTable({ entries }: { readonly entries: readonly Entry[] }) {
  const groups = daysOf(entries).map(({ day, rows }) => ({ head: wholeDayText(day), rows }));
  return <Table columns={columns} groups={groups} keyOf={({ id }) => id} className={own.ledger} />;
}

function What({ entry: { type, transactionRef, description } }: { readonly entry: Entry }) {
  return (
    <div className={own.what}>
      <span className={own.icon} data-t={type}>
        {icons[type] ?? <PenLine size={15} />}
      </span>
      <span className={own.title}>{wordOf(words.member.kinds, type)}</span>
      {transactionRef === null || isConsoleRef(transactionRef) ? null : (
        <Name text={transactionRef} className={`${css.mono} ${css.small} ${own.ref}`} />
      )}
      <Name text={description} className={`${css.small} ${css.faint}`} />
    </div>
  );
}

function Purchase({ entry: { amount = null, storeRef = null } }: { readonly entry: Entry }) {
  return (
    <>
      {amount === null ? null : <span className={css.num}>{centsText(amount)}</span>}
      {storeRef === null ? null : (
        <Name text={memberWords.receipts.at(storeRef)} className={`${css.small} ${css.faint}`} />
      )}
    </>
  );
}
