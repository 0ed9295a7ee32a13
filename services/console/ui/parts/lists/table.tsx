import { Fragment, type ReactNode } from 'react';
import * as css from '../../styles/common.module.css';
import * as own from './table.module.css';

export interface Column<Row> {
  readonly head: ReactNode;
  readonly cell: (row: Row) => ReactNode;
  readonly isRight?: boolean;
  /** The width in CSS. Columns without one share what is left. */
  readonly width?: string;
  /**
   * Where a phone shows its cell: as the title to the left of two others, as one of those, on a line of its
   * own, or in the next place.
   */
  readonly phone?: 'title' | 'top' | 'bottom' | 'line' | 'none';
  /** The class of its cells. */
  readonly className?: string;
  /** True if the cells of this column are the heads of their rows. */
  readonly isRowHead?: boolean;
}

interface RowGroup<Row> {
  /** It is shown in a line of its own above the rows. */
  readonly head?: string;
  readonly rows: readonly Row[];
}

interface TableProps<Row> {
  readonly columns: readonly Column<Row>[];
  readonly keyOf: (row: Row) => string;
  readonly rows?: readonly Row[];
  /** The groups are given instead of rows. */
  readonly groups?: readonly RowGroup<Row>[];
  readonly className?: string;
  /** A click anywhere on a row follows the link in its first cell. */
  readonly isLinked?: boolean;
}

export function Table<Row>({ columns, keyOf, rows = [], groups = [{ rows }], ...shown }: TableProps<Row>) {
  const { className = '', isLinked = false } = shown;
  return (
    <table className={`${own.table} ${className}`} data-linked={isLinked ? '' : undefined}>
      <thead>
        <tr>
          {columns.map(({ head, isRight, width }, place) => (
            <th key={place} scope="col" className={isRight ? css.right : undefined} style={{ width }}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {groups.map(({ head, rows: ofGroup }, place) => (
          <Fragment key={place}>
            {head === undefined ? null : (
              <tr className={own.group}>
                <td colSpan={columns.length}>{head}</td>
              </tr>
            )}
            {ofGroup.map((row) => (
              <tr key={keyOf(row)}>
                {columns.map((column, at) => (
                  <Cell key={at} column={column} row={row} />
                ))}
              </tr>
            ))}
          </Fragment>
        ))}
      </tbody>
    </table>
  );
}

function Cell<Row>({ column, row }: { readonly column: Column<Row>; readonly row: Row }) {
  const { cell, isRight = false, phone, className = '', isRowHead = false } = column;
  const content = cell(row);
  if (isRowHead) return <th scope="row">{content}</th>;
  return (
    <td className={isRight ? `${css.right} ${className}` : className || undefined} data-phone={phone}>
      {content}
    </td>
  );
}
