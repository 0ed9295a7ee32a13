import { useMemo } from 'react';
import { earnedPoints } from '../../../model/numbers/earned-points.ts';
import { ChartCard } from '../../../parts/charts/chart-card.tsx';
import { overviewWords } from '../words.ts';
import type { CountedItem } from './activity.ts';
import type { ShownRange } from './ranges.ts';
import type { useLiveActivity } from './use-live-activity.ts';

interface ActivityChartProps {
  readonly range: ShownRange;
  readonly activity: ReturnType<typeof useLiveActivity>;
}

const hoursOf = { '24h': 24, '7d': 168 } as const;
const steps = { '1h': 'minute', '24h': 'hour', '7d': 'hour', '30d': 'day' } as const;

export function ActivityChart({ range, activity }: ActivityChartProps) {
  const items = itemsOf(range, activity);
  const instants = useMemo(() => items.map(({ at }) => at), [items]);
  const series = useMemo(() => seriesOf(items), [items]);
  return <ChartCard label={overviewWords.chart} step={steps[range]} instants={instants} series={series} />;
}

const itemsOf = (range: ShownRange, { minutes, hours, days }: ActivityChartProps['activity']) => {
  switch (range) {
    case '1h':
      return minutes.data?.items ?? [];
    case '24h':
    case '7d':
      return hours.slice(-hoursOf[range]);
    case '30d':
      return days;
  }
};

const seriesOf = (items: readonly CountedItem[]) =>
  [
    {
      name: overviewWords.series.issued,
      shape: 'area',
      tone: 'earn',
      values: items.map(earnedPoints),
    },
    {
      name: overviewWords.series.burned,
      shape: 'line',
      tone: 'burn',
      values: items.map(({ pointsRedeemed }) => pointsRedeemed),
    },
    {
      name: overviewWords.series.takenBack,
      shape: 'line',
      tone: 'back',
      values: items.map(({ pointsTakenBack }) => pointsTakenBack),
    },
    { name: overviewWords.series.receipts, shape: 'none', values: items.map(({ receipts }) => receipts) },
  ] as const;
