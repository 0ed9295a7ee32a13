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

/** Below a panel there is place for three rows of names, of some 50 characters each; a name takes a sign besides. */
const namesCharactersMax = 130;
const nameCharactersMax = 44;
const signCharacters = 5;
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
      title: {
        text: panel.title,
        left: 8,
        top: 6,
        textStyle: {
          fontSize: panel.type === 'stat' ? 10 : 12,
          fontFamily: font,
          width: width - 16,
          overflow: 'break',
        },
      },
      ...(lines.length === 0
        ? nothing
        : panel.type === 'stat'
          ? statOf(panel, lines)
          : linesOf(panel, lines)),
    });
    return compact(chart.renderToSVGString());
  } finally {
    // A chart that is not disposed keeps the process alive.
    chart.dispose();
  }
};

/** Finer places are not seen, and are half of the file. A panel is one line of it. */
const compact = (svg: string): string =>
  svg.replace(/ d="[^"]*"/g, (path) => path.replace(/(\.\d)\d+/g, '$1')).replace(/>\n+/g, '>');

const text = (words: string, size: number, fill: string) => ({
  graphic: { type: 'text', left: 'center', top: 'middle', style: { text: words, fontSize: size, fill } },
});

const nothing = text('no data', 12, '#8c959f');

const shortened = (name: string): string =>
  name.length > nameCharactersMax ? `…${name.slice(1 - nameCharactersMax)}` : name;

const namesThatFit = (lines: readonly NamedLine[]): readonly string[] => {
  let left = namesCharactersMax;
  const names = lines.map(({ name }) => name);
  return names.filter((name) => (left -= shortened(name).length + signCharacters) > 0);
};

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
    data: namesThatFit(lines),
    formatter: shortened,
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
