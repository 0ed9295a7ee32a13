import { useOperation } from '../../../api/use-operation.ts';
import { missingPermission } from '../../../app/permissions.ts';
import { useSession } from '../../../app/session.tsx';
import { earnedPoints } from '../../../model/numbers/earned-points.ts';
import { pointsText } from '../../../model/numbers/figures.ts';
import { shortFigure, shortCentsText, percentText, rateText } from '../../../model/numbers/short-figure.ts';
import { dayNameOf } from '../../../model/times/times.ts';
import { Figure, FigureRow } from '../../../parts/charts/figure.tsx';
import { words } from '../../../words/index.ts';
import { overviewWords } from '../words.ts';
import { type ActivityField, type CountedItem, changeOfDay, sumOfDay } from './activity.ts';
import { liabilityTexts } from './liability-texts.ts';
import { Spark } from './spark.tsx';

interface Counted {
  readonly hours: readonly CountedItem[];
  readonly asOf: string;
}

const dayHours = 24;

/** A row of figures about what happens now and today. */
export function Figures({ hours, asOf, perSecond }: Counted & { readonly perSecond: number }) {
  const today = (field: ActivityField): number => sumOfDay(hours, asOf, field);
  const earned = sumOfDay(withEarned(hours), asOf, 'pointsEarned');
  const lastDay = (field: ActivityField) => hours.slice(-dayHours).map((item) => item[field]);
  return (
    <FigureRow label={overviewWords.figures} count={4}>
      <Figure
        label={overviewWords.receipts}
        isLive={perSecond > 0}
        digits={rateText(perSecond)}
        unit={overviewWords.perSecond}
        about={receiptsText({ hours, asOf })}
        spark={<Spark tone="ok" values={lastDay('receipts')} />}
      />
      <Figure
        label={overviewWords.issued}
        {...shortFigure(earned)}
        whole={pointsText(earned)}
        about={earnedText({ hours, asOf })}
        spark={<Spark tone="earn" values={hours.slice(-dayHours).map(earnedPoints)} />}
      />
      <Figure
        label={overviewWords.burned}
        {...shortFigure(today('pointsRedeemed'))}
        whole={pointsText(today('pointsRedeemed'))}
        about={overviewWords.discounts(shortCentsText(today('discountCents')))}
        spark={<Spark tone="burn" values={lastDay('pointsRedeemed')} />}
      />
      <Outstanding />
    </FigureRow>
  );
}

/** Replaces the net points by those earned, because returns have a figure of their own. */
const withEarned = (hours: readonly CountedItem[]): readonly CountedItem[] =>
  hours.map((item) => ({ ...item, pointsEarned: earnedPoints(item) }));

const earnedText = ({ hours, asOf }: Counted): string => {
  const change = changeText({ hours: withEarned(hours), asOf }, 'pointsEarned');
  const takenBack = sumOfDay(hours, asOf, 'pointsTakenBack');
  return takenBack === 0 ? change : `${change}; ${overviewWords.takenBack(pointsText(takenBack))}`;
};

const receiptsText = ({ hours, asOf }: Counted): string => {
  const count = overviewWords.today(pointsText(sumOfDay(hours, asOf, 'receipts')));
  const isComparable = changeOfDay(hours, asOf, 'receipts') !== null;
  return isComparable ? `${count}, ${changeText({ hours, asOf }, 'receipts')}` : count;
};

const changeText = ({ hours, asOf }: Counted, field: ActivityField): string => {
  const day = dayNameOf(asOf);
  const change = changeOfDay(hours, asOf, field);
  if (change === null) return overviewWords.noneBefore(day);
  const percent = percentText(Math.abs(change));
  if (Math.abs(change) < 0.005) return overviewWords.asBefore(day);
  return change > 0 ? overviewWords.up(percent, day) : overviewWords.down(percent, day);
};

/** Counted each night; the first time within minutes. */
const nightlyPollMs = 3_600_000;
const firstPollMs = 60_000;

/** Returns the points for a unit of the currency; null if nothing can be redeemed, undefined if it is not known. */
const useBurnRate = (): number | null | undefined => {
  const { permissions } = useSession();
  const isEnabled = missingPermission(['getBurnRate'], permissions) === null;
  return useOperation('getBurnRate', {}, { staleMs: firstPollMs, isEnabled }).data?.pointsPerRand;
};

function Outstanding() {
  const first = useOperation('getLiability', {}, { staleMs: firstPollMs });
  const hasCount = (first.data?.days.length ?? 0) > 0;
  const read = useOperation(
    'getLiability',
    {},
    { pollMs: hasCount ? nightlyPollMs : firstPollMs, staleMs: firstPollMs },
  );
  const rate = useBurnRate();
  const newest = read.data?.days.at(-1);
  if (newest === undefined)
    return (
      <Figure
        label={overviewWords.outstanding}
        digits={words.nothingYet}
        about={read.isError ? words.problem.title : overviewWords.notCounted}
      />
    );
  const { points } = newest;
  return (
    <Figure
      label={overviewWords.outstanding}
      {...shortFigure(points)}
      whole={pointsText(points)}
      {...liabilityTexts(newest, rate)}
    />
  );
}
