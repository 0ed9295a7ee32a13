import * as echarts from 'echarts';
import type { RangeLine } from '../prometheus/prometheus.ts';
import { formatValue } from './format-value.ts';
import type { Panel } from './panels.ts';

/** A line of a panel, with its name. */
export interface NamedLine extends Pick<RangeLine, 'points'> {
  readonly name: string;
}

/** Width and height in pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** More names than these do not fit below a panel. */
const namesMax = 8;
const font = 'system-ui, sans-serif';
const fontSize = 10;

/** Draws a panel as an SVG of this size. */
export const drawPanel = (panel: Panel, lines: readonly NamedLine[], { width, height }: Size): string => {
  const chart = echarts.init(null, null, { renderer: 'svg', ssr: true, width, height });
  try {
    chart.setOption({
      animation: false,
      backgroundColor: '#ffffff',
      textStyle: { fontFamily: font, fontSize },
      title: { text: panel.title, left: 8, top: 6, textStyle: { fontSize: 12, fontFamily: font } },
      ...(lines.length === 0
        ? nothing
        : panel.type === 'stat'
          ? statOf(panel, lines)
          : linesOf(panel, lines)),
    });
    return chart.renderToSVGString();
  } finally {
    // A chart that is not disposed keeps the process alive.
    chart.dispose();
  }
};

const text = (words: string, size: number, fill: string) => ({
  graphic: { type: 'text', left: 'center', top: 'middle', style: { text: words, fontSize: size, fill } },
});

const nothing = text('no data', 12, '#8c959f');

const unitOf = ({ fieldConfig }: Panel): string => fieldConfig?.defaults.unit ?? 'short';

const statOf = (panel: Panel, lines: readonly NamedLine[]) =>
  text(formatValue(unitOf(panel), lines[0]?.points.at(-1)?.[1] ?? NaN), 20, '#1a7f37');

const linesOf = (panel: Panel, lines: readonly NamedLine[]) => ({
  grid: { left: 60, right: 14, top: 32, bottom: 74 },
  xAxis: { type: 'time', axisLabel: { hideOverlap: true, fontSize } },
  yAxis: {
    type: 'value',
    splitNumber: 4,
    axisLabel: { fontSize, formatter: (value: number) => formatValue(unitOf(panel), value) },
  },
  legend: {
    left: 8,
    bottom: 4,
    itemWidth: 12,
    itemHeight: 6,
    itemGap: 8,
    data: lines.slice(0, namesMax).map(({ name }) => name),
    textStyle: { fontSize },
  },
  series: lines.map(({ name, points }) => ({
    type: 'line',
    name,
    data: points,
    showSymbol: points.length < 3,
    lineStyle: { width: 1.3 },
  })),
});
