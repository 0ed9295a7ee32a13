import { changeText, pointsText } from '../../model/numbers/figures.ts';
import { periodCsv } from './csv-columns.ts';
import { type MoveColumn, moveColumns, periodText, type PointRow, type PointStep } from './periods.ts';
import { SaveButton } from './save-button.tsx';
import { pointsWords as words } from './words.ts';
import * as css from '../../styles/common.module.css';
import * as own from './points-page.module.css';
import * as tableCss from '../../parts/lists/table.module.css';

interface PeriodsCardProps {
  readonly rows: readonly PointRow[];
  readonly step: PointStep;
  /** Null if the points are those of everybody. */
  readonly tierName: string | null;
}

/** The months or days, newest first. What was taken away is negative, so that each row adds up. */
export function PeriodsCard({ rows, step, tierName }: PeriodsCardProps) {
  const isOfTier = tierName !== null;
  const title = isOfTier ? words.tableOf(tierName) : words.table;
  return (
    <section className={css.card} aria-label={title}>
      <header>
        <h2>{title}</h2>
        <SaveButton
          rows={rows}
          columns={periodCsv(step, isOfTier)}
          fileName={isOfTier ? `points-of-tier-by-${step}` : `points-by-${step}`}
        />
      </header>
      <p className={css.cardAbout}>{isOfTier ? words.byTier : words.adds}</p>
      <PeriodsTable rows={rows} step={step} tierName={tierName} />
      <Explanations />
    </section>
  );
}

/** The scrolled part can be focused, so that the arrow keys scroll it. */
function PeriodsTable({ rows, step, tierName }: PeriodsCardProps) {
  const isOfTier = tierName !== null;
  return (
    <div className={own.scroll} role="group" aria-label={words.table} tabIndex={0}>
      <table className={`${tableCss.table} ${own.periods}`}>
        <thead>
          <tr>
            <th scope="col" className={own.period}>
              {words.periods[step]}
            </th>
            {isOfTier ? null : <Heading text={words.opening} />}
            {moveColumns.map((column) => (
              <Heading key={column} text={words.columns[column]} />
            ))}
            {isOfTier ? null : <Heading text={words.closingColumn} />}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <PeriodRow key={row.at} row={row} step={step} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Heading({ text }: { readonly text: string }) {
  return (
    <th scope="col" className={css.right}>
      {text}
    </th>
  );
}

function PeriodRow({ row, step }: { readonly row: PointRow; readonly step: PointStep }) {
  const { at, isSoFar, openingPoints, closingPoints } = row;
  return (
    <tr>
      <th scope="row">
        {periodText(at, step)}
        {isSoFar ? <small className={own.soFar}>{words.soFar}</small> : null}
      </th>
      {openingPoints === null ? null : <Outstanding head={words.opening} points={openingPoints} />}
      {moveColumns.map((column) => (
        <Move key={column} column={column} points={row[column]} />
      ))}
      {closingPoints === null ? null : <Outstanding head={words.closingColumn} points={closingPoints} />}
    </tr>
  );
}

/** On a phone columns have no headings: each figure has its own there, and moves of 0 are left out. */
function Outstanding({ head, points }: { readonly head: string; readonly points: number }) {
  return (
    <td className={`${css.num} ${css.right} ${css.strong}`} data-head={head}>
      {pointsText(points)}
    </td>
  );
}

function Move({ column, points }: { readonly column: MoveColumn; readonly points: number }) {
  return (
    <td
      className={`${css.num} ${css.right} ${points === 0 ? css.faint : ''}`}
      data-head={words.columns[column]}
      data-none={points === 0 ? '' : undefined}
    >
      {column === 'byHand' ? changeText(points) : pointsText(points)}
    </td>
  );
}

function Explanations() {
  return (
    <details className={own.explained}>
      <summary className={`${css.small} ${css.muted}`}>{words.explained}</summary>
      <dl className={css.small}>
        {moveColumns.map((column) => (
          <div key={column}>
            <dt>{words.columns[column]}</dt>
            <dd>{words.explanations[column]}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
