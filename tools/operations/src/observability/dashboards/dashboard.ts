export type Unit = 's' | 'bytes' | 'percentunit' | 'ops' | 'short' | 'dateTimeFromNow';

export interface Query {
  readonly expr: string;
  /** Grafana's template, such as `{{instance}}`; empty means all labels. */
  readonly legend: string;
}

export interface Panel {
  readonly title: string;
  readonly unit: Unit;
  readonly kind: 'stat' | 'timeseries';
  readonly queries: readonly Query[];
  readonly description?: string;
}

export interface Row {
  readonly title: string;
  readonly panels: readonly Panel[];
}

export interface Dashboard {
  /** The name, which is also the uid and the name of the file. */
  readonly name: string;
  readonly title: string;
  readonly rows: readonly Row[];
}

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

export const number = (title: string, unit: Unit, expr: string): Panel => ({
  title,
  unit,
  kind: 'stat',
  queries: [{ expr, legend: '' }],
});
