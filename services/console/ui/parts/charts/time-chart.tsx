import { max, min } from 'd3-array';
import { scaleLinear } from 'd3-scale';
import { area, curveMonotoneX, line } from 'd3-shape';
import { type KeyboardEvent, type PointerEvent, useId, useMemo, useState } from 'react';
import { pointsText } from '../../model/numbers/figures.ts';
import { shortText } from '../../model/numbers/short-figure.ts';
import { instantText, type Step, labelText, labelPlaces } from '../../model/times/time-labels.ts';
import { chartWords } from '../../words/chart.ts';
import { useSize } from './use-size.ts';
import * as css from '../../styles/common.module.css';
import * as own from './chart.module.css';

/** A named series of values, one for each instant. */
export interface Series {
  readonly name: string;
  /** The shape of the series; `none` is shown only at the pointer and in the table. */
  readonly shape: 'area' | 'line' | 'none';
  readonly tone?: 'earn' | 'burn' | 'back';
  readonly values: readonly number[];
}

export interface TimeChartProps {
  readonly label: string;
  /** The step between instants; the last one is not over yet. */
  readonly step: Step;
  /** When each value began, oldest first. */
  readonly instants: readonly string[];
  readonly series: readonly Series[];
}

const height = 260;
const edge = { top: 14, right: 8, bottom: 28, left: 46 };
const labelWidth = 72;

/** Shows areas and lines over time, with a line at the pointer that arrow keys also move. */
export function TimeChart({ label, step, instants, series }: TimeChartProps) {
  const [width, measured] = useSize();
  const [place, setPlace] = useState<number | null>(null);
  const last = instants.length - 1;
  const shown = place === null ? null : Math.min(place, last);
  const scales = useScales(series, instants.length, width);
  const placeAt = (event: PointerEvent): number => {
    const { left } = event.currentTarget.getBoundingClientRect();
    return Math.min(last, Math.max(0, Math.round(scales.x.invert(event.clientX - left))));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = nextPlace(event.key, shown ?? last, last);
    if (next === undefined) return;
    event.preventDefault();
    setPlace(next);
  };
  return (
    <div
      ref={measured}
      className={own.chart}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-description={chartWords.hint}
      aria-valuemin={0}
      aria-valuemax={Math.max(0, last)}
      aria-valuenow={shown ?? Math.max(0, last)}
      aria-valuetext={valueText(instants, series, step, shown ?? last)}
      onPointerMove={(event) => setPlace(placeAt(event))}
      onPointerDown={(event) => setPlace(placeAt(event))}
      onPointerLeave={() => setPlace(null)}
      onFocus={(event) => {
        if (event.currentTarget.matches(':focus-visible')) setPlace(last);
      }}
      onBlur={() => setPlace(null)}
      onKeyDown={onKeyDown}
    >
      <Drawing scales={scales} width={width} step={step} instants={instants} series={series} shown={shown} />
      {shown === null ? null : (
        <Tip left={scales.x(shown)} width={width} text={instantText(instants[shown] ?? '', step)}>
          {series.map((one) => (
            <TipLine key={one.name} series={one} value={one.values[shown] ?? 0} />
          ))}
          {shown === last ? <p className={css.faint}>{chartWords.unfinished}</p> : null}
        </Tip>
      )}
    </div>
  );
}

const nextPlace = (key: string, place: number, last: number): number | null | undefined => {
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      return Math.max(0, place - 1);
    case 'ArrowRight':
    case 'ArrowUp':
      return Math.min(last, place + 1);
    case 'Home':
      return 0;
    case 'End':
      return last;
    case 'Escape':
      return null;
    default:
      return undefined;
  }
};

const valueText = (
  instants: readonly string[],
  series: readonly Series[],
  step: Step,
  place: number,
): string | undefined => {
  const at = instants[place];
  if (at === undefined) return undefined;
  const values = series.map(({ name, values }) => chartWords.value(name, pointsText(values[place] ?? 0)));
  return `${chartWords.at(instantText(at, step))}: ${values.join(', ')}`;
};

type Scales = ReturnType<typeof useScales>;

const useScales = (series: readonly Series[], count: number, width: number) =>
  useMemo(() => {
    const values = series.flatMap((one) => (one.shape === 'none' ? [] : one.values));
    const most = Math.max(1, max(values) ?? 0);
    const least = Math.min(0, min(values) ?? 0);
    // Rounded up at the top only: a small loss in one hour takes no room from all others.
    const [, top = most] = scaleLinear().domain([0, most]).nice(4).domain();
    const y = scaleLinear()
      .domain([least, top])
      .range([height - edge.bottom, edge.top]);
    const x = scaleLinear()
      .domain([0, Math.max(1, count - 1)])
      .range([edge.left, Math.max(edge.left + 1, width - edge.right)]);
    return { x, y };
  }, [series, count, width]);

