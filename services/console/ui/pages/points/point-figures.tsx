import { pointsText, withMinus } from '../../model/numbers/figures.ts';
import { percentText, shortFigure } from '../../model/numbers/short-figure.ts';
import { Figure, FigureRow } from '../../parts/charts/figure.tsx';
import { words as all } from '../../words/index.ts';
import {
  changeOf,
  type ComparedRows,
  comparedRows,
  earnedAfterReturns,
  redeemedAfterRefunds,
  periodText,
  type PointRow,
  type PointStep,
  redemptionRate,
} from './periods.ts';
import { pointsWords as words } from './words.ts';

interface PointFiguresProps {
  readonly rows: readonly PointRow[];
  readonly step: PointStep;
}

/** Shows figures of the last month or day that is over, next to those of the one before it. */
export function PointFigures({ rows, step }: PointFiguresProps) {
  const compared = comparedRows(rows);
  if (compared === null) return null;
  const { earned } = compared.shown;
  const redeemed = 0 - compared.shown.redeemed;
  return (
    <FigureRow label={words.figures} count={4}>
      <Figure
        label={words.earned}
        {...shortFigure(earned)}
        whole={pointsText(earned)}
        about={changeText(compared, step, (row) => row.earned)}
      />
      <Figure
        label={words.redeemed}
        {...shortFigure(redeemed)}
        whole={pointsText(redeemed)}
        about={changeText(compared, step, (row) => 0 - row.redeemed)}
      />
      <RateFigure row={compared.shown} step={step} />
      <ClosingFigure row={compared.shown} step={step} />
    </FigureRow>
  );
}

/** Below this share of a change, it is called none: it would be shown as 0 %. */
const sameBelow = 0.005;

const changeText = (
  { shown, before }: ComparedRows,
  step: PointStep,
  pointsOf: (row: PointRow) => number,
): string => {
  const period = periodText(shown.at, step);
  if (before === null) return placeText(shown, step);
  const earlier = periodText(before.at, step);
  const change = changeOf(pointsOf(shown), pointsOf(before));
  if (change === null)
    return pointsOf(shown) === 0 ? words.asBefore(period, earlier) : words.noneBefore(period, earlier);
  const percent = percentText(Math.abs(change));
  if (Math.abs(change) < sameBelow) return words.asBefore(period, earlier);
  return change > 0 ? words.up(period, percent, earlier) : words.down(period, percent, earlier);
};

const placeText = ({ at, isSoFar }: PointRow, step: PointStep): string =>
  isSoFar ? words.soFarIn(periodText(at, step)) : words.inPeriod(periodText(at, step));

interface RowFigureProps {
  readonly row: PointRow;
  readonly step: PointStep;
}

function RateFigure({ row, step }: RowFigureProps) {
  const rate = redemptionRate(row);
  const place = placeText(row, step);
  return (
    <Figure
      label={words.rate}
      digits={rate === null ? all.nothingYet : ratePercent(rate)}
      about={
        rate === null
          ? words.noRate(place)
          : words.rateOf(pointsText(redeemedAfterRefunds(row)), pointsText(earnedAfterReturns(row)), place)
      }
    />
  );
}

/** A rate of less than one percent is not shown as 0 %. */
const ratePercent = (rate: number): string =>
  withMinus(new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 1 }).format(rate));

function ClosingFigure({ row: { at, isSoFar, closingPoints }, step }: RowFigureProps) {
  if (closingPoints === null)
    return <Figure label={words.closing} digits={all.nothingYet} about={words.closingByTier} />;
  return (
    <Figure
      label={words.closing}
      {...shortFigure(closingPoints)}
      whole={pointsText(closingPoints)}
      about={isSoFar ? words.closingNow : words.closingAt(periodText(at, step))}
    />
  );
}
