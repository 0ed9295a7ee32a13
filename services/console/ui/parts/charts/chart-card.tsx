import { lazy, Suspense, useId, useState } from 'react';
import { pointsText } from '../../model/numbers/figures.ts';
import { instantText } from '../../model/times/time-labels.ts';
import { chartWords } from '../../words/chart.ts';
import type { TimeChartProps } from './time-chart.tsx';
import * as css from '../../styles/common.module.css';
import * as own from './chart.module.css';

/** The chart is loaded with the libraries that draw it, as a file of its own. */
const TimeChart = lazy(async () => ({ default: (await import('./time-chart.tsx')).TimeChart }));

/** A chart with its legend, and a table of its values that «Numbers» opens. */
export function ChartCard(props: TimeChartProps) {
  const { label, series } = props;
  const [hasNumbers, setNumbers] = useState(false);
  const table = useId();
  const isEmpty = series.every(({ values }) => values.every((value) => value === 0));
  return (
    <section className={`${css.card} ${own.card}`} aria-label={label}>
      <header>
        <h2>{label}</h2>
        <div className={own.legend}>
          {series.map(({ name, shape, tone }) =>
            shape === 'none' ? null : (
              <span key={name}>
                <i className={own.key} data-tone={tone} /> {name}
              </span>
            ),
          )}
          <button
            type="button"
            className={css.btn}
            data-small
            aria-expanded={hasNumbers}
            aria-controls={table}
            onClick={() => setNumbers(!hasNumbers)}
          >
            {chartWords.numbers}
          </button>
        </div>
      </header>
      <div className={own.place}>
        <Suspense fallback={null}>
          <TimeChart {...props} />
        </Suspense>
        {isEmpty ? <p className={`${own.empty} ${css.muted}`}>{chartWords.nothing}</p> : null}
      </div>
      <div id={table}>{hasNumbers ? <Numbers {...props} /> : null}</div>
    </section>
  );
}

/** Lists the numbers, the newest first because people look for it. */
function Numbers({ label, step, instants, series }: TimeChartProps) {
  return (
    <div className={own.numbers} role="region" tabIndex={0} aria-label={`${label}, ${chartWords.numbers}`}>
      <table>
        <thead>
          <tr>
            <th scope="col">{chartWords.time}</th>
            {series.map(({ name }) => (
              <th key={name} scope="col" className={css.right}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {instants
            .map((at, place) => (
              <tr key={at}>
                <th scope="row">{instantText(at, step)}</th>
                {series.map(({ name, values }) => (
                  <td key={name} className={`${css.num} ${css.right}`}>
                    {pointsText(values[place] ?? 0)}
                  </td>
                ))}
              </tr>
            ))
            .reverse()}
        </tbody>
      </table>
    </div>
  );
}
