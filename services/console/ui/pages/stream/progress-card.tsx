import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { pointsText } from '../../model/numbers/figures.ts';
import { rateText, shortFigure } from '../../model/numbers/short-figure.ts';
import { waitText } from '../../model/times/spans.ts';
import { wholeTimeText } from '../../model/times/times.ts';
import { Figure, FigureRow } from '../../parts/charts/figure.tsx';
import { words } from '../../words/index.ts';
import { PartitionsCard } from './partitions-card.tsx';
import {
  decidedPerSecond,
  parkedIn,
  type Partitions,
  type Readings,
  overdueIn,
  totalOf,
  waitingIn,
  withReading,
} from './progress.ts';
import { streamWords } from './words.ts';
import * as css from '../../styles/common.module.css';
import * as own from './stream-page.module.css';

interface ProgressProps {
  readonly topic: string;
  readonly partitions: Partitions;
  /** This is when it was read, by the browser's clock. */
  readonly atMs: number;
}

/** How far a stream is decided, and what stops it. */
export function Progress({ topic, partitions, atMs }: ProgressProps) {
  const perSecond = decidedPerSecond(useReadings(partitions, atMs));
  return (
    <>
      <Notices partitions={partitions} atMs={atMs} />
      <FigureRow label={streamWords.figures} count={3}>
        <RateFigure perSecond={perSecond} />
        <LagFigure lag={totalOf(partitions, 'lag')} perSecond={perSecond ?? 0} />
        <WaitingFigure partitions={partitions} atMs={atMs} />
      </FigureRow>
      <PartitionsCard topic={topic} partitions={partitions} atMs={atMs} />
    </>
  );
}

const useReadings = (partitions: Partitions, atMs: number): Readings => {
  const [readings, setReadings] = useState<Readings>({ before: null, now: { partitions, atMs } });
  if (atMs === readings.now.atMs) return readings;
  const next = withReading(readings, { partitions, atMs });
  setReadings(next);
  return next;
};

function RateFigure({ perSecond }: { readonly perSecond: number | null }) {
  return perSecond === null ? (
    <Figure label={streamWords.rate} digits={words.nothingYet} about={streamWords.measuring} />
  ) : (
    <Figure
      label={streamWords.rate}
      isLive={perSecond > 0}
      digits={rateText(perSecond)}
      unit={streamWords.perSecond}
      about={streamWords.rateAbout}
    />
  );
}

/** More than a day ahead, today's rate says nothing. */
const foreseenMaxMs = 86_400_000;

function LagFigure({ lag, perSecond }: { readonly lag: number | null; readonly perSecond: number }) {
  if (lag === null)
    return <Figure label={streamWords.lag} digits={words.nothingYet} about={streamWords.notKnown} />;
  const { digits, unit } = shortFigure(lag);
  const leftMs = perSecond > 0 ? (lag / perSecond) * 1_000 : Infinity;
  const about =
    lag === 0
      ? streamWords.noLag
      : leftMs >= 1_000 && leftMs < foreseenMaxMs
        ? streamWords.lagLeft(waitText(leftMs))
        : streamWords.lagOnly;
  return <Figure label={streamWords.lag} digits={digits} unit={unit} whole={pointsText(lag)} about={about} />;
}

function WaitingFigure({ partitions, atMs }: Omit<ProgressProps, 'topic'>) {
  const count = totalOf(partitions, 'waitingForTransaction');
  if (count === null)
    return <Figure label={streamWords.waiting} digits={words.nothingYet} about={streamWords.notKnown} />;
  return (
    <Figure
      label={streamWords.waiting}
      {...shortFigure(count)}
      whole={pointsText(count)}
      isWarning={overdueIn(partitions, atMs).length > 0}
      about={waitingText(waitingIn(partitions), atMs)}
    />
  );
}

const waitingText = ([first, ...others]: Partitions, atMs: number): string => {
  if (first === undefined) return streamWords.noneWaiting;
  const { partition, lastDecidedAt } = first;
  return lastDecidedAt === null
    ? streamWords.waitingFirst(partition, others.length)
    : streamWords.waitingSince(
        partition,
        others.length,
        wholeTimeText(lastDecidedAt, new Date(atMs).toISOString()),
      );
};

function Notices({ partitions, atMs }: Omit<ProgressProps, 'topic'>) {
  const parked = parkedIn(partitions);
  const stuck = overdueIn(partitions, atMs);
  return (
    <div role="status" className={own.notices}>
      {parked.length === 0 ? null : (
        <Notice title={streamWords.parkedTitle(parked)} text={streamWords.parked} />
      )}
      {stuck.length === 0 ? null : <Notice title={streamWords.stuckTitle(stuck)} text={streamWords.stuck} />}
    </div>
  );
}

function Notice({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <div className={`${css.card} ${own.notice}`}>
      <TriangleAlert size={16} className={css.warn} />
      <div>
        <b>{title}</b>
        <p className={css.small}>{text}</p>
      </div>
    </div>
  );
}
