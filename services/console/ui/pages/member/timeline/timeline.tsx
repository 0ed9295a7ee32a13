import type { Schemas } from '@loyalty/client';
import { Coins, Gift, PenLine, Receipt, StickyNote, Zap } from 'lucide-react';
import type { ReactNode } from 'react';
import { useList } from '../../../api/use-operation.ts';
import { centsText, changeText } from '../../../model/numbers/figures.ts';
import { clockText, wholeDayText } from '../../../model/times/times.ts';
import { type Column, Table } from '../../../parts/lists/table.tsx';
import { Name } from '../../../parts/names/name.tsx';
import { Time } from '../../../parts/texts/time.tsx';
import { NoteText } from '../notes/notes.tsx';
import { daysOf } from '../tabs/days.ts';
import { ListBody } from '../tabs/list-body.tsx';
import { TypeFilter, useChosenType } from '../tabs/type-filter.tsx';
import { lineOf, type TimelineItem, type TimelineLine } from './line-of.ts';
import { timelineWords as words } from './words.ts';
import * as css from '../../../styles/common.module.css';
import * as pageCss from '../member-page.module.css';
import * as ledgerCss from '../tabs/member-ledger.module.css';
import * as own from './timeline.module.css';

const pageSize = 50;

type Kind = keyof typeof words.kinds;

const kinds = Object.keys(words.kinds) as Kind[];

/** Shows everything about a member in one list, newest first. */
export function Timeline({ member }: { readonly member: Schemas['Member'] }) {
  const kind = useChosenType(words.kinds);
  const list = useList('listMemberTimeline', { memberId: member.id, kind, limit: pageSize });
  const rows = (list.data?.pages ?? []).flatMap(({ timeline }) => timeline.flatMap(rowOf));
  const read = list.data?.pages[0]?.kinds ?? kinds;
  const unread = kind === undefined ? kinds.filter((one) => !read.includes(one)) : [];
  return (
    <>
      <div className={pageCss.tabHead}>
        <p className={`${css.small} ${css.muted}`}>
          {unread.length === 0 ? '' : words.unread(unread.map((one) => words.kinds[one]).join(', '))}
        </p>
        <TypeFilter label={words.kind} all={words.all} types={words.kinds} />
      </div>
      <ListBody
        list={list}
        count={rows.length}
        empty={kind === undefined ? [words.none, words.noneDetail] : [words.noMatch, words.noMatchDetail]}
      >
        <Table
          columns={columns}
          groups={daysOf(rows).map(({ day, rows: ofDay }) => ({ head: wholeDayText(day), rows: ofDay }))}
          keyOf={({ key }) => key}
          className={own.timeline}
        />
      </ListBody>
    </>
  );
}

interface Row extends TimelineLine {
  readonly key: string;
  readonly kind: string;
  readonly createdAt: string;
}

const rowOf = (item: TimelineItem, place: number): readonly Row[] => {
  const line = lineOf(item);
  const { kind, at } = item;
  if (line === null) return [];
  const { title, ref, details, note, amount, points } = line;
  const key = `${at} ${kind} ${place.toString()}`;
  return [{ key, kind, createdAt: at, title, ref, details, note, amount, points }];
};

const icons: Readonly<Record<string, ReactNode>> = {
  LEDGER: <Coins size={15} />,
  TRANSACTION: <Receipt size={15} />,
  EVENT: <Zap size={15} />,
  REWARD: <Gift size={15} />,
  NOTE: <StickyNote size={15} />,
};

const columns: readonly Column<Row>[] = [
  { head: words.what, phone: 'title', cell: (row) => <What row={row} /> },
  {
    head: words.time,
    width: '12%',
    phone: 'top',
    className: `${css.num} ${own.time}`,
    cell: ({ createdAt }) => <Time iso={createdAt} text={clockText(createdAt)} />,
  },
  {
    head: words.amount,
    isRight: true,
    width: '17%',
    // No row has both an amount and points.
    phone: 'bottom',
    className: `${css.num} ${css.strong}`,
    cell: ({ amount }) => (amount === null ? null : centsText(amount)),
  },
  {
    head: words.points,
    isRight: true,
    width: '14%',
    phone: 'bottom',
    className: `${css.num} ${css.strong}`,
    cell: ({ points }) =>
      points === null ? null : (
        <span className={points > 0 ? css.earn : points < 0 ? css.burn : css.faint}>
          {changeText(points)}
        </span>
      ),
  },
];

function What({ row: { kind, title, ref, details, note } }: { readonly row: Row }) {
  return (
    <div className={own.what}>
      <span className={ledgerCss.icon}>{icons[kind] ?? <PenLine size={15} />}</span>
      <div className={own.text}>
        <p className={own.head}>
          <span className={css.strong}>{title}</span>
          {ref === null ? null : <Name text={ref} className={`${css.mono} ${css.small}`} />}
        </p>
        {note === null ? null : <NoteText text={note} />}
        {details.length === 0 ? null : (
          <p className={`${css.small} ${css.faint} ${css.wrap}`}>{details.join(', ')}</p>
        )}
      </div>
    </div>
  );
}