interface DrawingProps extends Omit<TimeChartProps, 'label'> {
  readonly scales: Scales;
  readonly width: number;
  readonly shown: number | null;
}

function Drawing({ scales, width, step, instants, series, shown }: DrawingProps) {
  if (width === 0) return null;
  return (
    <svg width={width} height={height} aria-hidden focusable="false">
      <Grid scales={scales} width={width} step={step} instants={instants} />
      {series.map((one) => (
        <Shape key={one.name} series={one} scales={scales} />
      ))}
      {shown === null ? null : (
        <g className={own.pointer}>
          <line x1={scales.x(shown)} x2={scales.x(shown)} y1={edge.top} y2={height - edge.bottom} />
          {series.map(({ name, shape, tone, values }) =>
            shape === 'none' ? null : (
              <circle
                key={name}
                data-tone={tone}
                cx={scales.x(shown)}
                cy={scales.y(values[shown] ?? 0)}
                r={4.5}
              />
            ),
          )}
        </g>
      )}
    </svg>
  );
}

interface GridProps {
  readonly scales: Scales;
  readonly width: number;
  readonly step: Step;
  readonly instants: readonly string[];
}

function Grid({ scales: { x, y }, width, step, instants }: GridProps) {
  const labelsMax = Math.floor((width - edge.left - edge.right) / labelWidth);
  return (
    <g className={own.grid}>
      {y
        .ticks(4)
        .filter(Number.isInteger)
        .map((tick) => (
          <g key={tick}>
            <line
              className={tick === 0 ? own.zero : undefined}
              x1={edge.left}
              x2={width - edge.right}
              y1={y(tick)}
              y2={y(tick)}
            />
            <text x={edge.left - 8} y={y(tick)} dy="0.33em" textAnchor="end">
              {shortText(tick)}
            </text>
          </g>
        ))}
      {labelPlaces(instants, step, labelsMax).map((place) => (
        <text key={place} x={x(place)} y={height - 7} textAnchor={anchorAt(x(place), width)}>
          {labelText(instants[place] ?? '', step)}
        </text>
      ))}
    </g>
  );
}

/** A label at an end stays within the picture. */
const anchorAt = (x: number, width: number): 'start' | 'middle' | 'end' =>
  x < edge.left + 18 ? 'start' : x > width - edge.right - 18 ? 'end' : 'middle';

/** The way to the last value is dashed: it is not over yet. */
function Shape({
  series: { shape, tone, values },
  scales: { x, y },
}: {
  readonly series: Series;
  readonly scales: Scales;
}) {
  const fade = useId();
  if (shape === 'none' || values.length < 2) return null;
  const drawLine = line<number>((_, place) => x(place), y).curve(curveMonotoneX);
  const drawArea = area<number>((_, place) => x(place), y(0), y).curve(curveMonotoneX);
  const last = values.length - 1;
  const rest = [last - 1, last].map((place) => `${x(place).toString()},${y(values[place] ?? 0).toString()}`);
  return (
    <g data-tone={tone}>
      {shape === 'area' ? (
        <>
          <linearGradient id={fade} x1="0" y1="0" x2="0" y2="1">
            <stop offset="0" className={own.fadeTop} />
            <stop offset="1" className={own.fadeEnd} />
          </linearGradient>
          <path d={drawArea(values) ?? ''} fill={`url(#${fade})`} />
        </>
      ) : null}
      <path className={own.line} d={drawLine(values.slice(0, last)) ?? ''} />
      <path className={`${own.line} ${own.rest}`} d={`M${rest.join('L')}`} />
    </g>
  );
}

interface TipProps {
  readonly left: number;
  readonly width: number;
  readonly text: string;
  readonly children: React.ReactNode;
}

function Tip({ left, width, text, children }: TipProps) {
  const wanted =
    left < width / 2 ? `${(left + 10).toString()}px` : `calc(${(left - 10).toString()}px - 100%)`;
  // It stays within the picture; percent are of its own width.
  const offset = `clamp(0px, ${wanted}, calc(${width.toString()}px - 100%))`;
  return (
    <div className={own.tip} style={{ transform: `translateX(${offset})` }} aria-hidden>
      <p className={css.muted}>{chartWords.at(text)}</p>
      {children}
    </div>
  );
}

function TipLine({
  series: { name, shape, tone },
  value,
}: {
  readonly series: Series;
  readonly value: number;
}) {
  return (
    <div>
      {shape === 'none' ? null : <i className={own.key} data-tone={tone} />}
      {name}
      <b>{pointsText(value)}</b>
    </div>
  );
}
