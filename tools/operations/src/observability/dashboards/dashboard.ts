/** Units as Grafana names them. */
export type Unit = 's' | 'bytes' | 'percentunit' | 'ops' | 'short' | 'dateTimeFromNow';

/** One line, or several of one expression. */
export interface Query {
  readonly expr: string;
  /** Grafana's template, as in `{{instance}}`; empty: all labels. */
  readonly legend: string;
}

export interface Panel {
  readonly title: string;
  readonly unit: Unit;
  /** A number, or lines over time. */
  readonly kind: 'stat' | 'timeseries';
  readonly queries: readonly Query[];
  /** A sentence for the reader; it is shown behind the «i». */
  readonly description?: string;
}

export interface Row {
  readonly title: string;
  readonly panels: readonly Panel[];
}

/** A dashboard of Grafana. */
export interface Dashboard {
  /** The name of its file, and its uid. */
  readonly name: string;
  readonly title: string;
  readonly rows: readonly Row[];
}

/** Lines over time. */
export const lines = (
  title: string,
  unit: Unit,
  ...queries: readonly (readonly [string, string])[]
): Panel => ({
  title,
  unit,
  kind: 'timeseries',
  queries: queries.map(([expr, legend]) => ({ expr, legend })),
});

/** One number. */
export const number = (title: string, unit: Unit, expr: string): Panel => ({
  title,
  unit,
  kind: 'stat',
  queries: [{ expr, legend: '' }],
});
