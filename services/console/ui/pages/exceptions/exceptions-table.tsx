import type { Schemas } from '@loyalty/client';
import { ArrowDown } from 'lucide-react';
import { Bars } from '../../parts/lists/bars.tsx';
import { exceptionWords } from '../../words/exceptions.ts';
import { ExceptionRow, keyOf } from './exception-row.tsx';
import { exceptionOrders } from './exceptions.ts';
import * as css from '../../styles/common.module.css';
import * as own from './exceptions-page.module.css';
import * as tableCss from '../../parts/lists/table.module.css';

type Order = Schemas['ExceptionOrder'];

interface ExceptionsTableProps {
  /** Undefined while they are read. The headings stay meanwhile: the focus is on one of them. */
  readonly items: readonly Schemas['ExceptionItem'][] | undefined;
  readonly by: Schemas['ExceptionsBy'];
  readonly order: Order;
  readonly firstDay: string;
  readonly onOrder: (order: Order) => void;
}

export function ExceptionsTable({ items, by, order, firstDay, onOrder }: ExceptionsTableProps) {
  return (
    <div className={own.scroll}>
      <table className={`${tableCss.table} ${own.exceptions}`}>
        <colgroup>
          <col />
          <col className={own.actsColumn} />
          <col className={own.pointsColumn} span={exceptionOrders.length} />
        </colgroup>
        <thead>
          <tr>
            <td colSpan={2} />
            {groups.map(([group, columns]) => (
              <th key={group} scope="colgroup" colSpan={columns}>
                <span>{exceptionWords.groups[group]}</span>
              </th>
            ))}
          </tr>
          <tr>
            <th scope="col">{exceptionWords.subjects[by]}</th>
            <th scope="col" className={css.right}>
              {exceptionWords.acts}
            </th>
            {exceptionOrders.map((one) => (
              <OrderHeading key={one} order={one} isChosen={one === order} onOrder={onOrder} />
            ))}
          </tr>
        </thead>
        <tbody>
          {items === undefined ? <WaitRow /> : null}
          {items?.map((item) => (
            <ExceptionRow key={keyOf(item)} item={item} by={by} order={order} firstDay={firstDay} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Each group has the number of its columns. */
const groups = [
  ['returns', 3],
  ['voids', 2],
  ['byHand', 2],
] as const;

interface OrderHeadingProps extends Pick<ExceptionsTableProps, 'order' | 'onOrder'> {
  readonly isChosen: boolean;
}

function OrderHeading({ order, isChosen, onOrder }: OrderHeadingProps) {
  return (
    <th scope="col" className={css.right} aria-sort={isChosen ? 'descending' : undefined}>
      <button type="button" className={own.sort} onClick={() => onOrder(order)}>
        {exceptionWords.columns[order]} {isChosen ? <ArrowDown size={13} aria-hidden /> : null}
      </button>
    </th>
  );
}

function WaitRow() {
  return (
    <tr>
      <td colSpan={2 + exceptionOrders.length}>
        <Bars rows={6} />
      </td>
    </tr>
  );
}
